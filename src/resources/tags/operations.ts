import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/loader.ts'
import {
  applyChanges,
  checkReferences,
  checkVersion,
  deleteRecord,
  listReferences,
  newRecord,
  requireSomeField,
  unknownReferences,
} from '../../crud/records.ts'
import { conflict, type Detail, invalid, notFound } from '../../errors.ts'
import { type Change, changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { filteredList } from '../../filtering/filtered-list.ts'
import { inChunks, type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { listParam } from '../../store/query.ts'
import { tagFilterSpec } from './filter-spec.ts'
import { tagPolicy } from './policy.ts'
import {
  anybodyTagged,
  nextTagged,
  retag,
  tagById,
  tagsByIds,
  tagsByKeys,
  untag,
  untagLater,
} from './queries.ts'
import type { TagRow } from './table.ts'

/** Reading tags, and making those that a person is given. */
export type { TagRow }

/** What is shown of a tag. */
export type TagShown = Omit<TagRow, 'companyId' | 'nameKey'>

export const tagKeyOf = (name: string): string => name.toLowerCase()

/** The tags of the caller's company that have these ids. */
export const findTags = (ctx: Context, ids: readonly string[]) =>
  ctx.db.all(tagsByIds, { companyId: ctx.viewer.companyId, ids: listParam(ids) })

/** A tag of the caller's company, for `node`; nothing where there is none. */
export const loadTag = createLoader<TagRow>((ctx, ids) => mapMaybePromise(findTags(ctx, ids), byId))

/** @throws NOT_FOUND */
export async function getTag(ctx: Context, id: string): Promise<TagRow> {
  const tag = await ctx.db.first(tagById, { companyId: ctx.viewer.companyId, id })
  if (!tag) throw notFound('Tag')
  return tag
}

/** The tags of the company, as asked for. */
export const tags = filteredList({ spec: tagFilterSpec })

const findByKeys = (ctx: Context, keys: readonly string[]) =>
  ctx.db.all(tagsByKeys, { companyId: ctx.viewer.companyId, keys: listParam(keys) })

/** @throws CONFLICT when another tag than this one has the name, in any case */
export async function checkNameIsFree(ctx: Context, name: string, id?: string): Promise<void> {
  if ((await findByKeys(ctx, [tagKeyOf(name)])).every((each) => each.id === id)) return
  throw conflict('Another tag has this name', {
    details: [{ field: 'name', code: 'INVALID_VALUE', message: 'is the name of another tag' }],
  })
}

/**
 * The tags of these names, unique ignoring case; those that do not exist are created (contract,
 * clause 4, "People").
 */
export async function findOrCreateTags(ctx: Context, names: readonly string[]): Promise<TagRow[]> {
  const wanted = new Map<string, string>()
  for (const name of names) if (!wanted.has(tagKeyOf(name))) wanted.set(tagKeyOf(name), name)
  const found = await findByKeys(ctx, [...wanted.keys()])
  const known = new Map(found.map((tag) => [tag.nameKey, tag]))
  const tags: TagRow[] = []
  for (const [nameKey, name] of wanted)
    tags.push(known.get(nameKey) ?? (await insertTag(ctx, name)))
  return tags
}

/** A new tag; that nobody has its name is the caller's to know. */
export async function insertTag(ctx: Context, name: string): Promise<TagRow> {
  const row: TagRow = { ...newRecord(ctx, 'tag'), name, nameKey: tagKeyOf(name) }
  await ctx.db.insert('tags', row)
  recordEvent(ctx, { type: 'tag.created', record: row, changes: changesBetween({}, row, ['name']) })
  return row
}

/** Creating, renaming, merging and deleting tags. */

/**
 * Creates a tag that nobody has yet. @throws CONFLICT when another tag has the name, in any case
 */
export async function createTag(ctx: Context, { name }: { name: string }): Promise<TagRow> {
  requireScope(ctx.viewer, 'tags.manage')
  await checkNameIsFree(ctx, name)
  return insertTag(ctx, name)
}

/**
 * Renames a tag on everybody who has it. @throws NOT_FOUND, CONFLICT when another tag has the name,
 * in any case
 */
export async function updateTag(
  ctx: Context,
  id: string,
  input: { name?: string },
): Promise<TagRow> {
  const tag = await tagToChange(ctx, id)
  const { name = tag.name } = requireSomeField(input)
  await checkNameIsFree(ctx, name, id)
  const { row, changes } = await applyChanges(ctx, 'tags', tag, { name, nameKey: tagKeyOf(name) })
  if (changes.length > 0)
    recordEvent(ctx, {
      type: 'tag.updated',
      record: row,
      changes: changes.filter(({ field }) => field !== 'nameKey'),
    })
  return row
}

/**
 * Puts a tag in the place of others on everybody who has them, and deletes those. Who had several
 * of them keeps the first place. The people themselves get neither an event nor a new version, as
 * when a tag is renamed: there can be a million of them. The events of the tags say what happened,
 * and to how many.
 * @throws NOT_FOUND, VALIDATION_ERROR when one of the others is not there, or is the tag itself
 */
export async function mergeTags(
  ctx: Context,
  id: string,
  otherIds: readonly string[],
): Promise<TagRow> {
  const tag = await tagToChange(ctx, id)
  const itself: Detail[] = otherIds.flatMap((other, index) =>
    other === id
      ? [{ field: `otherIds[${index}]`, code: 'INVALID_VALUE', message: 'is the tag that stays' }]
      : [],
  )
  if (itself.length > 0) throw invalid(itself)
  await checkReferences(
    unknownReferences(listReferences('otherIds', otherIds), 'tag', (ids) => findTags(ctx, ids)),
  )
  return absorb(ctx, tag, await findTags(ctx, otherIds))
}

/**
 * Deletes a tag for good. One that somebody has needs another for its people (`moveTo`), or an
 * explicit `detach`, which takes it off everybody. As with a merge, the people get no event of
 * their own.
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when it is in use and neither is given
 */
export async function deleteTag(
  ctx: Context,
  id: string,
  { moveTo, detach }: { moveTo?: string | null; detach?: boolean | null } = {},
): Promise<{ id: string }> {
  const tag = await tagToChange(ctx, id)
  if (moveTo != null && detach)
    throw invalid([
      {
        field: 'detach',
        code: 'INVALID_VALUE',
        message: 'cannot stand beside moveTo: give one of the two',
      },
    ])
  if (moveTo != null) {
    const [target] = moveTo === id ? [] : await findTags(ctx, [moveTo])
    if (!target)
      throw invalid([{ field: 'moveTo', code: 'INVALID_REFERENCE', message: 'names no other tag' }])
    await absorb(ctx, target, [tag])
    return { id }
  }
  // Not how many: the caller may not see them.
  if (!detach && (await ctx.db.first(anybodyTagged, { companyId: tag.companyId, tagId: id })))
    throw conflict(
      'The tag is in use: name another for the contacts who have it (moveTo), or have it taken off everybody (detach)',
    )
  await remove(ctx, tag, await overPeople(ctx, tag, (some) => ctx.db.run(untag, some)))
  return { id }
}

/** @throws NOT_FOUND */
async function tagToChange(ctx: Context, id: string): Promise<TagRow> {
  requireScope(ctx.viewer, 'tags.manage')
  return checkVersion(ctx, await getTag(ctx, id))
}

async function absorb(ctx: Context, tag: TagRow, others: TagRow[]): Promise<TagRow> {
  for (const other of others) {
    const people = await overPeople(ctx, other, async (some) => {
      await ctx.db.run(untagLater, { ...some, otherId: tag.id })
      await ctx.db.run(untagLater, { ...some, tagId: tag.id, otherId: other.id })
      await ctx.db.run(retag, { ...some, otherId: tag.id })
    })
    await remove(ctx, other, people, [{ field: 'mergedInto', from: null, to: tag.id }])
  }
  const { row, changes } = await applyChanges(ctx, 'tags', tag, {}, [
    { field: 'mergedTags', from: [], to: others.map((other) => other.name) },
  ])
  recordEvent(ctx, { type: 'tag.merged', record: row, changes })
  return row
}

/**
 * Does something to everybody who has a tag, which then has nobody, a slice at a time. @returns how
 * many they were
 */
const overPeople = (
  ctx: Context,
  { companyId, id }: TagRow,
  work: (some: { companyId: string; tagId: string; people: string }) => MaybePromise<unknown>,
) =>
  inChunks(async (limit) => {
    const people = await ctx.db.all(nextTagged, { companyId, tagId: id, limit })
    await work({ companyId, tagId: id, people: listParam(people.map((row) => row.personId)) })
    return people.length
  })

async function remove(
  ctx: Context,
  tag: TagRow,
  people: number,
  also: Change[] = [],
): Promise<void> {
  const changes = [
    ...changesBetween({ ...tag, people }, { people: 0 }, ['name', 'people']),
    ...also,
  ]
  await deleteRecord(ctx, tagPolicy, tag, { type: 'tag.deleted', changes })
}
