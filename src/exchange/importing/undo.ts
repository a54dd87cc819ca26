/** Reverts an import: removes created records and restores updated records. */
import { type Context, type Deps, timestamp } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError, conflict } from '../../errors.ts'
import {
  type ImportRecordRow,
  type ImportRow,
  laterImport,
  loadImport,
  recordsToUndo,
  recordVersions,
  resetRecordVersion,
} from '../../resources/imports/operations.ts'
import { mergeOfPerson } from '../../resources/people/unmerge.ts'
import { encodeListParam } from '../../store/query.ts'
import { importers } from './apply-row.ts'
import { pauseForWriters, runAsUser } from './import.ts'
import type { Importer } from './importers/importer.ts'

export interface UndoResult {
  removed: number
  restored: number
  /** Records that were not reverted, with the reasons: at most `maxListedRecords`. */
  skipped: { id: string; reason: string }[]
  skippedCount: number
}

const batchSize = 200
const maxListedRecords = 100

/** Reverts an import with a user's permissions. A second call resumes an interrupted reversal. */
export async function undoImport(
  deps: Deps,
  { companyId, id: importId }: ImportRow,
  userId: string,
  onProgress: (records: number) => void,
): Promise<UndoResult> {
  const result: UndoResult = { removed: 0, restored: 0, skipped: [], skippedCount: 0 }
  const actor = { companyId, userId }
  const requestId = `undo-${importId}`
  // Setting `undoneAt` first prevents another process from resuming the import.
  await runAsUser(deps, actor, requestId, async (ctx) => {
    if ((await loadImport(ctx, importId))?.undoneAt === null)
      await ctx.db.update('imports', { companyId, id: importId }, { undoneAt: timestamp(ctx) })
  })
  for (let maxRecordId = '~', doneCount = 0; ; ) {
    const batch = await runAsUser(deps, actor, requestId, (ctx) =>
      undoBatch(ctx, importId, maxRecordId),
    )
    for (const { recordId: id, outcome } of batch)
      if (typeof outcome === 'object') {
        result.skippedCount++
        if (result.skipped.length < maxListedRecords) result.skipped.push({ id, ...outcome })
      } else if (outcome !== 'nothing') result[outcome]++
    doneCount += batch.length
    onProgress(doneCount)
    maxRecordId = batch.at(-1)?.recordId ?? ''
    if (batch.length < batchSize) return result
    await pauseForWriters()
  }
}

/** The outcome for a record. A skipped record has a reason. */
type Outcome = 'removed' | 'restored' | 'nothing' | { reason: string }

/** Reverts the next batch of records, newest first. @param below the previous batch's last id */
async function undoBatch(ctx: Context, importId: string, below: string) {
  const { companyId } = ctx.viewer
  const row = await loadImport(ctx, importId)
  const records = await ctx.db.all(recordsToUndo, { companyId, importId, below, limit: batchSize })
  if (!row || records.length === 0) return []
  const ids = encodeListParam(records.map(({ recordId }) => recordId))
  const versionRows = await ctx.db.all(recordVersions(row.kind), { companyId, ids })
  const versions = new Map(versionRows.map(({ id, version }) => [id, version]))
  const outcomes: { recordId: string; outcome: Outcome }[] = []
  for (const record of records) {
    const { recordId } = record
    const outcome = await undoRecord(ctx, importers[row.kind], record, versions.get(recordId))
    const importRecordKey = { companyId, importId, recordId }
    if (typeof outcome === 'object')
      await ctx.db.update('importRecords', importRecordKey, { leftAlone: outcome.reason })
    else await ctx.db.delete('importRecords', importRecordKey)
    outcomes.push({ recordId, outcome })
  }
  return outcomes
}

/** @param version the record's current version; undefined if the record was deleted or merged */
async function undoRecord(
  ctx: Context,
  importer: Importer,
  row: ImportRecordRow,
  version: number | undefined,
): Promise<Outcome> {
  const { recordId, action, before } = row
  if (action === 'found') return 'nothing'
  if (version === undefined) {
    const params = { companyId: ctx.viewer.companyId, personId: recordId }
    const merge = await ctx.db.first(mergeOfPerson, params)
    if (!merge) return 'nothing'
    return { reason: `was merged into ${merge.survivorId} since the import: undo that merge first` }
  }
  const isUnchanged = version === row.version
  // Version 0 marks a record that a user changed between two rows: no later import can be found.
  const mayHaveLaterImport = !isUnchanged && row.version !== 0
  const lastRow = mayHaveLaterImport ? await ctx.db.first(laterImport, row) : undefined
  if (lastRow) return { reason: `was later changed by ${lastRow.importId}: undo that import first` }
  const outcome = await withSavepoint(ctx, async (): Promise<Outcome> => {
    if (action === 'created') {
      const reason = await importer.remove(ctx, recordId, isUnchanged)
      return reason === undefined ? 'removed' : { reason }
    }
    if (!isUnchanged) throw conflict('was changed since the import')
    const input = JSON.parse(before ?? '{}') as Record<string, unknown>
    const restoredRecord = await importer.update(ctx, recordId, input, true)
    await resetRecordVersion(ctx, row, restoredRecord.version)
    return 'restored'
  })
  return outcome instanceof ApiError ? { reason: outcome.message } : outcome
}
