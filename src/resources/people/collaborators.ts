import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { applyChanges, checkReferences, listReferences } from '../../crud/records.ts'
import { recordEvent } from '../../events/record-event.ts'
import { unknownUsers } from '../users/operations.ts'
import { listsOfPerson, replaceLists } from './lists.ts'
import { requireEditablePerson } from './operations.ts'
import type { PersonRow } from './table.ts'

/** Existing collaborators are ignored. @throws VALIDATION_ERROR for unknown users */
export const addPersonCollaborators = (
  ctx: Context,
  id: string,
  userIds: readonly string[],
): Promise<PersonRow> =>
  updateCollaborators(ctx, id, userIds, (before) => [...new Set([...before, ...userIds])])

/** Users who are not collaborators are ignored. @throws VALIDATION_ERROR for unknown users */
export const removePersonCollaborators = (
  ctx: Context,
  id: string,
  userIds: readonly string[],
): Promise<PersonRow> =>
  updateCollaborators(ctx, id, userIds, (before) =>
    before.filter((userId) => !userIds.includes(userId)),
  )

async function updateCollaborators(
  ctx: Context,
  id: string,
  userIds: readonly string[],
  next: (before: string[]) => string[],
): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const person = await requireEditablePerson(ctx, id)
  await checkReferences(unknownUsers(ctx, listReferences('userIds', userIds)))
  const before = await listsOfPerson(ctx, id)
  const collaboratorIds = next(before.collaboratorIds)
  if (collaboratorIds.length === before.collaboratorIds.length) return person
  const { row, changes } = await applyChanges(
    ctx,
    'people',
    person,
    {},
    await replaceLists(ctx, id, before, { collaboratorIds }),
  )
  recordEvent(ctx, { type: 'person.updated', record: row, changes })
  return row
}
