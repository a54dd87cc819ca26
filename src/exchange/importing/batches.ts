import { viewerOfUser } from '../../access/authenticate.ts'
import { type Context, contextOf, type Deps, timestamp } from '../../context.ts'
import { writeEvents } from '../../events/record-event.ts'
import {
  type ImportRow,
  recordImportedRow,
  recordProgress,
} from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { Source, SourceRow } from '../reading/source.ts'
import { applyRow } from './apply.ts'
import { DryRun } from './dry-run.ts'
import type { ErrorsFile } from './errors-file.ts'
import { namesOf } from './names.ts'
import { type Outcome, states } from './outcome.ts'
import type { Run } from './run.ts'
import { count, newTally, type Tally, warningLines, wordsOf } from './tally.ts'

/** Rows in one transaction; between two, others who write get their turn. */
const usual = 200
const pause = 10

export interface Who {
  companyId: string
  userId: string
}

/** Runs operations as a user, as they may at that moment, in one transaction with their events. */
export function asUser<T>(
  deps: Deps,
  { companyId, userId }: Who,
  requestId: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const run = deps.store.forCompany(companyId).write(async (db) => {
    try {
      const viewer = await viewerOfUser(db, { companyId, userId, scopes: null })
      if (!viewer) throw new OperatorError('The user is suspended: name another with --user.')
      const ctx = contextOf(deps, { viewer, requestId, db })
      const result = await work(ctx)
      await writeEvents(ctx)
      return result
    } catch (reason) {
      throw reason instanceof OperatorError ? new Stopped(reason) : reason
    }
  })
  return run.catch((error: unknown) => {
    throw error instanceof Stopped ? error.reason : error
  })
}

/**
 * Carries an error out of a transaction: as it is, the store would take it for one of the database.
 */
class Stopped extends Error {
  readonly reason: OperatorError
  constructor(reason: OperatorError) {
    super(reason.message)
    this.reason = reason
  }
}

export const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pause))

