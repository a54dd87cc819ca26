/** Adding and removing the tags and collaborators of a person. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { applyChanges, checkReferences, listReferences } from '../../crud/records.ts'
import type { Change } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { listParam } from '../../store/query.ts'
import { findOrCreateTags, tagKeyOf } from '../tags/operations.ts'
import { unknownUsers } from '../users/operations.ts'
import { listsOfPerson, replaceLists } from './lists.ts'
import { requireEditablePerson } from './operations.ts'
import { tagsOfPeople } from './queries.ts'
import type { PersonRow } from './table.ts'

const currentTags = (ctx: Context, id: string) =>
  ctx.db.all(tagsOfPeople, { companyId: ctx.viewer.companyId, people: listParam([id]) })

const tagChanges = (from: string[], to: string[]): Change[] => [{ field: 'tags', from, to }]

/**
 * Adds tags, creating new ones and ignoring tags that the person has.
 * @returns the number of added tags, and the person
 */
export async function addPersonTags(
  ctx: Context,
  id: string,
  names: readonly string[],
): Promise<{ count: number; person: PersonRow }> {
  requireScope(ctx.viewer, 'people.edit')
  const person = await requireEditablePerson(ctx, id)
  const before = await currentTags(ctx, id)
  const tags = await findOrCreateTags(ctx, names)
  const added = tags.filter((tag) => !before.some((each) => each.id === tag.id))
  if (added.length === 0) return { count: 0, person }
  const nextPosition = Math.max(-1, ...before.map((tag) => tag.position)) + 1
  for (const [index, tag] of added.entries())
    await ctx.db.insert('personTags', {
      companyId: person.companyId,
      personId: id,
      position: nextPosition + index,
      tagId: tag.id,
    })
  const from = before.map((tag) => tag.name)
  const { row, changes } = await applyChanges(
    ctx,
    'people',
    person,
    {},
    tagChanges(from, [...from, ...added.map((tag) => tag.name)]),
  )
  recordEvent(ctx, { type: 'person.tagged', record: row, changes })
  return { count: added.length, person: row }
}

/** Removes tags, ignoring tags that the person does not have. */
export async function removePersonTags(
  ctx: Context,
  id: string,
  names: readonly string[],
): Promise<PersonRow> {
  requireScope(ctx.viewer, 'people.edit')
  const person = await requireEditablePerson(ctx, id)
  const before = await currentTags(ctx, id)
  const removedKeys = new Set(names.map(tagKeyOf))
  const removed = before.filter((tag) => removedKeys.has(tag.nameKey))
  if (removed.length === 0) return person
  for (const tag of removed)
    await ctx.db.delete('personTags', { companyId: person.companyId, personId: id, tagId: tag.id })
  const remaining = before.filter((tag) => !removedKeys.has(tag.nameKey))
  const { row, changes } = await applyChanges(
    ctx,
    'people',
    person,
    {},
    tagChanges(
      before.map((tag) => tag.name),
      remaining.map((tag) => tag.name),
    ),
  )
  recordEvent(ctx, { type: 'person.updated', record: row, changes })
  return row
}

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
