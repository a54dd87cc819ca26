import type { Context } from '../../context.ts'
import { withSavepoint } from '../../crud/records.ts'
import { ApiError, conflict } from '../../errors.ts'
import { wasCreatedByImport } from '../../resources/imports/operations.ts'
import type { RecordColumns } from '../../store/schema.ts'
import type { Draft } from './draft.ts'
import type { DryRun } from './dry-run.ts'
import type { Outcome } from './outcome.ts'
import type { Kind, Run } from './run.ts'

/**
 * Finds a record that has all that a row says, so that a file imported again creates nothing anew.
 * Rows of one file are not compared with each other: two of one name may be two people.
 */
export async function repeatedRecord(
  ctx: Context,
  { importId, match, onMatch }: Run,
  kind: Kind,
  draft: Draft,
  dryRun: DryRun | undefined,
  update: (record: RecordColumns) => Promise<Pick<Outcome, 'state'>>,
): Promise<RecordColumns | undefined> {
  if (match === 'none' || onMatch === 'create') return undefined
  const unchanged = async (id: string) => {
    const record = await kind.get(ctx, id)
    // The error undoes the change.
    if ((await update(record)).state !== 'unchanged') throw conflict('The row changes the record.')
    return record
  }
  for (const id of (await kind.namesakes?.(ctx, draft)) ?? []) {
    if (dryRun?.isOfFile(id) ?? (await wasCreatedByImport(ctx, importId, id))) continue
    const record = await withSavepoint(ctx, () => unchanged(id))
    if (!(record instanceof ApiError)) return record
  }
  return undefined
}
