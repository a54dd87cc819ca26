import { type Context, type Deps, timestamp } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError, conflict } from '../../errors.ts'
import {
  type ImportRecordRow,
  type ImportRow,
  loadImport,
  resetRecordVersion,
} from '../../resources/imports/operations.ts'
import { laterImportOf, recordsToUndo, versionsOf } from '../../resources/imports/queries.ts'
import { mergeOfPerson } from '../../resources/people/merge-queries.ts'
import { listParam } from '../../store/sql.ts'
import { asUser, rest } from './batches.ts'
import { kinds } from './kinds.ts'
import type { Kind } from './run.ts'

/** What undoing an import came to. */
export interface Undone {
  /** Records that it had created, and that are gone, or in Trash. */
  removed: number
  /** Records that are what they were before. */
  restored: number
  left: { id: string; why: string }[]
  leftAlone: number
}

const size = 200
const mostTold = 100

/**
 * Undoes an import as a user: what it created goes, what it changed goes back to what it was,
 * unless somebody has changed it since; that is said, and left. One that was interrupted goes on
 * when it is called again.
 */
export async function undoImport(
  deps: Deps,
  { companyId, id: importId }: ImportRow,
  userId: string,
  tell: (records: number) => void,
): Promise<Undone> {
  const undone: Undone = { removed: 0, restored: 0, left: [], leftAlone: 0 }
  const who = { companyId, userId }
  const requestId = `undo-${importId}`
  // From here on the import itself cannot go on any more.
  await asUser(deps, who, requestId, (ctx) => mark(ctx, importId))
  for (let below = '~', done = 0; ; ) {
    const batch = await asUser(deps, who, requestId, (ctx) => undoSome(ctx, importId, below))
    for (const { recordId, result } of batch) note(undone, recordId, result)
    done += batch.length
    tell(done)
    below = batch.at(-1)?.recordId ?? ''
    if (batch.length < size) return undone
    await rest()
  }
}

async function mark(ctx: Context, id: string): Promise<void> {
  const row = await loadImport(ctx, id)
  if (row && !row.undoneAt)
    await ctx.db.update('imports', { companyId: row.companyId, id }, { undoneAt: timestamp(ctx) })
}

type Result = 'removed' | 'restored' | 'nothing' | { why: string }

function note(undone: Undone, id: string, result: Result): void {
  if (typeof result === 'object') {
    undone.leftAlone++
    if (undone.left.length < mostTold) undone.left.push({ id, why: result.why })
  } else if (result !== 'nothing') undone[result]++
}

async function undoSome(
  ctx: Context,
  importId: string,
  below: string,
): Promise<{ recordId: string; result: Result }[]> {
  const { companyId } = ctx.viewer
  const row = await loadImport(ctx, importId)
  const records = await ctx.db.all(recordsToUndo, { companyId, importId, below, limit: size })
  if (!row || records.length === 0) return []
  const ids = listParam(records.map(({ recordId }) => recordId))
  const versions = new Map(
    (await ctx.db.all(versionsOf(row.kind), { companyId, ids })).map(({ id, version }) => [
      id,
      version,
    ]),
  )
  const results: { recordId: string; result: Result }[] = []
  for (const record of records) {
    const result = await undoOne(ctx, kinds[row.kind], record, versions.get(record.recordId))
    const key = { companyId, importId, recordId: record.recordId }
    if (typeof result === 'object')
      await ctx.db.update('importRecords', key, { leftAlone: result.why })
    else await ctx.db.delete('importRecords', key)
    results.push({ recordId: record.recordId, result })
  }
  return results
}

/** @param version the version that the record is at; none: it is gone */
async function undoOne(
  ctx: Context,
  kind: Kind,
  row: ImportRecordRow,
  version: number | undefined,
): Promise<Result> {
  const { recordId, action, before } = row
  if (action === 'found') return 'nothing'
  if (version === undefined) return (await mergedSince(ctx, recordId)) ?? 'nothing'
  const isUntouched = version === row.version
  const imported = isUntouched ? undefined : await importedSince(ctx, row)
  if (imported) return imported
  const done = await withSavepoint(ctx, async (): Promise<Result> => {
    if (action === 'created') {
      const why = await kind.remove(ctx, recordId, isUntouched)
      return why === undefined ? 'removed' : { why }
    }
    if (!isUntouched) throw conflict('has been changed since')
    const input = JSON.parse(before ?? '{}') as Record<string, unknown>
    const restored = await kind.update(ctx, recordId, input, true)
    await resetRecordVersion(ctx, row, restored.version)
    return 'restored'
  })
  return done instanceof ApiError ? { why: done.message } : done
}

async function importedSince(ctx: Context, row: ImportRecordRow): Promise<Result | undefined> {
  // Version 0: somebody changed the record between two rows of the import, so that it stays.
  const later = row.version === 0 ? undefined : await ctx.db.first(laterImportOf, row)
  return later && { why: `was changed by ${later.importId} since: undo that import first` }
}

async function mergedSince(ctx: Context, personId: string): Promise<Result | undefined> {
  const merge = await ctx.db.first(mergeOfPerson, { companyId: ctx.viewer.companyId, personId })
  return merge && { why: `was merged into ${merge.survivorId} since: undo that merge first` }
}
