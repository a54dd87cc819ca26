/** Changes of many people by one request, each row in its own savepoint. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { type BulkRow, forEachRow, type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import { invalid } from '../../errors.ts'
import { createPerson, type NewPerson } from './duplicates.ts'
import type { PersonInput } from './input.ts'
import { updatePerson } from './operations.ts'
import type { PersonRow } from './table.ts'
import { addPersonTags, removePersonTags } from './tags-and-collaborators.ts'

export function createPeople(
  ctx: Context,
  inputs: readonly NewPerson[],
): Promise<BulkRow<PersonRow>[]> {
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, inputs, (input) => createPerson(ctx, input))
}

export function updatePeople(
  ctx: Context,
  inputs: readonly (UpdateRow & PersonInput)[],
): Promise<BulkRow<PersonRow>[]> {
  requireScope(ctx.viewer, 'people.edit')
  return updateEachRow(ctx, inputs, (id, input) => updatePerson(ctx, id, input))
}

interface Tagging {
  ids: readonly string[]
  add?: readonly string[] | null
  remove?: readonly string[] | null
}

/** Adds and removes tags. @throws VALIDATION_ERROR without tags */
export async function tagPeople(
  ctx: Context,
  { ids, add, remove }: Tagging,
): Promise<BulkRow<PersonRow>[]> {
  const [added, removed] = [add ?? [], remove ?? []]
  if (added.length + removed.length === 0)
    throw invalid({
      field: 'add',
      code: 'REQUIRED_FIELD',
      message: 'needs tags to add, or `remove` tags to remove',
    })
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, ids, async (id) => {
    const { person } = await addPersonTags(ctx, id, added)
    return removed.length > 0 ? removePersonTags(ctx, id, removed) : person
  })
}
