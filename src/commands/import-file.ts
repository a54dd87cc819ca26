import type { Command } from 'commander'
import { type ImportWanted, importFile } from '../exchange/importing/import.ts'
import { exitCodes } from '../store/faults.ts'
import { told, toldDry } from './import-report.ts'
import { type Output, progressBar, withDeps } from './session.ts'
import { spooled } from './spool.ts'
import { findUser } from './user-option.ts'

export interface ImportOptions extends Output, ImportWanted {
  user?: string
  company?: string
}

/**
 * Imports what the command line names, and tells of it; the exit code says whether rows were
 * refused.
 */
export async function importCommand(
  command: Command,
  file: string | undefined,
  options: ImportOptions,
): Promise<void> {
  if (file === undefined) command.error('error: name the file to import, or - for standard input')
  const { user: email, company } = options
  if (email === undefined) command.error('error: say as whom to import: --user ann@example.com')
  await spooled(file, (path, name) =>
    withDeps(async (deps) => {
      const { companyId, id } = await findUser(deps, { user: email, company })
      const imported = await watched(options, (watch) =>
        importFile(deps, { companyId, userId: id }, path, options, watch, name),
      )
      if (imported.row) told(options, imported, imported.row)
      else toldDry(options, imported)
      if (imported.row && !imported.row.finishedAt) process.exitCode = 1
      else if ((imported.row ?? imported.tally.counts).refused > 0)
        process.exitCode = exitCodes.rowsRefused
    }),
  )
}

interface Watch {
  tell(rows: number, all: number): void
  stopped(): boolean
}

/** With a bar, and stopping between two batches when it is told to end. */
async function watched<T>(output: Output, work: (watch: Watch) => Promise<T>): Promise<T> {
  const bar = await progressBar('rows', output)
  let stop = false
  const end = () => {
    stop = true
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  try {
    return await work({ tell: bar.update, stopped: () => stop })
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end)
    bar.stop()
  }
}
