/**
 * Ordered references of a record to others, in a table of their own: the people of a deal, the
 * users of an appointment.
 */
import { type RawBuilder, sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  accessParams,
  accessScopeOf,
} from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import { type Change, changesBetween } from '../events/changes.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { listParam, query, queryFamily } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader } from './loader.ts'

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

export function linkList<T extends TableName>(link: LinkTable<T>) {
  const { table, record, target, field, canView } = link
  const select = (p: { companyId: string; ids: string }, condition = sql``) =>
    sql<Link>`select ${sql.ref(record)} as "recordId", ${sql.ref(target)} as "targetId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn(record, p.ids)}${condition} order by ${sql.ref(record)}, "position"`
  const allLinks = query((_, p: { companyId: string; ids: string }) => select(p))
  const visibleLinks = queryFamily<AccessScope, AccessParams & { ids: string }, Link>(
    (_, p, scope) => select(p, canView && sql` and ${canView(p, scope, `${table}.${target}`)}`),
  )
  const readVisible = (ctx: Context, ids: readonly string[]): MaybePromise<Link[]> =>
    ctx.db.all(visibleLinks(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    })
  const targets = (links: readonly Link[]) => links.map(({ targetId }) => targetId)

  /** Lists all ids, including those that the caller cannot view. */
  async function all(ctx: Context, recordId: string): Promise<string[]> {
    const { companyId } = ctx.viewer
    return targets(await ctx.db.all(allLinks, { companyId, ids: listParam([recordId]) }))
  }

  return {
    /** Creates a count of the records that the caller can view and that list one of the targets. */
    recordCounter(policy: Policy) {
      const records = sql.table(policy.table)
      const count = queryFamily<AccessScope, AccessParams & { ids: string }, { total: number }>(
        (_, p, scope) =>
          sql`select count(*) as "total" from ${records} where "companyId" = ${p.companyId} and ${policy.canView(p, scope)}
            and "id" in (select ${sql.ref(record)} from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(target, p.ids)})`,
      )
      return async (ctx: Context, targetIds: readonly string[]): Promise<number> => {
        const params = { ...accessParams(ctx.viewer), ids: listParam(targetIds) }
        return (await ctx.db.first(count(accessScopeOf(ctx.viewer)), params))?.total ?? 0
      }
    },
    /** Loads the ids that the caller can view, in the order of the list. */
    load: createLoader<string[]>((ctx, ids) =>
      mapMaybePromise(readVisible(ctx, ids), (links) => {
        const byRecord = Map.groupBy(links, ({ recordId }) => recordId)
        return new Map([...byRecord].map(([recordId, group]) => [recordId, targets(group)]))
      }),
    ),
    /**
     * Replaces the list and returns the change; `undefined` leaves it as it is. Records that the
     * caller cannot view stay, after the others.
     */
    async replace(ctx: Context, recordId: string, wanted: WantedIds): Promise<Change[]> {
      if (wanted === undefined) return []
      const { companyId } = ctx.viewer
      const before = await all(ctx, recordId)
      const visible =
        canView && before.length > 0 ? targets(await readVisible(ctx, [recordId])) : before
      const hidden = before.filter((id) => !visible.includes(id))
      const ids = [...new Set([...(wanted ?? []), ...hidden])]
      // A list that is the same to the caller stays, wherever the hidden records are in it.
      if (ids.length === before.length && visible.every((id, index) => ids[index] === id)) return []
      const changes = changesBetween({ [field]: before }, { [field]: ids }, [field])
      if (changes.length === 0) return changes
      await ctx.db.delete(table, { companyId, [record]: recordId } as never)
      for (const [position, id] of ids.entries())
        await ctx.db.insert(table, {
          companyId,
          [record]: recordId,
          [target]: id,
          position,
        } as never)
      return changes
    },
  }
}
