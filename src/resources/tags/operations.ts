import { require } from '../../auth/viewer.ts'
import { batch, type Context } from '../../context.ts'
import { conflict, notFound } from '../../errors.ts'
import { changesBetween, record } from '../../events/record.ts'
import { countFor, pageFor } from '../../list.ts'
import { applyChanges, checkVersion, newRecord, notEmpty } from '../../records.ts'
import type { Filters, Window } from '../../store/page.ts'
import { listParam } from '../../store/sql.ts'
import { tagById, tagList, tagsByIds, tagsByKeys } from './queries.ts'
import type { TagRow } from './table.ts'

export type { TagRow }

export const tagKeyOf = (name: string): string => name.toLowerCase()

/** A tag of the caller's company, for `node`; nothing where there is none. */
export const loadTag = batch<TagRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(tagsByIds, { companyId: ctx.viewer.companyId, ids: listParam(ids) })
  return new Map(rows.map((tag) => [tag.id, tag]))
})

/** @throws NOT_FOUND */
export async function getTag(ctx: Context, id: string): Promise<TagRow> {
  const tag = await ctx.db.first(tagById, { companyId: ctx.viewer.companyId, id })
  if (!tag) throw notFound('Tag')
  return tag
}

/** The whole catalogue, or the tag of one name in any case. */
export const tagFilters = (name: string | null | undefined): Filters => (name == null ? {} : { nameKey: tagKeyOf(name.normalize('NFC').trim()) })

export const listTags = (ctx: Context, filters: Filters, window: Window) => pageFor(ctx, tagList, null, filters, window)
export const countTags = (ctx: Context, filters: Filters) => countFor(ctx, tagList, null, filters)

const findByKeys = (ctx: Context, keys: string[]) => ctx.db.all(tagsByKeys, { companyId: ctx.viewer.companyId, keys: listParam(keys) })

/** The tags of these names, unique ignoring case; those that do not exist are created (contract, clause 4, "People"). */
export async function findOrCreateTags(ctx: Context, names: readonly string[]): Promise<TagRow[]> {
  const wanted = new Map<string, string>()
  for (const name of names) if (!wanted.has(tagKeyOf(name))) wanted.set(tagKeyOf(name), name)
  const found = await findByKeys(ctx, [...wanted.keys()])
  const known = new Map(found.map((tag) => [tag.nameKey, tag]))
  const tags: TagRow[] = []
  for (const [nameKey, name] of wanted) tags.push(known.get(nameKey) ?? (await createTag(ctx, name, nameKey)))
  return tags
}

async function createTag(ctx: Context, name: string, nameKey: string): Promise<TagRow> {
  const row: TagRow = { ...newRecord(ctx, 'tag'), name, nameKey }
  await ctx.db.insert('tags', row)
  record(ctx, { type: 'tag.created', record: row, changes: changesBetween({}, row, ['name']) })
  return row
}

/** Renames a tag on everybody who has it. @throws NOT_FOUND, CONFLICT when another tag has the name, in any case */
export async function updateTag(ctx: Context, id: string, input: { name?: string }): Promise<TagRow> {
  require(ctx.viewer, 'tags.manage')
  const tag = checkVersion(ctx, await getTag(ctx, id))
  const { name = tag.name } = notEmpty(input)
  const nameKey = tagKeyOf(name)
  if ((await findByKeys(ctx, [nameKey])).some((each) => each.id !== id))
    throw conflict('Another tag has this name', { details: [{ field: 'name', code: 'INVALID_VALUE', message: 'is the name of another tag' }] })
  const { row, changes } = await applyChanges(ctx, 'tags', tag, { name, nameKey })
  if (changes.length > 0) record(ctx, { type: 'tag.updated', record: row, changes: changes.filter(({ field }) => field === 'name') })
  return row
}

/** Deletes a tag and takes it off everybody who has it; the event says how many they were. @throws NOT_FOUND */
export async function deleteTag(ctx: Context, id: string): Promise<{ id: string }> {
  require(ctx.viewer, 'tags.manage')
  const tag = checkVersion(ctx, await getTag(ctx, id))
  const { companyId } = tag
  const people = await ctx.db.delete('personTags', { companyId, tagId: id })
  await ctx.db.delete('tags', { companyId, id })
  record(ctx, { type: 'tag.deleted', record: tag, changes: [...changesBetween(tag, {}, ['name']), { field: 'people', from: people, to: 0 }] })
  return { id }
}
