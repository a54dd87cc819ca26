import { basename } from 'node:path'
import type { Deps } from '../../context.ts'
import { type ImportRow, importsOfDigest, startImport } from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import { type Actor, dryRunImport, importRows, runAsUser } from './batches.ts'
import {
  type ImportPlan,
  type PlanOptions,
  planImport,
  type ScannedFile,
  scanFile,
} from './plan.ts'
import { getWarningsPath, newErrorsPath, warningsHead } from './report-files.ts'
import type { ImportSummary } from './summary.ts'

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
  /** The import before this run; undefined in a dry run. */
  initialRow?: ImportRow
  /** The import after this run; undefined in a dry run. */
  row?: ImportRow
}

/** Imports a file, or resumes its import. @throws OperatorError before any row is written */
export async function importFile(
  deps: Deps,
  actor: Actor,
  path: string,
  options: ImportOptions,
  { onProgress, isStopped, batchSize }: ImportMonitor = {},
  name = path,
): Promise<ImportResult> {
  const file = await scanFile(path, name, options.encoding)
  const { source } = file
  const plan = await runAsUser(deps, actor, 'import', (ctx) => planImport(ctx, file, options))
  const job = {
    plan,
    source,
    onProgress: (rows: number) => onProgress?.(rows, file.rows),
    isStopped: () => isStopped?.() ?? false,
    batchSize,
  }
  if (options.dryRun) return { file, plan, summary: await dryRunImport(deps, actor, job) }
  const initialRow = await beginOrResume(deps, actor, file, plan, options)
  const errors = { path: initialRow.errorsFile ?? '', head: source.errorsHead }
  const warnings = { path: getWarningsPath(errors.path), head: warningsHead }
  const result = await importRows(deps, initialRow, { ...job, errors, warnings })
  return { file, plan, initialRow, ...result }
}

function beginOrResume(
  deps: Deps,
  actor: Actor,
  { name, examined, source }: ScannedFile,
  plan: ImportPlan,
  { again, errors }: ImportOptions,
): Promise<ImportRow> {
  const options = JSON.stringify({ ...plan, stages: [...plan.stages], format: source.description })
  return runAsUser(deps, actor, 'import', async (ctx) => {
    const earlierImports = again ? [] : await importsOfDigest(ctx, examined.digest)
    const row = earlierImports.find(({ kind, undoneAt }) => kind === plan.kind && !undoneAt)
    if (row && !row.finishedAt && row.options === options && row.userId === actor.userId) return row
    if (row?.finishedAt)
      throw new OperatorError(
        `This file was imported on ${row.finishedAt} (${row.id}). "dealgraph import undo ${row.id}" reverts that import; --again imports the file again.`,
      )
    if (row)
      throw new OperatorError(
        `The import ${row.id} of this file stopped after ${row.rows} rows and had other options: resume it with the same options, or revert it with "dealgraph import undo ${row.id}".`,
      )
    return startImport(ctx, {
      kind: plan.kind,
      file: basename(name),
      digest: examined.digest,
      options,
      errorsFile: errors ?? newErrorsPath(name, source.extension),
    })
  })
}
