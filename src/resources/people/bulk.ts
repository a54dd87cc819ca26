import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { type BulkRow, forEachRow, type UpdateRow, updateEachRow } from '../../crud/bulk.ts'
import { invalid } from '../../errors.ts'
import { createPerson, type NewPerson } from './duplicates.ts'
import type { PersonInput } from './input.ts'
import { updatePerson } from './operations.ts'
import type { PersonRow } from './table.ts'
import { addPersonTags, removePersonTags } from './tagging.ts'

/** Creates people, each like `createPerson`. */
export function createPeople(
  ctx: Context,
  inputs: readonly NewPerson[],
): Promise<BulkRow<PersonRow>[]> {
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, inputs, (input) => createPerson(ctx, input))
}

/** Updates people, each like `updatePerson`. */
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

/**
 * Puts tags on people and takes tags off them. @throws VALIDATION_ERROR where there is nothing to
 * do
 */
export async function tagPeople(
  ctx: Context,
  { ids, add, remove }: Tagging,
): Promise<BulkRow<PersonRow>[]> {
  const [adding, removing] = [add ?? [], remove ?? []]
  if (adding.length + removing.length === 0)
    throw invalid([
      { field: 'add', code: 'REQUIRED_FIELD', message: 'give tags to add or to remove' },
    ])
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, ids, async (id) => {
    const { person } = await addPersonTags(ctx, id, adding)
    return removing.length > 0 ? removePersonTags(ctx, id, removing) : person
  })
}
