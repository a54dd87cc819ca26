/** Imports a file or standard input. Only `dealgraph import` loads this module. */
import { createWriteStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import {
  type ImportOptions as FileOptions,
  type ImportMonitor,
  importFile,
} from '../exchange/importing/import.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { printDryRun, printImport } from './import-report.ts'
import { findUser } from './options.ts'
import { type Output, withDeps, withProgress } from './session.ts'

export interface ImportOptions extends Output, FileOptions {
  user?: string
  company?: string
}

/** Runs `dealgraph import`. @param command reports missing arguments */
export async function importCommand(
  command: Command,
  file: string | undefined,
  options: ImportOptions,
): Promise<void> {
  if (file === undefined) command.error('error: name the file to import, or - for standard input')
  const { user: email, company } = options
  if (email === undefined) command.error('error: name the user who imports: --user ann@example.com')
  await withReadableFile(file, (path, name) =>
    withDeps(async (deps) => {
      const { companyId, id } = await findUser(deps, { user: email, company })
      const result = await runUntilSignal(options, (monitor) =>
        importFile(deps, { companyId, userId: id }, path, options, monitor, name),
      )
      if (result.row) printImport(options, result, result.row)
      else printDryRun(options, result)
      if (result.row && !result.row.finishedAt) process.exitCode = 1
      else if ((result.row ?? result.summary.counts).refused > 0)
        process.exitCode = exitCodes.rowsRefused
    }),
  )
}

const runUntilSignal = <T>(
  output: Output,
  work: (monitor: ImportMonitor) => Promise<T>,
): Promise<T> =>
  withProgress('rows', output, async ({ update }) => {
    let isStopped = false
    const stop = () => {
      isStopped = true
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    try {
      return await work({ onProgress: update, isStopped: () => isStopped })
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop)
    }
  })

async function withReadableFile(file: string, work: (path: string, name: string) => Promise<void>) {
  if (file !== '-') {
    if (!existsSync(file)) throw new OperatorError(`There is no file ${file}.`)
    if (!statSync(file).isFile()) throw new OperatorError(`${file} is not a regular file.`)
    return work(file, file)
  }
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-import-'))
  try {
    const path = join(folder, 'stdin')
    await pipeline(process.stdin, createWriteStream(path))
    await work(path, 'stdin')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
