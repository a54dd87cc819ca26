/** Ordered references to other records, in a table of their own, such as the people of a deal. */
import { type RawBuilder, sql } from 'kysely'
import { type AccessParams, type AccessScope, scopedQuery } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import { type Change, changesBetween } from '../events/changes.ts'
import { mapMaybePromise } from '../lib/async.ts'
import { listParam, query } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader, type Loader } from './loader.ts'

interface LinkTable<T extends TableName> {
  table: T
  /** The column of the record that has the list. */
  record: keyof Schema[T] & string
  /** The column of the records in the list. */
  target: keyof Schema[T] & string
  /** The name of the list in inputs and events. */
  field: string
  /** Restricts what the caller can view of the list; by default all of it. */
  canView?(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
}

interface Link {
  recordId: string
  targetId: string
}

export type WantedIds = readonly string[] | null | undefined

const targetIds = (links: readonly Link[] = []) => links.map(({ targetId }) => targetId)

export const linkList = <T extends TableName>(link: LinkTable<T>) => new LinkList(link)

class LinkList<T extends TableName> {
  /** Loads the ids that the caller can view, in the order of the list. */
  readonly load: Loader<string[]>
  readonly #link: LinkTable<T>
  readonly #allLinks = query((_, p: { companyId: string; ids: string }) => this.#select(p))
  readonly #visibleLinks = scopedQuery((p: AccessParams & { ids: string }, scope) => {
    const { table, target, canView } = this.#link
    return this.#select(p, canView && sql` and ${canView(p, scope, `${table}.${target}`)}`)
  })

  constructor(link: LinkTable<T>) {
    this.#link = link
    this.load = createLoader((ctx, ids) =>
      mapMaybePromise(this.#visibleLinks(ctx, { ids: listParam(ids) }), (links) => {
        const byRecord = Map.groupBy(links, ({ recordId }) => recordId)
        return new Map([...byRecord].map(([recordId, group]) => [recordId, targetIds(group)]))
      }),
    )
  }

  /** Creates a count of the records that the caller can view and that list one of the targets. */
  recordCounter(policy: Policy) {
    const { table, record, target } = this.#link
    const count = scopedQuery(
      (p: AccessParams & { ids: string }, scope) =>
        sql<{
          total: number
        }>`select count(*) as "total" from ${sql.table(policy.table)} where "companyId" = ${p.companyId} and ${policy.canView(p, scope)}
            and "id" in (select ${sql.ref(record)} from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(target, p.ids)})`,
    )
    return async (ctx: Context, ids: readonly string[]): Promise<number> =>
      (await count(ctx, { ids: listParam(ids) }))[0]?.total ?? 0
  }

  /** Replaces the list unless it is undefined; keeps records that the caller cannot view, last. */
  async replace(ctx: Context, recordId: string, wanted: WantedIds): Promise<Change[]> {
    if (wanted === undefined) return []
    const { field, canView } = this.#link
    const { companyId } = ctx.viewer
    const ids = listParam([recordId])
    const before = targetIds(await ctx.db.all(this.#allLinks, { companyId, ids }))
    const visible =
      canView && before.length > 0 ? targetIds(await this.#visibleLinks(ctx, { ids })) : before
    const hidden = before.filter((id) => !visible.includes(id))
    const after = [...new Set([...(wanted ?? []), ...hidden])]
    // A list that looks the same to the caller is unchanged, wherever its hidden records are.
    if (after.length === before.length && visible.every((id, index) => after[index] === id))
      return []
    const changes = changesBetween({ [field]: before }, { [field]: after }, [field])
    if (changes.length > 0) await this.#write(ctx, recordId, after)
    return changes
  }

  async #write(ctx: Context, recordId: string, ids: string[]): Promise<void> {
    const { table, record, target } = this.#link
    const key = { companyId: ctx.viewer.companyId, [record]: recordId }
    await ctx.db.delete(table, key as never)
    for (const [position, id] of ids.entries())
      await ctx.db.insert(table, { ...key, [target]: id, position } as never)
  }

  #select(p: { companyId: string; ids: string }, condition = sql``) {
    const { table, record, target } = this.#link
    return sql<Link>`select ${sql.ref(record)} as "recordId", ${sql.ref(target)} as "targetId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn(record, p.ids)}${condition} order by ${sql.ref(record)}, "position"`
  }
}
