/** Ordered lists of linked records, such as a deal's people, stored in a link table. */
import { type RawBuilder, sql } from 'kysely'
import { type AccessParams, type AccessScope, scopedQuery } from '../access/access-scope.ts'
import type { Policy } from '../access/policy.ts'
import type { Context } from '../context.ts'
import { changesBetween } from '../events/record-event.ts'
import type { Change } from '../events/table.ts'
import { mapMaybePromise } from '../lib/async.ts'
import { encodeListParam, query } from '../store/query.ts'
import type { Schema, TableName } from '../store/schema.ts'
import { isIn } from '../store/sql.ts'
import { createLoader, type Loader } from './loader.ts'

interface LinkTable<T extends TableName> {
  table: T
  /** The column that references the list's owner, such as a deal. */
  recordColumn: keyof Schema[T] & string
  /** The column that references a record in the list, such as a person. */
  targetColumn: keyof Schema[T] & string
  /** The list's field name in inputs and events. */
  field: string
  /** Restricts which entries the caller can view; by default, all entries are visible. */
  canView?(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
}

type Link = { recordId: string; targetId: string }

export type IdsInput = readonly string[] | null | undefined

const toIds = (links: readonly Link[] = []) => links.map(({ targetId }) => targetId)

export class LinkList<T extends TableName> {
  /** Loads the ids of the linked records that the caller can view, in list order. */
  readonly load: Loader<string[]>
  readonly #linkTable: LinkTable<T>
  readonly #allLinksQuery = query((_, p: { companyId: string; ids: string }) => this.#select(p))
  readonly #loadVisible = scopedQuery((p: AccessParams & { ids: string }, scope) => {
    const { table, targetColumn, canView } = this.#linkTable
    return this.#select(p, canView && sql` and ${canView(p, scope, `${table}.${targetColumn}`)}`)
  })

  constructor(linkTable: LinkTable<T>) {
    this.#linkTable = linkTable
    this.load = createLoader((ctx, ids) =>
      mapMaybePromise(this.#loadVisible(ctx, { ids: encodeListParam(ids) }), (links) => {
        const linksByRecordId = Map.groupBy(links, ({ recordId }) => recordId)
        return new Map([...linksByRecordId].map(([id, group]) => [id, toIds(group)]))
      }),
    )
  }

  /** Creates a function that counts the visible records that link to any of the target ids. */
  createRecordCounter(policy: Policy) {
    const { table, recordColumn, targetColumn } = this.#linkTable
    const countRecords = scopedQuery(
      (p: AccessParams & { ids: string }, scope) =>
        sql<{ total: number }>`select count(*) as "total" from ${sql.table(policy.table)}
          where "companyId" = ${p.companyId} and ${policy.canView(p, scope)}
            and "id" in (select ${sql.ref(recordColumn)} from ${sql.table(table)} where "companyId" = ${p.companyId} and ${isIn(targetColumn, p.ids)})`,
    )
    return async (ctx: Context, ids: readonly string[]): Promise<number> =>
      (await countRecords(ctx, { ids: encodeListParam(ids) }))[0]?.total ?? 0
  }

  /** Replaces the visible entries unless `newIds` is undefined. Hidden entries move to the end. */
  async replace(ctx: Context, recordId: string, newIds: IdsInput): Promise<Change[]> {
    if (newIds === undefined) return []
    const { field, canView } = this.#linkTable
    const { companyId } = ctx.viewer
    const ids = encodeListParam([recordId])
    const idsBefore = toIds(await ctx.db.all(this.#allLinksQuery, { companyId, ids }))
    const visibleIds =
      canView && idsBefore.length > 0 ? toIds(await this.#loadVisible(ctx, { ids })) : idsBefore
    const hiddenIds = idsBefore.filter((id) => !visibleIds.includes(id))
    const idsAfter = [...new Set([...(newIds ?? []), ...hiddenIds])]
    // Hidden entries keep their positions if the visible entries do not change.
    if (idsAfter.length === idsBefore.length && visibleIds.every((id, i) => idsAfter[i] === id))
      return []
    await this.#writeLinks(ctx, recordId, idsAfter)
    return changesBetween({ [field]: idsBefore }, { [field]: idsAfter }, [field])
  }

  async #writeLinks(ctx: Context, recordId: string, ids: string[]): Promise<void> {
    const { table, recordColumn, targetColumn } = this.#linkTable
    const recordKey = { companyId: ctx.viewer.companyId, [recordColumn]: recordId }
    await ctx.db.delete(table, recordKey as never)
    for (const [position, id] of ids.entries())
      await ctx.db.insert(table, { ...recordKey, [targetColumn]: id, position } as never)
  }

  #select(p: { companyId: string; ids: string }, condition = sql``) {
    const { table, recordColumn, targetColumn } = this.#linkTable
    return sql<Link>`select ${sql.ref(recordColumn)} as "recordId", ${sql.ref(targetColumn)} as "targetId" from ${sql.table(table)}
      where "companyId" = ${p.companyId} and ${isIn(recordColumn, p.ids)}${condition} order by ${sql.ref(recordColumn)}, "position"`
  }
}
