/** Imports rows in batches, one transaction each, so that other writers can run between batches. */
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { loadViewerOfUser } from '../../access/viewers.ts'
import { type Context, createContext, type Deps, timestamp } from '../../context.ts'
import { writeEvents } from '../../events/record-event.ts'
import {
  type ImportRow,
  listImportsOfFile,
  recordImportedRow,
  recordProgress,
  startImport,
} from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import type { SourceRow } from '../reading/source.ts'
import { RowImporter } from './apply-row.ts'
import { DryRun } from './dry-run.ts'
import {
  type ImportPlan,
  type PlanOptions,
  planImport,
  type ScannedFile,
  scanFile,
} from './plan.ts'
import { loadReferenceData } from './references.ts'
import { findErrorsPath, ImportSummary, type RowResult, states, writeReports } from './results.ts'

export interface ImportOptions extends PlanOptions {
  dryRun?: boolean | undefined
  errors?: string | undefined
  again?: boolean | undefined
}

export interface ImportMonitor {
  onProgress?(rows: number, total: number): void
  isStopped?(): boolean
  batchSize?: number
}

export interface ImportResult {
  file: ScannedFile
  plan: ImportPlan
  summary: ImportSummary
  /** The import's row in the table `imports` before this run; undefined in a dry run. */
  initialRow?: ImportRow
  /** The import's row in the table `imports` after this run; undefined in a dry run. */
  row?: ImportRow
}

type ImportJob = ImportMonitor & { file: ScannedFile; plan: ImportPlan }

type Actor = { companyId: string; userId: string }

const defaultBatchSize = 200
const writerPauseMs = 10

/** Runs `work` as the user, in a transaction. @throws OperatorError if the user is suspended */
export async function runAsUser<T>(
  deps: Deps,
  { companyId, userId }: Actor,
  requestId: string,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  try {
    return await deps.store.forCompany(companyId).write(async (db) => {
      try {
        const viewer = await loadViewerOfUser(db, { companyId, userId, scopes: null })
        if (!viewer) throw new OperatorError('The user is suspended; choose another --user.')
        const ctx = createContext(deps, { viewer, requestId, db })
        const workResult = await work(ctx)
        await writeEvents(ctx)
        return workResult
      } catch (cause) {
        // A transaction treats an `OperatorError` as a database fault, so another error wraps it.
        throw cause instanceof OperatorError ? new Error('Stopped', { cause }) : cause
      }
    })
  } catch (error) {
    throw error instanceof Error && error.cause instanceof OperatorError ? error.cause : error
  }
}

export const pauseForWriters = () => setTimeout(writerPauseMs)

/** Imports a file, or resumes its interrupted import. @throws OperatorError */
export async function importFile(
  deps: Deps,
  actor: Actor,
  path: string,
  options: ImportOptions,
  monitor: ImportMonitor = {},
  name = path,
): Promise<ImportResult> {
  const file = await scanFile(path, name, options.encoding)
  const plan = await runAsUser(deps, actor, 'import', (ctx) => planImport(ctx, file, options))
  const job = { ...monitor, file, plan }
  if (options.dryRun) return { file, plan, summary: await dryRunImport(deps, actor, job) }
  const initialRow = await runAsUser(deps, actor, 'import', (ctx) =>
    beginOrResume(ctx, job, options),
  )
  return { file, plan, initialRow, ...(await importRows(deps, initialRow, job)) }
}

