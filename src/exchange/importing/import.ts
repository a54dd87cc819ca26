import { basename } from 'node:path'
import type { Deps } from '../../context.ts'
import { type ImportRow, importsOfDigest, startImport } from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import { asUser, dryRunRows, importRows, type Who } from './batches.ts'
import { errorsFile, errorsPath, warningsPath } from './errors-file.ts'
import { type Opened, openFile, runOf, type Wanted } from './opened.ts'
import type { Run } from './run.ts'
import { type Tally, warningsHead } from './tally.ts'

export interface ImportWanted extends Wanted {
  dryRun?: boolean | undefined
  /** Where refused rows are written; beside the file, unless told otherwise. */
  errors?: string | undefined
  /** Whether a file that has been imported is imported once more. */
  again?: boolean | undefined
}

export interface Watch {
  /** Told of so many rows of all that are done. */
  tell?(rows: number, all: number): void
  /** Whether to stop between two batches. */
  stopped?(): boolean
  /** Rows in one transaction. */
  size?: number
}

/** What came of it: of a dry run there is no `row`. */
export interface Imported {
  opened: Opened
  run: Run
  /** What became of the rows this time. */
  tally: Tally
  /** The import as it began, and as it is now; one that went on had begun with some rows. */
  begun?: ImportRow
  row?: ImportRow
}

/**
 * Imports a file as a user, a batch of rows in each transaction; one that was interrupted goes on.
 * @param name how the file is called, where it is not called as it lies
 * @throws OperatorError for what is wrong before any row is written
 */
export async function importFile(
  deps: Deps,
  who: Who,
  path: string,
  wanted: ImportWanted,
  { tell, stopped, size }: Watch = {},
  name = path,
): Promise<Imported> {
  const opened = await openFile(path, name, wanted.encoding)
  const { source } = opened
  const run = await asUser(deps, who, 'import', (ctx) => runOf(ctx, opened, wanted))
  const work = {
    run,
    source,
    tell: (rows: number) => tell?.(rows, opened.rows),
    stopped: () => stopped?.() ?? false,
    size,
  }
  if (wanted.dryRun) return { opened, run, tally: await dryRunRows(deps, who, work) }
  const begun = await begin(deps, who, opened, run, wanted)
  const errors = errorsFile(begun.errorsFile ?? '', source.head)
  const warnings = errorsFile(warningsPath(begun.errorsFile ?? ''), warningsHead)
  return { opened, run, begun, ...(await importRows(deps, begun, { ...work, errors, warnings })) }
}

/** A new import, or the one of the same file that was interrupted. */
function begin(
  deps: Deps,
  who: Who,
  { name, examined, source }: Opened,
  run: Run,
  { again, errors }: ImportWanted,
): Promise<ImportRow> {
  const options = JSON.stringify({ ...run, stages: [...run.stages], format: source.about })
  return asUser(deps, who, 'import', async (ctx) => {
    const [last] = again
      ? []
      : (await importsOfDigest(ctx, examined.digest)).filter(
          ({ kind, undoneAt }) => kind === run.kind && !undoneAt,
        )
    if (last && !last.finishedAt && last.options === options && last.userId === who.userId)
      return last
    if (last) throw new OperatorError(last.finishedAt ? finished(last) : otherwise(last))
    const errorsFile = errors ?? errorsPath(name, source.extension)
    return startImport(ctx, {
      kind: run.kind,
      file: basename(name),
      digest: examined.digest,
      options,
      errorsFile,
    })
  })
}

const finished = ({ id, finishedAt }: ImportRow) =>
  `This file was imported on ${finishedAt} (${id}). "dealgraph import undo ${id}" takes that back; --again imports it once more.`

const otherwise = ({ id, rows }: ImportRow) =>
  `The import ${id} of this file stopped after ${rows} rows, and was told otherwise: run it with the same options to go on, or take it back with "dealgraph import undo ${id}".`
