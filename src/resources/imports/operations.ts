/** Stores imports and the records that they change; only the command line runs imports. */
import { type Context, timestamp } from '../../context.ts'
import { importById, importsOfFile, recordOfImport } from './queries.ts'
import type { ImportRecordRow, ImportRow } from './table.ts'

export type { ImportRecordRow, ImportRow }

type NewImport = Pick<ImportRow, 'kind' | 'file' | 'digest' | 'options' | 'errorsFile'>

/** Returns the imports of a file, latest first. */
export const importsOfDigest = (ctx: Context, digest: string) =>
  ctx.db.all(importsOfFile, { companyId: ctx.viewer.companyId, digest })

export const loadImport = (ctx: Context, id: string) =>
  ctx.db.first(importById, { companyId: ctx.viewer.companyId, id })

export async function startImport(ctx: Context, input: NewImport): Promise<ImportRow> {
  const { companyId, userId } = ctx.viewer
  const row: ImportRow = {
    companyId,
    id: ctx.newId('import'),
    userId,
    ...input,
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    errorsBytes: 0,
    warned: 0,
    warningsBytes: 0,
    createdAt: timestamp(ctx),
    finishedAt: null,
    undoneAt: null,
  }
  await ctx.db.insert('imports', row)
  return row
}

type Progress = Partial<Omit<ImportRow, 'companyId' | 'id'>>

/**
 * Saves the progress of an import, in the transaction of its changes.
 * @returns the import, or undefined if another process has continued it
 */
export async function recordProgress(
  ctx: Context,
  before: ImportRow,
  progress: Progress,
): Promise<ImportRow | undefined> {
  const { companyId, id, rows, undoneAt } = before
  const current = await loadImport(ctx, id)
  if (current?.rows !== rows || current.undoneAt !== undoneAt) return undefined
  await ctx.db.update('imports', { companyId, id }, progress)
  return { ...before, ...progress }
}

type RecordChange = Pick<ImportRecordRow, 'importId' | 'recordId' | 'action' | 'version'> & {
  before: { input: object; version: number } | undefined
}

/**
 * Saves the change that a row of an import made to a record. Changes by several rows are saved as
 * one change, from before the first to after the last.
 */
export async function recordImportedRow(ctx: Context, { before, ...recordedChange }: RecordChange) {
  const { companyId } = ctx.viewer
  const { importId, recordId, action, version } = recordedChange
  const earlier = await ctx.db.first(recordOfImport, { companyId, importId, recordId })
  const input = before?.input
  const versionBefore = before?.version ?? null
  if (!earlier) {
    await ctx.db.insert('importRecords', {
      companyId,
      ...recordedChange,
      before: input ? JSON.stringify(input) : null,
      versionBefore,
      leftAlone: null,
    })
    return
  }
  const first = earlier.before === null ? undefined : (JSON.parse(earlier.before) as object)
  // A user's change between two rows cannot be separated from the import's changes.
  const isChangedBetween =
    earlier.action !== 'found' && before !== undefined && before.version !== earlier.version
  await ctx.db.update(
    'importRecords',
    { companyId, importId, recordId },
    {
      action: earlier.action === 'found' ? action : earlier.action,
      before:
        earlier.action === 'created' || !(input ?? first)
          ? null
          : JSON.stringify({ ...input, ...first }),
      version: isChangedBetween ? 0 : version,
      versionBefore: earlier.action === 'found' ? versionBefore : earlier.versionBefore,
    },
  )
}

/**
 * Marks a record restored by an undo as unchanged for earlier imports: its new version replaces the
 * version that they stored.
 */
export async function resetRecordVersion(
  ctx: Context,
  { recordId, versionBefore }: ImportRecordRow,
  version: number,
): Promise<void> {
  const { companyId } = ctx.viewer
  if (versionBefore !== null)
    await ctx.db.update(
      'importRecords',
      { companyId, recordId, version: versionBefore },
      { version },
    )
}

export async function wasCreatedByImport(
  { db, viewer }: Context,
  importId: string | undefined,
  recordId: string,
): Promise<boolean> {
  if (importId === undefined) return false
  const params = { companyId: viewer.companyId, importId, recordId }
  return (await db.first(recordOfImport, params))?.action === 'created'
}
