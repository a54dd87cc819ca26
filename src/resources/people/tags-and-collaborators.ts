/** Adds and removes tags and collaborators of people. */
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { forEachRow } from '../../crud/bulk.ts'
import { checkReferences, listReferences, updateRecord } from '../../crud/records.ts'
import { createDetail, invalid } from '../../errors.ts'
import type { Change } from '../../events/table.ts'
import { findOrCreateTags, toTagKey } from '../tags/operations.ts'
import { findUnknownUsers } from '../users/operations.ts'
import { readListsOfPerson, readTagsOfPerson, replaceLists } from './lists.ts'
import { getPersonForUpdate } from './operations.ts'
import type { PersonRow } from './table.ts'

type Tags = { name: string }[]

const toTagChanges = (before: Tags, after: Tags): Change[] => [
  { field: 'tags', from: before.map(({ name }) => name), to: after.map(({ name }) => name) },
]

/**
 * Adds tags to a person: creates unknown tags and ignores tags that the person already has.
 * @returns the number of added tags, and the person
 */
export async function addPersonTags(ctx: Context, id: string, names: readonly string[]) {
  const person = await getPersonForUpdate(ctx, id)
  const currentTags = await readTagsOfPerson(ctx, id)
  const tags = await findOrCreateTags(ctx, names)
  const addedTags = tags.filter((tag) => !currentTags.some(({ id }) => id === tag.id))
  if (addedTags.length === 0) return { count: 0, person }
  const key = { companyId: person.companyId, personId: id }
  const nextPosition = Math.max(-1, ...currentTags.map((tag) => tag.position)) + 1
  for (const [index, tag] of addedTags.entries())
    await ctx.db.insert('personTags', { ...key, position: nextPosition + index, tagId: tag.id })
  const changes = toTagChanges(currentTags, [...currentTags, ...addedTags])
  const row = await updateRecord(ctx, 'people', person, {}, 'person.tagged', changes)
  return { count: addedTags.length, person: row }
}

/** Removes tags from a person, ignoring tags that the person does not have. */
export async function removePersonTags(ctx: Context, id: string, names: readonly string[]) {
  const person = await getPersonForUpdate(ctx, id)
  const currentTags = await readTagsOfPerson(ctx, id)
  const removedKeys = new Set(names.map(toTagKey))
  const removedTags = currentTags.filter((tag) => removedKeys.has(tag.nameKey))
  if (removedTags.length === 0) return person
  for (const tag of removedTags)
    await ctx.db.delete('personTags', { companyId: person.companyId, personId: id, tagId: tag.id })
  const remainingTags = currentTags.filter((tag) => !removedKeys.has(tag.nameKey))
  const changes = toTagChanges(currentTags, remainingTags)
  return updateRecord(ctx, 'people', person, {}, 'person.updated', changes)
}

interface TagPeopleInput {
  ids: readonly string[]
  add?: readonly string[] | null
  remove?: readonly string[] | null
}

/** Adds and removes tags of people. @throws FORBIDDEN, VALIDATION_ERROR if the input has no tags */
export async function tagPeople(ctx: Context, { ids, add, remove }: TagPeopleInput) {
  const [addedNames, removedNames] = [add ?? [], remove ?? []]
  if (addedNames.length + removedNames.length === 0)
    throw invalid(createDetail('add', 'REQUIRED_FIELD', 'must not be empty if `remove` is empty'))
  requireScope(ctx.viewer, 'people.edit')
  return forEachRow(ctx, ids, async (id) => {
    const { person } = await addPersonTags(ctx, id, addedNames)
    return removedNames.length > 0 ? removePersonTags(ctx, id, removedNames) : person
  })
}

/** Adds collaborators. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for unknown users */
export const addPersonCollaborators = (ctx: Context, id: string, userIds: readonly string[]) =>
  updateCollaborators(ctx, id, userIds, (currentIds) => [...new Set([...currentIds, ...userIds])])

/** Removes collaborators. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR for unknown users */
export const removePersonCollaborators = (ctx: Context, id: string, userIds: readonly string[]) =>
  updateCollaborators(ctx, id, userIds, (currentIds) =>
    currentIds.filter((userId) => !userIds.includes(userId)),
  )

async function updateCollaborators(
  ctx: Context,
  id: string,
  userIds: readonly string[],
  computeNextIds: (currentIds: string[]) => string[],
): Promise<PersonRow> {
  const person = await getPersonForUpdate(ctx, id)
  await checkReferences(findUnknownUsers(ctx, listReferences('userIds', userIds)))
  const currentLists = await readListsOfPerson(ctx, id)
  const collaboratorIds = computeNextIds(currentLists.collaboratorIds)
  if (collaboratorIds.length === currentLists.collaboratorIds.length) return person
  const changes = await replaceLists(ctx, id, currentLists, { collaboratorIds })
  return updateRecord(ctx, 'people', person, {}, 'person.updated', changes)
}
