import { batch, type Context } from '../../context.ts'
import { changesBetween, record } from '../../events/record.ts'
import { newRecord } from '../../records.ts'
import { listParam } from '../../store/sql.ts'
import { tagsByIds, tagsByKeys } from './queries.ts'
import type { TagRow } from './table.ts'

export type { TagRow }

export const tagKeyOf = (name: string): string => name.toLowerCase()

/** A tag of the caller's company, for `node`; nothing where there is none. */
export const loadTag = batch<TagRow>(async (ctx, ids) => {
  const rows = await ctx.db.all(tagsByIds, { companyId: ctx.viewer.companyId, ids: listParam(ids) })
  return new Map(rows.map((tag) => [tag.id, tag]))
})

/** The tags of these names, unique ignoring case; those that do not exist are created (contract, clause 4, "People"). */
export async function findOrCreateTags(ctx: Context, names: readonly string[]): Promise<TagRow[]> {
  const wanted = new Map<string, string>()
  for (const name of names) if (!wanted.has(tagKeyOf(name))) wanted.set(tagKeyOf(name), name)
  const found = await ctx.db.all(tagsByKeys, { companyId: ctx.viewer.companyId, keys: listParam([...wanted.keys()]) })
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
