/**
 * Lists of the records that reference a parent, such as the people in a stage. One statement finds
 * the pages of all parents among each parent's newest candidates. If a page or count needs more
 * candidates, `find-page.ts` scans them, up to a limit.
 */
import { sql } from 'kysely'
import { type AccessScope, getAccessParams, getAccessScope } from '../access/access-scope.ts'
import { type Context, timestamp } from '../context.ts'
import { encodeListParam, queryFamily } from '../store/query.ts'
import type { Schema, TableWithId } from '../store/schema.ts'
import { isInCompany, listRows, orderedJoin } from '../store/sql.ts'
import {
  type ChildReads,
  createChildLoaders,
  createChildQueries,
  createChildReads,
} from './child-list.ts'
import {
  type FieldCondition,
  type FilterField,
  type FilterParams,
  type FilterSpec,
  indexed,
  type RelationColumns,
} from './filter-spec.ts'
import { countMatches, findPage } from './find-page.ts'
import { createLinkedRowFilter } from './linked-row-filter.ts'
import { ListQueries } from './list-queries.ts'
import {
  matchIdRange,
  orderNewestFirst,
  type PageParams,
  type PageRequest,
  type PageShape,
  toPage,
  toPageParams,
  toPageShape,
} from './page.ts'
import { createFilter } from './parse-filter.ts'
import { toPredicate } from './predicates.ts'
import type { Search } from './scan-index.ts'
import { getCreationSortKeys } from './sort-keys.ts'

/** The columns by which records reference a parent, indexed together with the record id. */
type ParentColumns = Exclude<RelationColumns, { ownColumn: string }>
type Params = PageParams & { companyId: string; parents: string }

/** Maximum number of candidates per parent that one statement reads. */
const maxCandidates = 500

const wholeListShape: PageShape = { hasAfter: false, hasBefore: false, isBackward: false }

/** @param conditions conditions that every record must match; their operators need no value */
export function createListByParent<T extends TableWithId>(
  spec: FilterSpec<T>,
  via: ParentColumns,
  conditions: readonly FieldCondition[] = [],
) {
  const list = new ListByParent(spec, via, conditions)
  return createChildLoaders<Schema[T]>({
    pages: (ctx, parents, request) => list.readPages(ctx, parents, request),
    counts: (ctx, parents) => list.readCounts(ctx, parents),
  })
}

class ListByParent<T extends TableWithId> {
  readonly #spec: FilterSpec<T>
  readonly #via: ParentColumns
  readonly #conditions: readonly FieldCondition[]
  /** The filter spec, extended with the field `parentId`. */
  readonly #searchSpec: FilterSpec<T>
  readonly #searchQueries: ListQueries<Schema[T]>
  readonly #reads: ChildReads<Schema[T]>

