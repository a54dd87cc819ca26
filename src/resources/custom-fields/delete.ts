/** Deletes custom fields with their values. */
import { requireScope } from '../../access/viewer.ts'
import { type Context, type Deps, timestamp } from '../../context.ts'
import { renumber } from '../../crud/positions.ts'
import { checkVersion } from '../../crud/records.ts'
import { conflict } from '../../errors.ts'
import { recordEvent } from '../../events/record-event.ts'
import { inChunks } from '../../lib/event-loop.ts'
import { asSystem, forEachCompany } from '../companies/operations.ts'
import { fieldChanges, getField, listFields, toRow } from './operations.ts'
import { deletedFields, deleteValues, firstValueOf } from './queries.ts'

/** Values deleted in one transaction; housekeeping deletes the others, which nobody can view. */
export const valuesPerTransaction = 1000

/** Deletes a field and its values. @throws NOT_FOUND, CONFLICT if it has values, without `force` */
export async function deleteCustomField(
  ctx: Context,
  id: string,
  force: boolean,
): Promise<{ id: string }> {
  requireScope(ctx.viewer, 'customfields.manage')
  const field = checkVersion(ctx, await getField(ctx, id))
  const { companyId, recordKind: kind } = field
  if (!force && (await ctx.db.first(firstValueOf(kind), { companyId, fieldId: id })))
    throw conflict('The field has values: set `force` to delete them too')
  const others = (await listFields(ctx, kind)).filter((each) => each.id !== id)
  const limit = valuesPerTransaction
  const deleted = await ctx.db.run(deleteValues(kind), { companyId, fieldId: id, limit })
  if (deleted < limit) await ctx.db.delete('customFields', { companyId, id })
  // The id as the key frees the key for other fields.
  else
    await ctx.db.update('customFields', { companyId, id }, { deletedAt: timestamp(ctx), key: id })
  recordEvent(ctx, {
    type: 'customField.deleted',
    record: field,
    changes: fieldChanges(field, undefined),
  })
  await renumber(ctx, 'customFields', others.map(toRow))
  return { id }
}

/** Deletes the remaining values of deleted fields. @returns the number of fields */
export async function purgeDeletedFields(deps: Deps): Promise<number> {
  let purged = 0
  await forEachCompany(deps, async (company) => {
    const { id: companyId } = company
    const fields = await deps.store
      .forCompany(companyId)
      .readLatest((db) => db.all(deletedFields, { companyId }))
    for (const { id, recordKind } of fields) {
      const deleteChunk = (limit: number) =>
        asSystem(deps, company, (ctx) =>
          ctx.db.run(deleteValues(recordKind), { companyId, fieldId: id, limit }),
        )
      await inChunks(deleteChunk, valuesPerTransaction)
      await asSystem(deps, company, (ctx) => ctx.db.delete('customFields', { companyId, id }))
      purged++
    }
  })
  return purged
}
