import type { Context } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import { newRecord } from '../../crud/records.ts'
import { conflict, notFound } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import { finder } from '../../filtering/find.ts'
import { after } from '../../store/maybe.ts'
import { listParam } from '../../store/sql.ts'
import { tagKind, tagsFound } from './kind.ts'
import { tagById, tagList, tagsByIds, tagsByKeys } from './queries.ts'
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
export const loadTag = createLoader<TagRow>((ctx, ids) => after(findTags(ctx, ids), byId))

/** @throws NOT_FOUND */
export async function getTag(ctx: Context, id: string): Promise<TagRow> {
  const tag = await ctx.db.first(tagById, { companyId: ctx.viewer.companyId, id })
  if (!tag) throw notFound('Tag')
  return tag
}

/** The tags of the company, as asked for. */
export const tags = finder({
  kind: tagKind,
  queries: tagsFound,
  plain: tagList,
  options: () => null,
})

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