async function beginOrResume(
  ctx: Context,
  { file: { name, examined, source }, plan }: ImportJob,
  { again, errors }: ImportOptions,
): Promise<ImportRow> {
  const options = JSON.stringify({ ...plan, stages: [...plan.stages], format: source.description })
  const earlierImports = again ? [] : await listImportsOfFile(ctx, examined.digest)
  const row = earlierImports.find(({ kind, undoneAt }) => kind === plan.kind && !undoneAt)
  if (row?.finishedAt)
    throw new OperatorError(
      `This file was imported on ${row.finishedAt} (${row.id}). To revert that import, run "dealgraph import undo ${row.id}"; to import the file again, add --again.`,
    )
  if (row && (row.options !== options || row.userId !== ctx.viewer.userId))
    throw new OperatorError(
      `Import ${row.id} of this file was started with different options or by another user, and stopped after ${row.rows} rows. Resume it with its original options and user, or revert it with "dealgraph import undo ${row.id}".`,
    )
  return (
    row ??
    startImport(ctx, {
      kind: plan.kind,
      file: basename(name),
      digest: examined.digest,
      options,
      errorsFile: errors ?? findErrorsPath(name, source.extension),
    })
  )
}

/** Processes all rows after the first `doneCount` in batches, until the monitor stops the run. */
async function runBatches(
  { file, onProgress, isStopped, batchSize = defaultBatchSize }: ImportJob,
  doneCount: number,
  runBatch: (rows: SourceRow[]) => Promise<RowResult[]>,
): Promise<ImportSummary> {
  const summary = new ImportSummary()
  for await (const rows of readBatches(file.source.rows(), doneCount, batchSize)) {
    if (isStopped?.()) break
    for (const [index, result] of (await runBatch(rows)).entries())
      summary.addRow(rows[index] as SourceRow, result)
    onProgress?.(doneCount + summary.rows, file.rows)
    await pauseForWriters()
  }
  return summary
}

async function* readBatches(source: AsyncIterable<SourceRow>, skipCount: number, maxRows: number) {
  let rows: SourceRow[] = []
  let skippedCount = 0
  for await (const row of source) {
    if (skippedCount++ < skipCount) continue
    rows.push(row)
    if (rows.length < maxRows) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function importRows(deps: Deps, initialRow: ImportRow, job: ImportJob) {
  let row = initialRow
  const summary = await runBatches(job, row.rows, async (rows) => {
    const { after, results } = await runAsUser(deps, row, row.id, (ctx) =>
      importBatch(ctx, row, rows, job),
    )
    row = after
    return results
  })
  if (row.rows === job.file.rows)
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
    const rowResult = await importer.applyRow(sourceRow)
    results.push(rowResult)
    const { state, record, before } = rowResult
    if (!record || (state !== 'created' && !before)) continue
    const { id: recordId, version } = record
    const action = state === 'created' ? 'created' : 'updated'
    // Record the change before applying the next row, which may change the same record.
    await recordImportedRow(ctx, { importId: row.id, recordId, action, version, before })
  }
  const stateCounts = states.map((state) => [
    state,
    row[state] + results.filter((result) => result.state === state).length,
  ])
  const after = await saveProgress(ctx, row, {
    ...Object.fromEntries(stateCounts),
    rows: row.rows + rows.length,
    ...writeReports(row, rows, results, job.file.source),
  })
  return { results, after }
}

async function saveProgress(ctx: Context, row: ImportRow, progress: Partial<ImportRow>) {
  const updatedRow = await recordProgress(ctx, row, progress)
  if (updatedRow) return updatedRow
  throw new OperatorError(
    `Another process has resumed or reverted the import ${row.id}; "dealgraph import list" shows its progress.`,
  )
}

const dryRunRollback = new Error('The dry run is rolled back')

function dryRunImport(deps: Deps, actor: Actor, job: ImportJob): Promise<ImportSummary> {
  const dryRun = new DryRun()
  return runBatches(job, 0, async (rows) => {
    let results: RowResult[] = []
    const runBatch = async (ctx: Context) => {
      dryRun.startBatch()
      results = []
      const importer = new RowImporter(ctx, job.plan, await loadReferenceData(ctx), dryRun)
      for (const row of rows) {
        const rowResult = await importer.applyRow(row)
        dryRun.addResult(row.line, rowResult)
        results.push(rowResult)
      }
      throw dryRunRollback
    }
    await runAsUser(deps, actor, 'import', runBatch).catch((error: unknown) => {
      if (error !== dryRunRollback) throw error
    })
    dryRun.endBatch(results)
    return results
  })
}