/** The rows behind the first so many, a batch at a time. */
async function* batchesOf(source: Source, from: number, size = usual): AsyncGenerator<SourceRow[]> {
  let rows: SourceRow[] = []
  let passed = 0
  for await (const row of source.rows()) {
    if (passed++ < from) continue
    rows.push(row)
    if (rows.length < size) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

export interface Importing {
  run: Run
  source: Source
  errors: ErrorsFile
  warnings: ErrorsFile
  tell(rows: number): void
  /** Whether to stop behind the next batch. */
  stopped(): boolean
  /** Rows in a batch, where there are to be fewer or more than usual. */
  size?: number | undefined
}

/**
 * Imports what is left of a file. @returns how far it has come, and what became of the rows this
 * time
 */
export async function importRows(
  deps: Deps,
  begun: ImportRow,
  { run, source, errors, warnings, tell, stopped, size }: Importing,
): Promise<{ row: ImportRow; tally: Tally }> {
  const tally = newTally()
  let row = begun
  for await (const rows of batchesOf(source, begun.rows, size)) {
    if (stopped()) return { row, tally }
    const { after, outcomes } = await asUser(deps, row, row.id, (ctx) =>
      batch(ctx, row, rows, { ...run, importId: row.id }, { source, errors, warnings }),
    )
    row = after
    for (const [index, outcome] of outcomes.entries())
      count(tally, rows[index] as SourceRow, outcome)
    tell(row.rows)
    await rest()
  }
  row = await asUser(deps, row, row.id, (ctx) => step(ctx, row, { finishedAt: timestamp(ctx) }))
  return { row, tally }
}

async function batch(
  ctx: Context,
  row: ImportRow,
  rows: SourceRow[],
  run: Run,
  files: Pick<Importing, 'source' | 'errors' | 'warnings'>,
) {
  const outcomes = await outcomesOf(ctx, run, rows, (outcome) => note(ctx, row, outcome))
  const counts = Object.fromEntries(
    states.map((state) => [
      state,
      row[state] + outcomes.filter((each) => each.state === state).length,
    ]),
  )
  const written = writeFiles(row, rows, outcomes, files)
  return {
    outcomes,
    after: await step(ctx, row, { ...counts, rows: row.rows + rows.length, ...written }),
  }
}

/** Appends refused rows to the errors file, changed and omitted values to the warnings file. */
function writeFiles(
  row: ImportRow,
  rows: readonly SourceRow[],
  outcomes: readonly Outcome[],
  { source, errors, warnings }: Pick<Importing, 'source' | 'errors' | 'warnings'>,
): Pick<ImportRow, 'errorsBytes' | 'warned' | 'warningsBytes'> {
  const done = rows.map((each, index) => [each, outcomes[index] as Outcome] as const)
  const refused = done
    .filter(([, { state }]) => state === 'refused')
    .map(([each, { problems }]) => source.refused(each, problems.map(wordsOf).join('; ')))
  const lines = done.map(([each, outcome]) => warningLines(each, outcome)).filter(Boolean)
  const { errorsBytes, warningsBytes, warned } = row
  return {
    errorsBytes: refused.length > 0 ? errors.put(errorsBytes, Buffer.concat(refused)) : errorsBytes,
    warned: warned + lines.length,
    warningsBytes:
      lines.length > 0 ? warnings.put(warningsBytes, Buffer.from(lines.join(''))) : warningsBytes,
  }
}

async function note(
  ctx: Context,
  { id: importId }: ImportRow,
  { state, record, before }: Outcome,
): Promise<void> {
  if (!record || (state !== 'created' && !before)) return
  const { id: recordId, version } = record
  const action = state === 'created' ? 'created' : 'updated'
  await recordImportedRow(ctx, { importId, recordId, action, version, before })
}

/** @param after called for each row before the next one, which may refer to the same record */
async function outcomesOf(
  ctx: Context,
  run: Run,
  rows: readonly SourceRow[],
  after: (outcome: Outcome, row: SourceRow) => unknown,
  dryRun?: DryRun,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  let names = await namesOf(ctx)
  for (const row of rows) {
    const outcome = await applyRow(ctx, run, names, row, dryRun)
    outcomes.push(outcome)
    await after(outcome, row)
    // A stage that a refused row had created is not there.
    if (outcome.state === 'refused' && run.createStages) names = await namesOf(ctx)
  }
  return outcomes
}

async function step(
  ctx: Context,
  row: ImportRow,
  progress: Partial<ImportRow>,
): Promise<ImportRow> {
  const after = await recordProgress(ctx, row, progress)
  if (!after)
    throw new OperatorError(
      `Another process is going on with the import ${row.id}, or has undone it; "dealgraph import list" shows how far it is.`,
    )
  return after
}

const undone = new Error('only a dry run')

/** Does what an import would do, and undoes each batch at its end. */
export async function dryRunRows(
  deps: Deps,
  who: Who,
  { run, source, tell, stopped, size }: Omit<Importing, 'errors' | 'warnings'>,
): Promise<Tally> {
  const tally = newTally()
  const dryRun = new DryRun()
  for await (const rows of batchesOf(source, 0, size)) {
    if (stopped()) break
    let outcomes: Outcome[] = []
    const work = async (ctx: Context) => {
      dryRun.startBatch()
      const add = (outcome: Outcome, { line }: SourceRow) => dryRun.add(line, outcome)
      outcomes = await outcomesOf(ctx, run, rows, add, dryRun)
      throw undone
    }
    await asUser(deps, who, 'import', work).catch((error: unknown) => {
      if (error !== undone) throw error
    })
    dryRun.endBatch(outcomes)
    for (const [index, outcome] of outcomes.entries())
      count(tally, rows[index] as SourceRow, outcome)
    tell(tally.records.rows)
    await rest()
  }
  return tally
}
