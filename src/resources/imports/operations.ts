import { type Context, timestamp } from '../../context.ts'
import { importById, importsOfFile, recordOfImport } from './queries.ts'
import type { ImportRecordRow, ImportRow } from './table.ts'

/** Keeping what imports did. Only the command line imports. */
export type { ImportRecordRow, ImportRow }

type New = Pick<ImportRow, 'kind' | 'file' | 'digest' | 'options' | 'errorsFile'>

/** The imports of a file into the caller's company, the latest first. */
export const importsOfDigest = (ctx: Context, digest: string) =>
  ctx.db.all(importsOfFile, { companyId: ctx.viewer.companyId, digest })

export const loadImport = (ctx: Context, id: string) =>
  ctx.db.first(importById, { companyId: ctx.viewer.companyId, id })

export async function startImport(ctx: Context, given: New): Promise<ImportRow> {
  const { companyId, userId } = ctx.viewer
  const none = {
    rows: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    refused: 0,
    errorsBytes: 0,
    warned: 0,
    warningsBytes: 0,
    finishedAt: null,
    undoneAt: null,
  }
  const row: ImportRow = {
    companyId,
    id: ctx.newId('import'),
    userId,
    ...given,
    ...none,
    createdAt: timestamp(ctx),
  }
  await ctx.db.insert('imports', row)
  return row
}

type Progress = Partial<Omit<ImportRow, 'companyId' | 'id'>>

/**
 * Notes how far an import has come, in the transaction of what it did. @returns nothing where
 * another process has gone on with it
 */
export async function recordProgress(
  ctx: Context,
  before: ImportRow,
  progress: Progress,
): Promise<ImportRow | undefined> {
  const { companyId, id, rows, undoneAt } = before
  const now = await loadImport(ctx, id)
  if (now?.rows !== rows || now.undoneAt !== undoneAt) return undefined
  await ctx.db.update('imports', { companyId, id }, progress)
  return { ...before, ...progress }
}

type Done = Pick<ImportRecordRow, 'importId' | 'recordId' | 'action' | 'version'> & {
  before: { input: object; version: number } | undefined
}

/**
 * Notes what a row did to a record. What several rows did to one is kept as one: where it began,
 * and where it has come.
 */
export async function recordImportedRow(ctx: Context, { before, ...done }: Done): Promise<void> {
  const { companyId } = ctx.viewer
  const { importId, recordId, action, version } = done
  const earlier = await ctx.db.first(recordOfImport, { companyId, importId, recordId })
  const input = before?.input
  const versionBefore = before?.version ?? null
  if (!earlier) {
    await ctx.db.insert('importRecords', {
      companyId,
      ...done,
      before: input ? JSON.stringify(input) : null,
      versionBefore,
      leftAlone: null,
    })
    return
  }
  const first = earlier.before === null ? undefined : (JSON.parse(earlier.before) as object)
  // Somebody changed it between the two rows: then it cannot be said any more what is whose.
  const between =
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
      version: between ? 0 : version,
      versionBefore: earlier.action === 'found' ? versionBefore : earlier.versionBefore,
    },
  )
}

/**
 * Marks a record restored by an undo as unchanged for the imports before: the new version replaces
 * the one at which they left it, since versions only grow.
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

/** Whether a row of an import has created a record. */
export async function wasCreatedByImport(
  { db, viewer }: Context,
  importId: string | undefined,
  recordId: string,
): Promise<boolean> {
  if (importId === undefined) return false
  const params = { companyId: viewer.companyId, importId, recordId }
  return (await db.first(recordOfImport, params))?.action === 'created'
}
