/** Ordered references to other records, in a table of their own, such as the people of a deal. */
import { type RawBuilder, sql } from 'kysely'
import { type AccessParams, type AccessScope, scopedQuery } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import { type Change, changesBetween } from '../events/changes.ts'
import { mapMaybePromise } from '../lib/async.ts'
import { encodeListParam, query } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader, type Loader } from './loader.ts'

interface LinkTable<T extends TableName> {
  table: T
  /** The column that references the record with the list. */
  recordColumn: keyof Schema[T] & string
  /** The column that references the records in the list. */
  targetColumn: keyof Schema[T] & string
  /** The name of the list in inputs and events. */
  field: string
  /** Restricts which entries the caller can view; by default all. */
  canView?(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
}

type Link = { recordId: string; targetId: string }

export type IdsInput = readonly string[] | null | undefined

const toIds = (links: readonly Link[] = []) => links.map(({ targetId }) => targetId)

export class LinkList<T extends TableName> {
  /** Loads the ids that the caller can view, in the order of the list. */
  readonly load: Loader<string[]>
  readonly #link: LinkTable<T>
  readonly #allLinks = query((_, p: { companyId: string; ids: string }) => this.#select(p))
  readonly #visibleLinks = scopedQuery((p: AccessParams & { ids: string }, scope) => {
    const { table, targetColumn, canView } = this.#link
    return this.#select(p, canView && sql` and ${canView(p, scope, `${table}.${targetColumn}`)}`)
  })

  constructor(link: LinkTable<T>) {
    this.#link = link
    this.load = createLoader((ctx, ids) =>
      mapMaybePromise(this.#visibleLinks(ctx, { ids: encodeListParam(ids) }), (links) => {
        const linksByRecord = Map.groupBy(links, ({ recordId }) => recordId)
        return new Map([...linksByRecord].map(([id, group]) => [id, toIds(group)]))
      }),
    )
  }

  /** Creates a function that counts the viewable records whose lists contain one of the targets. */
  createRecordCounter(policy: Policy) {
    const { table, recordColumn, targetColumn } = this.#link
    const count = scopedQuery(
      (p: AccessParams & { ids: string }, scope) =>
        sql<{ total: number }>`select count(*) as "total" from ${sql.table(policy.table)}
          where "companyId" = ${p.companyId} and ${policy.canView(p, scope)}
            and "id" in (select ${sql.ref(recordColumn)} from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(targetColumn, p.ids)})`,
    )
    return async (ctx: Context, ids: readonly string[]): Promise<number> =>
      (await count(ctx, { ids: encodeListParam(ids) }))[0]?.total ?? 0
  }

  /** Replaces the list unless `newIds` is undefined; keeps entries hidden from the caller, last. */
  async replace(ctx: Context, recordId: string, newIds: IdsInput): Promise<Change[]> {
    if (newIds === undefined) return []
    const { field, canView } = this.#link
    const { companyId } = ctx.viewer
    const ids = encodeListParam([recordId])
    const idsBefore = toIds(await ctx.db.all(this.#allLinks, { companyId, ids }))
    const visibleIds =
      canView && idsBefore.length > 0 ? toIds(await this.#visibleLinks(ctx, { ids })) : idsBefore
    const hiddenIds = idsBefore.filter((id) => !visibleIds.includes(id))
    const idsAfter = [...new Set([...(newIds ?? []), ...hiddenIds])]
    // If the visible entries stay the same, nothing is written, wherever the hidden entries are.
    if (idsAfter.length === idsBefore.length && visibleIds.every((id, i) => idsAfter[i] === id))
      return []
    const changes = changesBetween({ [field]: idsBefore }, { [field]: idsAfter }, [field])
    if (changes.length > 0) await this.#write(ctx, recordId, idsAfter)
    return changes
  }

  async #write(ctx: Context, recordId: string, ids: string[]): Promise<void> {
    const { table, recordColumn, targetColumn } = this.#link
    const key = { companyId: ctx.viewer.companyId, [recordColumn]: recordId }
    await ctx.db.delete(table, key as never)
    for (const [position, id] of ids.entries())
      await ctx.db.insert(table, { ...key, [targetColumn]: id, position } as never)
  }

  #select(p: { companyId: string; ids: string }, condition = sql``) {
    const { table, recordColumn, targetColumn } = this.#link
    return sql<Link>`select ${sql.ref(recordColumn)} as "recordId", ${sql.ref(targetColumn)} as "targetId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn(recordColumn, p.ids)}${condition} order by ${sql.ref(recordColumn)}, "position"`
  }
}
