import { basename } from 'node:path'
import type { Deps } from '../../context.ts'
import { type ImportRow, importsOfDigest, startImport } from '../../resources/imports/operations.ts'
import { OperatorError } from '../../store/faults.ts'
import { type Actor, importRows, runAsUser, tryRows } from './batches.ts'
import {
  type ImportPlan,
  type PlanOptions,
  planImport,
  type ScannedFile,
  scanFile,
} from './plan.ts'
import { newErrorsPath, warningsHead, warningsPath } from './report-files.ts'
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
  begun?: ImportRow
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
  if (options.dryRun) return { file, plan, summary: await tryRows(deps, actor, job) }
  const begun = await beginOrResume(deps, actor, file, plan, options)
  const errors = { path: begun.errorsFile ?? '', head: source.errorsHead }
  const warnings = { path: warningsPath(errors.path), head: warningsHead }
  return { file, plan, begun, ...(await importRows(deps, begun, { ...job, errors, warnings })) }
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
    const earlier = again ? [] : await importsOfDigest(ctx, examined.digest)
    const last = earlier.find(({ kind, undoneAt }) => kind === plan.kind && !undoneAt)
    if (last && !last.finishedAt && last.options === options && last.userId === actor.userId)
      return last
    if (last?.finishedAt)
      throw new OperatorError(
        `This file was imported on ${last.finishedAt} (${last.id}). "dealgraph import undo ${last.id}" reverts that import; --again imports the file again.`,
      )
    if (last)
      throw new OperatorError(
        `The import ${last.id} of this file stopped after ${last.rows} rows and had other options: resume it with the same options, or revert it with "dealgraph import undo ${last.id}".`,
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