  /** Selects the parents with more than `maxCandidates` candidates. */
  readonly #longListsQuery = queryFamily<PageShape, Params, { parentId: string }>((_, p, page) => {
    const candidates = this.#selectCandidates(p, sql`"parent"."value"`, page, maxCandidates + 1)
    return sql`select "parent"."value" as "parentId" from ${listRows(p.parents, 'parent')}
      where (select count(*) from (${candidates}) as "candidate") > ${sql.lit(maxCandidates)}`
  })

  constructor(spec: FilterSpec<T>, via: ParentColumns, conditions: readonly FieldCondition[]) {
    this.#spec = spec
    this.#via = via
    this.#conditions = conditions
    const parentId: FilterField =
      'linkTable' in via
        ? {
            description: '',
            type: 'ID',
            ...createLinkedRowFilter(spec.table, {
              table: via.linkTable,
              recordColumn: via.targetColumn,
              column: via.recordColumn,
            }),
          }
        : indexed('ID', via.targetColumn, '')
    this.#searchSpec = { ...spec, fields: { ...spec.fields, parentId } }
    this.#searchQueries = new ListQueries(this.#searchSpec)
    this.#reads = createChildReads(
      createChildQueries<T>({
        table: spec.table,
        from: (p, parent, scope, page) => this.#selectVisible(p as never, parent, scope, page),
      }),
    )
  }

  #includesAll(scope: AccessScope): boolean {
    return this.#conditions.length === 0 && this.#spec.policy.canViewAll(scope)
  }

  /** Selects a parent's newest candidates between the cursors of a page. */
  #selectCandidates(p: Omit<Params, 'parents'>, parent: unknown, page: PageShape, limit: unknown) {
    const via = this.#via
    const [table, id, column] =
      'linkTable' in via
        ? [via.linkTable, via.targetColumn, via.recordColumn]
        : [this.#spec.table, 'id', via.targetColumn]
    return sql`select ${sql.ref(id)} as "id" from ${sql.table(table)} where "companyId" = ${p.companyId}
      and ${sql.ref(column)} = ${parent}${matchIdRange(p, page, id)} ${orderNewestFirst({ limit } as never, page, id)}`
  }

  #selectVisible(
    p: FilterParams & PageParams,
    parent: unknown,
    scope: AccessScope,
    page?: PageShape,
  ) {
    const { table, policy } = this.#spec
    const limit = page && this.#includesAll(scope) ? p.limit : maxCandidates
    const candidates = this.#selectCandidates(p, parent, page ?? wholeListShape, limit)
    const terms = this.#conditions.map(({ field, operator }) => ({ field, operator, param: '' }))
    return sql`from (${candidates}) as "candidate" ${orderedJoin} ${sql.table(table)} on ${isInCompany(table, p.companyId)}
      and ${sql.ref(`${table}.id`)} = "candidate"."id" where ${policy.canView(p, scope)} and ${toPredicate(this.#spec, { and: terms }, p, scope)}`
  }

  async readPages(ctx: Context, parents: readonly string[], request: PageRequest) {
    const pages = new Map(await this.#reads.pages(ctx, parents, request))
    if (this.#includesAll(getAccessScope(ctx.viewer))) return pages
    const isPageFull = (parent: string) =>
      pages.get(parent)?.[request.isBackward ? 'hasPrevious' : 'hasNext']
    const incompleteParents = parents.filter((parent) => !isPageFull(parent))
    for (const parent of await this.#findLongLists(ctx, incompleteParents, request)) {
      const rows = await findPage(ctx, this.#createSearch(ctx, parent), request)
      pages.set(parent, toPage(rows, request))
    }
    return pages
  }

  async readCounts(ctx: Context, parents: readonly string[]) {
    const counts = new Map(await this.#reads.counts(ctx, parents))
    for (const parent of await this.#findLongLists(ctx, parents))
      counts.set(parent, await countMatches(ctx, this.#createSearch(ctx, parent)))
    return counts
  }

  async #findLongLists(ctx: Context, parents: readonly string[], request?: PageRequest) {
    if (parents.length === 0) return []
    const { columns: _, ...shape } = request ? toPageShape(request) : wholeListShape
    const params = { companyId: ctx.viewer.companyId, parents: encodeListParam(parents) }
    const page = request ? toPageParams(request) : {}
    const rows = await ctx.db.all(this.#longListsQuery(shape), { ...params, ...page })
    return rows.map(({ parentId }) => parentId)
  }

  /** Creates a search of one parent's list for `find-page.ts`. */
  #createSearch(ctx: Context, parent: string): Search<Schema[T]> {
    const parentCondition: FieldCondition = { field: 'parentId', operator: 'equals', value: parent }
    return {
      spec: this.#searchSpec,
      queries: this.#searchQueries,
      filter: createFilter(ctx, [...this.#conditions, parentCondition]),
      scope: getAccessScope(ctx.viewer),
      params: { ...getAccessParams(ctx.viewer), now: timestamp(ctx) },
      keys: getCreationSortKeys(true),
    }
  }
}
