import { statSync } from 'node:fs'
import { viewerOfUser } from '../access/user-viewer.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Deps } from '../context.ts'
import { countOfKind, type ExchangeKind, type Format } from '../exchange/columns.ts'
import { type Export, exportFor } from '../exchange/exporting.ts'
import { formatOf, writerOf } from '../exchange/formats.ts'
import { countOf } from '../lib/plural.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { refuseToOverwrite, refuseWithoutFolder, writeAtomically } from './atomic-file.ts'
import { type Output, print, progressBar, withDeps } from './session.ts'
import { BrokenPipe, intoFile, type Sink, toStdout } from './sink.ts'
import { findUser, type UserOption } from './user-option.ts'

interface Options extends Output, UserOption {
  format?: Format
  output?: string
  force?: boolean
  where?: string
  includeTrash?: boolean
}

/**
 * Exports records of a kind to a file, or to standard output. @throws OperatorError, FORBIDDEN,
 * VALIDATION_ERROR
 */
export async function exportRecords(kind: ExchangeKind, options: Options): Promise<void> {
  const format = formatFor(kind, options)
  const file = fileFor(options)
  const where = await whereFor(kind, options)
  await withDeps(async (deps) => {
    const asked = { where, includeTrash: options.includeTrash ?? false }
    const run = {
      from: exportFor(deps, await viewerFor(deps, options), kind, asked),
      kind,
      format,
      options,
    }
    if (file === undefined) return toReader(run)
    let records = 0
    const write = async (sink: Sink) => {
      records = await writeAll(run, sink)
    }
    await writeAtomically(file, (partial) => intoFile(partial, write), {
      force: options.force ?? false,
    })
    const bytes = statSync(file).size
    print(
      options,
      { kind, format, file, records, bytes },
      `Exported ${countOfKind(records, kind)} to ${file} (${countOf(bytes, 'byte')}).`,
    )
  })
}

interface Run {
  from: Export
  kind: ExchangeKind
  format: Format
  options: Options
}

/** Writes to standard output until the end or, as by `head`, the pipe is closed. */
async function toReader(run: Run): Promise<void> {
  await writeAll(run, toStdout).catch((error: unknown) => {
    if (!(error instanceof BrokenPipe)) throw error
  })
}

/** @returns how many records were written */
async function writeAll({ from, kind, format, options }: Run, sink: Sink): Promise<number> {
  const writer = writerOf(format, await from.columns())
  const bar = await progressBar(kind, options, options.output === undefined && process.stdout.isTTY)
  let done = 0
  try {
    const total = bar.shown ? await from.total() : undefined
    await sink(writer.head)
    for await (const records of from.records()) {
      await sink(writer.records(records))
      done += records.length
      bar.update(done, total)
    }
    return done
  } finally {
    bar.stop()
  }
}

const wrong = (sentence: string) => new OperatorError(sentence, exitCodes.setting)

function formatFor(kind: ExchangeKind, { format, output }: Options): Format {
  const found = format ?? formatOf(output ?? '') ?? 'csv'
  if (found === 'vcard' && kind !== 'people')
    throw wrong(`Only people can be written as vCard; use --format csv or jsonl for ${kind}.`)
  return found
}

function fileFor({ output, force = false, json }: Options): string | undefined {
  if (output === undefined) {
    if (json)
      throw wrong(
        '--json tells of the file that was written: add --output FILE. (--format jsonl writes the records as JSON.)',
      )
    return undefined
  }
  refuseWithoutFolder(output, 'export')
  refuseToOverwrite(output, force)
  return output
}

const filters = {
  people: 'PersonWhere',
  deals: 'DealWhere',
  tasks: 'TaskWhere',
  activities: 'ActivityWhere',
} as const satisfies Record<ExchangeKind, string>

async function whereFor(kind: ExchangeKind, { where, includeTrash }: Options) {
  if (includeTrash && kind !== 'people')
    throw wrong(`--include-trash is for people; ${kind} have no Trash.`)
  // The schema, for which no export should wait that has no filter.
  return where === undefined
    ? null
    : (await import('./filter-option.ts')).readWhere(filters[kind], where)
}

async function viewerFor(deps: Deps, options: UserOption): Promise<Viewer> {
  const user = await findUser(deps, options)
  const viewer = await deps.store
    .of(user.companyId)
    .look((db) => viewerOfUser(db, { companyId: user.companyId, userId: user.id, scopes: null }))
  if (!viewer)
    throw new OperatorError(`${user.email} is suspended, and so sees nothing; name another user.`)
  return viewer
}
