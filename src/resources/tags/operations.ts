import { sql } from 'kysely'
import { requireScope } from '../../access/scopes.ts'
import type { Context } from '../../context.ts'
import { loadAll } from '../../crud/loader.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  createReferenceCheck,
  deleteRecord,
  insertRecord,
  listReferences,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import { changesBetween } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { inChunks, type MaybePromise } from '../../lib/async.ts'
import { encodeListParam, query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import { tagFilterSpec } from './filter-spec.ts'
import { tagPolicy } from './policy.ts'
import type { TagRow } from './table.ts'

export type { TagRow }

/** The columns of a tag that clients can read. */
export type VisibleTag = Omit<TagRow, 'companyId' | 'nameKey'>

export const toTagKey = (name: string): string => name.toLowerCase()

const tagsByKeys = query(
  (_, p: { companyId: string; keys: string }) =>
    sql<TagRow>`select * from "tags" where "companyId" = ${p.companyId} and ${isIn('nameKey', p.keys)} order by "nameKey"`,
)

/** Selects up to `limit` people with the tag. */
const peopleWithTag = query(
  (_, p: { companyId: string; tagId: string; limit: number }) => sql<{ personId: string }>`
    select "personId" from "personTags" where "companyId" = ${p.companyId} and "tagId" = ${p.tagId} order by "personId" limit ${p.limit}`,
)

type TaggedPeopleParams = { companyId: string; tagId: string; people: string }

const tagCondition = (p: TaggedPeopleParams) =>
  sql`"companyId" = ${p.companyId} and "tagId" = ${p.tagId} and ${isIn('personId', p.people)}`

const removeTag = query(
  (_, p: TaggedPeopleParams) => sql`delete from "personTags" where ${tagCondition(p)}`,
)

/** Removes a tag from people who have the other tag in an earlier position. */
const removeLaterTag = query(
  (_, p: TaggedPeopleParams & { otherId: string }) =>
    sql`delete from "personTags" where ${tagCondition(p)} and exists (
      select 1 from "personTags" as "other" where "other"."companyId" = ${p.companyId} and "other"."personId" = "personTags"."personId"
        and "other"."tagId" = ${p.otherId} and "other"."position" < "personTags"."position")`,
)

/** Replaces a tag with the other tag on people. */
const replaceTag = query(
  (_, p: TaggedPeopleParams & { otherId: string }) =>
    sql`update "personTags" set "tagId" = ${p.otherId} where ${tagCondition(p)}`,
)

const tagReads = createRecordReads(tagPolicy, 'Tag', { scope: 'tags.manage' })
export const { get: getTag, load: loadTag } = tagReads

const findUnknownTags = createReferenceCheck('tag', (ctx, ids) => loadAll(ctx, ids, loadTag))

export const tags = createFilteredList({ spec: tagFilterSpec })

const findTagsByKeys = (ctx: Context, keys: readonly string[]) =>
  ctx.db.all(tagsByKeys, { companyId: ctx.viewer.companyId, keys: encodeListParam(keys) })

/** Checks a name. @throws CONFLICT if a tag other than `id` has the name, ignoring case */
async function requireUnusedName(ctx: Context, name: string, id?: string): Promise<void> {
  if ((await findTagsByKeys(ctx, [toTagKey(name)])).every((tag) => tag.id === id)) return
  const details = [createDetail('name', 'INVALID_VALUE', 'is the name of another tag')]
  throw conflict('Another tag has this name', { details })
}

/** Finds tags by name, ignoring case, and creates missing tags (contract, clause 4, "People"). */
export async function findOrCreateTags(ctx: Context, names: readonly string[]): Promise<TagRow[]> {
  const nameByKey = new Map<string, string>()
  for (const name of names) if (!nameByKey.has(toTagKey(name))) nameByKey.set(toTagKey(name), name)
  const existingTags = await findTagsByKeys(ctx, [...nameByKey.keys()])
  const tagByKey = new Map(existingTags.map((tag) => [tag.nameKey, tag]))
  const tags: TagRow[] = []
  for (const [nameKey, name] of nameByKey)
    tags.push(tagByKey.get(nameKey) ?? (await insertTag(ctx, name)))
  return tags
}

function insertTag(ctx: Context, name: string): Promise<TagRow> {
  const row = { ...newRecord(ctx, 'tag'), name, nameKey: toTagKey(name) }
  return insertRecord(ctx, 'tags', row, 'tag.created', ['name'])
}

/** Creates a tag. @throws FORBIDDEN, CONFLICT if another tag has the name, ignoring case */
export async function createTag(ctx: Context, { name }: { name: string }): Promise<TagRow> {
  requireScope(ctx.viewer, 'tags.manage')
  await requireUnusedName(ctx, name)
  return insertTag(ctx, name)
}

/** Renames a tag. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a name in use */
export async function updateTag(ctx: Context, id: string, input: { name?: string }) {
  const tag = await tagReads.getForUpdate(ctx, id)
  const { name = tag.name } = requireSomeField(input)
  await requireUnusedName(ctx, name, id)
  return updateRecord(ctx, 'tags', tag, { name, nameKey: toTagKey(name) }, 'tag.updated')
}

/**
 * Replaces other tags with this tag on all people, and deletes the other tags. A person with
 * several of the tags keeps the first position. People get neither an event nor a new version,
 * since a million people may have the tag. Each tag's deletion event contains its number of people.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR if `otherIds` contains `id` or an unknown id
 */
export async function mergeTags(ctx: Context, id: string, otherIds: readonly string[]) {
  const tag = await tagReads.getForUpdate(ctx, id)
  const selfReferences = otherIds.flatMap((otherId, index) =>
    otherId === id
      ? [createDetail(`otherIds[${index}]`, 'INVALID_VALUE', 'must differ from the remaining tag')]
      : [],
  )
  if (selfReferences.length > 0) throw invalid(selfReferences)
  await checkReferences(findUnknownTags(ctx, listReferences('otherIds', otherIds)))
  return absorbTags(ctx, tag, await loadAll(ctx, [...new Set(otherIds)].sort(), loadTag))
}

/** The tag that replaces a deleted tag, or `detach` to remove the deleted tag from all people. */
type TagReplacement = { moveTo?: string | null; detach?: boolean | null }

/**
 * Deletes a tag. A tag in use requires a replacement. The deletion records no event for people.
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT for a tag in use without a replacement
 */
export async function deleteTag(
  ctx: Context,
  id: string,
  { replacement }: { replacement?: TagReplacement | null | undefined },
): Promise<{ id: string }> {
  const { moveTo, detach } = replacement ?? {}
  const tag = await tagReads.getForUpdate(ctx, id)
  if (moveTo != null) {
    const target = moveTo === id ? undefined : await loadTag(ctx, moveTo)
    if (!target)
      throw invalid(createDetail('replacement.moveTo', 'INVALID_REFERENCE', 'must be another tag'))
    await absorbTags(ctx, target, [tag])
    return { id }
  }
  const { companyId } = tag
  // The message contains no count, because the caller may be unable to view the people.
  if (!detach && (await ctx.db.first(peopleWithTag, { companyId, tagId: id, limit: 1 })))
    throw conflict(
      'The tag is in use: set `moveTo` to the tag that replaces it, or `detach: true` to remove it from all contacts',
    )
  const personCount = await forEachChunk(ctx, tag, (people) => ctx.db.run(removeTag, people))
  await deleteWithCount(ctx, tag, personCount)
  return { id }
}

async function absorbTags(ctx: Context, tag: TagRow, otherTags: TagRow[]): Promise<TagRow> {
  for (const otherTag of otherTags) {
    const personCount = await forEachChunk(ctx, otherTag, async (people) => {
      await ctx.db.run(removeLaterTag, { ...people, otherId: tag.id })
      await ctx.db.run(removeLaterTag, { ...people, tagId: tag.id, otherId: otherTag.id })
      await ctx.db.run(replaceTag, { ...people, otherId: tag.id })
    })
    await deleteWithCount(ctx, otherTag, personCount, [
      { field: 'mergedInto', from: null, to: tag.id },
    ])
  }
  return updateRecord(ctx, 'tags', tag, {}, 'tag.merged', [
    { field: 'mergedTags', from: [], to: otherTags.map((otherTag) => otherTag.name) },
  ])
}

/** Calls `work` with chunks of a tag's people until no person has the tag. @returns their number */
const forEachChunk = (
  ctx: Context,
  { companyId, id }: TagRow,
  work: (people: TaggedPeopleParams) => MaybePromise<unknown>,
) =>
  inChunks(async (limit) => {
    const people = await ctx.db.all(peopleWithTag, { companyId, tagId: id, limit })
    await work({ companyId, tagId: id, people: encodeListParam(people.map((row) => row.personId)) })
    return people.length
  })

/** Deletes a tag. The event contains the number of people who had the tag. */
async function deleteWithCount(
  ctx: Context,
  tag: TagRow,
  personCount: number,
  otherChanges: Change[] = [],
): Promise<void> {
  const countChanges = changesBetween({ people: personCount }, { people: 0 }, ['people'])
  const changes = [...countChanges, ...otherChanges]
  await deleteRecord(ctx, tagPolicy, tag, 'tag.deleted', ['name'], changes)
}
