/** Imports rows in batches, each in its own transaction, to let other writers run in between. */
import { setTimeout } from 'node:timers/promises'
import { viewerOfUser } from '../../access/viewers.ts'
import { type Context, createContext, type Deps, timestamp } from '../../context.ts'
import { writeEvents } from '../../events/record-event.ts'
import {
  type ImportRow,
  recordImportedRow,
  recordProgress,
} from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { Source, SourceRow } from '../reading/source.ts'
import { RowImporter } from './apply-row.ts'
import { DryRun } from './dry-run.ts'
import type { ImportPlan } from './plan.ts'
import { loadReferenceData } from './references.ts'
import { appendToReport, formatWarnings, type ReportFile } from './report-files.ts'
import { formatProblem, ImportSummary, type RowResult, states } from './summary.ts'

const defaultBatchSize = 200
const pauseMs = 10

export interface Actor {
  companyId: string
  userId: string
}

/**
 * Carries an operator error out of a transaction, which would otherwise treat it as a database
 * error.
 */
class StopError extends Error {
  readonly reason: OperatorError
  constructor(reason: OperatorError) {
    super(reason.message)
    this.reason = reason
  }
}

/** Runs `work` as a user, with current permissions, in one transaction with its events. */
export function runAsUser<T>(
  deps: Deps,
  { companyId, userId }: Actor,
  requestId: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const result = deps.store.forCompany(companyId).write(async (db) => {
    try {
      const viewer = await viewerOfUser(db, { companyId, userId, scopes: null })
      if (!viewer) throw new OperatorError('The user is suspended: name another with --user.')
      const ctx = createContext(deps, { viewer, requestId, db })
      const result = await work(ctx)
      await writeEvents(ctx)
      return result
    } catch (error) {
      throw error instanceof OperatorError ? new StopError(error) : error
    }
  })
  return result.catch((error: unknown) => {
    throw error instanceof StopError ? error.reason : error
  })
}

export const pauseForWriters = () => setTimeout(pauseMs)

async function* readBatches(source: Source, skipCount: number, batchSize = defaultBatchSize) {
  let rows: SourceRow[] = []
  let skippedCount = 0
  for await (const row of source.rows()) {
    if (skippedCount++ < skipCount) continue
    rows.push(row)
    if (rows.length < batchSize) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

interface RowJob {
  plan: ImportPlan
  source: Source
  onProgress(rowCount: number): void
  isStopped(): boolean
  batchSize?: number | undefined
}

interface ImportJob extends RowJob {
  errors: ReportFile
  warnings: ReportFile
}

export async function importRows(deps: Deps, initialRow: ImportRow, job: ImportJob) {
  const summary = new ImportSummary()
  let row = initialRow
  for await (const rows of readBatches(job.source, initialRow.rows, job.batchSize)) {
    if (job.isStopped()) return { row, summary }
    const { after, results } = await runAsUser(deps, row, row.id, (ctx) =>
      importBatch(ctx, row, rows, job),
    )
    row = after
    for (const [index, result] of results.entries()) summary.add(rows[index] as SourceRow, result)
    job.onProgress(row.rows)
    await pauseForWriters()
  }
  row = await runAsUser(deps, row, row.id, (ctx) =>
    saveProgress(ctx, row, { finishedAt: timestamp(ctx) }),
  )
  return { row, summary }
}

async function importBatch(ctx: Context, row: ImportRow, rows: SourceRow[], job: ImportJob) {
  const plan = { ...job.plan, importId: row.id }
  const importer = new RowImporter(ctx, plan, await loadReferenceData(ctx))
  const results: RowResult[] = []
  for (const sourceRow of rows) {
    const result = await importer.apply(sourceRow)
    // The change is recorded before the next row, which may change the same record.
    await recordChange(ctx, row, result)
    results.push(result)
  }
  const counts = states.map((state) => [
    state,
    row[state] + results.filter((result) => result.state === state).length,
  ])
  const after = await saveProgress(ctx, row, {
    ...Object.fromEntries(counts),
    rows: row.rows + rows.length,
    ...writeReports(row, rows, results, job),
  })
  return { results, after }
}

function writeReports(
  { errorsBytes, warningsBytes, warned }: ImportRow,
  rows: readonly SourceRow[],
  results: readonly RowResult[],
  { source, errors, warnings }: ImportJob,
): Pick<ImportRow, 'errorsBytes' | 'warned' | 'warningsBytes'> {
  const pairs = rows.map((row, index) => [row, results[index] as RowResult] as const)
  const refusedRows = pairs
    .filter(([, { state }]) => state === 'refused')
    .map(([row, { problems }]) => source.formatRefused(row, problems.map(formatProblem).join('; ')))
  const lines = pairs.map(([row, result]) => formatWarnings(row, result)).filter(Boolean)
  return {
    errorsBytes:
      refusedRows.length > 0
        ? appendToReport(errors, errorsBytes, Buffer.concat(refusedRows))
        : errorsBytes,
    warned: warned + lines.length,
    warningsBytes:
      lines.length > 0
        ? appendToReport(warnings, warningsBytes, Buffer.from(lines.join('')))
        : warningsBytes,
  }
}

async function recordChange(
  ctx: Context,
  { id: importId }: ImportRow,
  { state, record, before }: RowResult,
): Promise<void> {
  if (!record || (state !== 'created' && !before)) return
  const { id: recordId, version } = record
  const action = state === 'created' ? 'created' : 'updated'
  await recordImportedRow(ctx, { importId, recordId, action, version, before })
}

async function saveProgress(ctx: Context, row: ImportRow, progress: Partial<ImportRow>) {
  const after = await recordProgress(ctx, row, progress)
  if (!after)
    throw new OperatorError(
      `Another process has continued or undone the import ${row.id}; "dealgraph import list" shows its progress.`,
    )
  return after
}

const rollbackError = new Error('roll back a dry run')

export async function dryRunImport(
  deps: Deps,
  actor: Actor,
  { plan, source, onProgress, isStopped, batchSize }: RowJob,
): Promise<ImportSummary> {
  const summary = new ImportSummary()
  const dryRun = new DryRun()
  for await (const rows of readBatches(source, 0, batchSize)) {
    if (isStopped()) break
    let results: RowResult[] = []
    const runBatch = async (ctx: Context) => {
      dryRun.startBatch()
      results = []
      const importer = new RowImporter(ctx, plan, await loadReferenceData(ctx), dryRun)
      for (const row of rows) {
        const result = await importer.apply(row)
        dryRun.add(row.line, result)
        results.push(result)
      }
      throw rollbackError
    }
    await runAsUser(deps, actor, 'import', runBatch).catch((error: unknown) => {
      if (error !== rollbackError) throw error
    })
    dryRun.endBatch(results)
    for (const [index, result] of results.entries()) summary.add(rows[index] as SourceRow, result)
    onProgress(summary.rows)
    await pauseForWriters()
  }
  return summary
}
