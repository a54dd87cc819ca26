/** The SQL statements of a list, derived from the list's filter spec. */
import { type RawBuilder, sql } from 'kysely'
import { type AccessScope, selectPathIds } from '../access/access-scope.ts'
import { queryFamily } from '../store/query.ts'
import { allOf, alwaysFalse, isInCompany, listRows, orderedJoin, type Sql } from '../store/sql.ts'
import type { Comparison, FilterParams, FilterSpec, Order } from './filter-spec.ts'
import { type CandidateSet, findCandidateSets } from './index-lookups.ts'
import { countTotal, newestPage, type PageParams, type PageShape, type Selection } from './page.ts'
import { toPredicate } from './predicates.ts'
import type { SortKey } from './sort-keys.ts'

/** A row's position in a sort order: the value of the sort column and the row's id. */
export type Keyset = { value: string | number | null; id: string }

/** The shape of an index range: non-null values or nulls, between two optional keysets. */
export interface ScanShape {
  column: string
  isNullable: boolean
  onlyNulls: boolean
  isDescending: boolean
  hasStart: boolean
  hasEnd: boolean
  conditions: Comparison[]
}

/** A selection from the next `chunkRows` rows of a scan. */
type ScanSelection = Selection & { scan: ScanShape }

/** The order of a page, and which cursor values are null. */
interface SortShape {
  scope: AccessScope
  keys: readonly SortKey[]
  isBackward: boolean
  after?: readonly boolean[] | undefined
  before?: readonly boolean[] | undefined
}

export interface ListParams extends PageParams {
  /** The values of a cursor, by sort key index; the last value is the id. */
  [value: `after${number}` | `before${number}`]: unknown
  startValue?: unknown
  startId?: unknown
  endValue?: unknown
  endId?: unknown
  chunkRows?: number
  offset?: number
  ids?: string
}

type Params = FilterParams & ListParams

export class ListQueries<R> {
  readonly #spec: FilterSpec
  readonly #table: Sql
  readonly #id: Sql

  /** Selects a page, newest first, by access paths. */
  readonly newestPage = queryFamily<PageShape & Selection, Params, R>((_, p, shape) =>
    newestPage(this.#spec, p, shape),
  )
  /** Counts the records by access paths; counts up to `limit` if `isLimited` is set. */
  readonly total = queryFamily((_, p: Params, shape: Selection & { isLimited?: true }) =>
    countTotal(this.#spec, p, shape),
  )
  /** Selects the last row of a scan chunk; selects no row if the scan ends within the chunk. */
  readonly chunkEnd = queryFamily<Omit<ScanSelection, 'where'>, Params, Keyset>(
    (_, p, { scan, scope }) =>
      sql`select ${this.#column(scan.column)} as "value", ${this.#id} as "id" ${this.#fromScan(p, scan, scope)} limit 1 offset ${p.offset}`,
  )
  /** Selects up to `limit` matching rows of a scan, in scan order. */
  readonly matches = queryFamily<ScanSelection, Params, R>(
    (_, p, shape) =>
      sql`${this.#withScanned(p, shape)} select ${this.#table}.*${this.#selectComputed(shape.scan.column)} ${this.#fromMatches(p, shape)} ${this.#orderBy(shape.scan)} limit ${p.limit}`,
  )
  readonly countMatches = queryFamily<ScanSelection, Params, { total: number }>(
    (_, p, shape) =>
      sql`${this.#withScanned(p, shape)} select count(*) as "total" ${this.#fromMatches(p, shape)}`,
  )
  /** Selects the matching records among `ids`. */
  readonly matchingIds = queryFamily<Selection, Params, { id: string }>(
    (_, p, shape) =>
      sql`${this.#withListed(p)} select ${this.#id} as "id" ${this.#fromMatches(p, shape)}`,
  )
  /** Selects up to `limit` visible records among `ids`, sorted by the sort keys. */
  readonly sorted = queryFamily<SortShape, Params, R>((_, p, shape) => this.#selectSorted(p, shape))
  /** Counts the rows of each candidate set, up to `limit`; the columns are named `0`, `1` … */
  readonly setSizes = queryFamily<Selection, Params, Record<string, number>>((_, p, shape) => {
    const countQueries = this.#getSets(p, shape).map(
      ({ sizeQuery }, index) =>
        sql`(select count(*) from (select 1 from (${sizeQuery}) as "set" limit ${p.limit}) as "limited") as ${sql.ref(String(index))}`,
    )
    return sql`select ${sql.join(countQueries)}`
  })
  readonly setIds = queryFamily<Selection & { set: number }, Params, { id: string }>(
    (_, p, shape) =>
      sql`select distinct "id" from (${this.#getSets(p, shape)[shape.set]?.ids}) as "set"`,
  )

  constructor(spec: FilterSpec) {
    this.#spec = spec
    this.#table = sql.table(spec.table)
    this.#id = this.#column('id')
  }

  #column(name: string): Sql {
    const { computedColumns, table } = this.#spec
    return computedColumns?.[name] ?? sql.ref(`${table}.${name}`)
  }

  #selectComputed(column: string): Sql {
    const expression = this.#spec.computedColumns?.[column]
    return expression ? sql`, ${expression} as ${sql.ref(column)}` : sql``
  }

  #orderBy({ column, onlyNulls, isDescending }: ScanShape): Sql {
    const direction = sql.raw(isDescending ? 'desc' : 'asc')
    return onlyNulls || column === 'id'
      ? sql`order by ${this.#id} ${direction}`
      : sql`order by ${this.#column(column)} ${direction}, ${this.#id} ${direction}`
  }

  /** Returns `from … where … order by …` for a scan. */
  #fromScan(p: Params, scan: ScanShape, scope: AccessScope): Sql {
    const conditions = scan.conditions.map(
      (condition) => sql` and ${toPredicate(this.#spec, condition, p, scope)}`,
    )
    return sql`from ${this.#table} where ${isInCompany(this.#spec.table, p.companyId)}${sql.join(conditions, sql``)}${this.#keysetBounds(p, scan)} ${this.#orderBy(scan)}`
  }

  #withScanned(p: Params, { scan, scope }: ScanSelection): Sql {
    return this.#withCandidates(
      sql`select ${this.#id} as "id" ${this.#fromScan(p, scan, scope)} limit ${p.chunkRows}`,
    )
  }

  #withListed(p: Params): Sql {
    return this.#withCandidates(
      sql`select "listed"."value" as "id" from ${listRows(p.ids as string, 'listed')}`,
    )
  }

  /** Materializes the candidates, so that the planner looks up each candidate by id. */
  #withCandidates(ids: Sql): Sql {
    return sql`with "candidate" as materialized (${ids})`
  }

  #fromMatches(p: Params, { where, scope }: Selection): Sql {
    return this.#fromCandidates(p, scope, [toPredicate(this.#spec, where, p, scope)])
  }

  /** Returns `from … where …`; `is true` prevents the planner from using other indexes. */
  #fromCandidates(p: Params, scope: AccessScope, conditions: Sql[]): Sql {
    return sql`from "candidate" ${orderedJoin} ${this.#table} on ${isInCompany(this.#spec.table, p.companyId)} and ${this.#id} = "candidate"."id"
      where (${allOf([...conditions, this.#spec.policy.canView(p, scope)])}) is true`
  }

  /** Sorts candidates, nulls last; ties are sorted by id in the direction of the last key. */
  #selectSorted(p: Params, { scope, keys, isBackward, after, before }: SortShape): RawBuilder<R> {
    const lastKey = keys.at(-1) as SortKey
    const keysWithId = [...keys, { order: { column: 'id' }, isDescending: lastKey.isDescending }]
    const toDirection = (isDescending: boolean) =>
      sql.raw(isDescending === isBackward ? 'asc' : 'desc')
    const orderBy = keys.map(({ order: { column, nullable }, isDescending }) => {
      const nullsLast = nullable
        ? sql`${this.#column(column)} is null ${toDirection(false)}, `
        : sql``
      return sql`${nullsLast}${this.#column(column)} ${toDirection(isDescending)}`
    })
    const bounds = [
      ...(after ? [this.#compareKeys(p, keysWithId, after, 'after')] : []),
      ...(before ? [this.#compareKeys(p, keysWithId, before, 'before')] : []),
    ]
    const computedColumns = keys.map(({ order }) => this.#selectComputed(order.column))
    return sql<R>`${this.#withListed(p)} select ${this.#table}.*${sql.join(computedColumns, sql``)} ${this.#fromCandidates(p, scope, bounds)}
      order by ${sql.join(orderBy)}, ${this.#id} ${toDirection(lastKey.isDescending)} limit ${p.limit}`
  }

  /** Returns a predicate for rows after or before a cursor; `areNull` marks the cursor's nulls. */
  #compareKeys(
    p: Params,
    keys: readonly { order: Pick<Order, 'column' | 'nullable'>; isDescending: boolean }[],
    areNull: readonly boolean[],
    side: 'after' | 'before',
    index = 0,
  ): Sql {
    const [key, ...otherKeys] = keys
    if (!key) return alwaysFalse
    const isAfter = side === 'after'
    const column = this.#column(key.order.column)
    const cursorValue = p[`${side}${index}`]
    const operator = sql.raw(key.isDescending === isAfter ? '<' : '>')
    const nullsAfter = isAfter && key.order.nullable ? sql` or ${column} is null` : sql``
    const [isBeyond, isEqual] = areNull[index]
      ? [isAfter ? alwaysFalse : sql`${column} is not null`, sql`${column} is null`]
      : [sql`${column} ${operator} ${cursorValue}${nullsAfter}`, sql`${column} = ${cursorValue}`]
    return sql`(${isBeyond} or ${isEqual} and ${this.#compareKeys(p, otherKeys, areNull, side, index + 1)})`
  }

  /** Returns the candidate sets of the filter and of the access paths, then the whole table. */
  #getSets(p: Params, { where, scope }: Selection): CandidateSet[] {
    const pathQueries = this.#spec.policy
      .accessPaths(p, scope)
      .map(
        (path) =>
          sql`select "id" from (${selectPathIds(path, this.#spec.table, p.companyId)}) as "path"`,
      )
    const fallbackIdQueries = [
      ...(pathQueries.length ? [sql`${sql.join(pathQueries, sql` union all `)}`] : []),
      sql`select ${this.#id} as "id" from ${this.#table} where ${isInCompany(this.#spec.table, p.companyId)}`,
    ]
    return [
      ...findCandidateSets(this.#spec, where, p, scope),
      ...fallbackIdQueries.map((ids) => ({ ids, sizeQuery: ids })),
    ]
  }

  #keysetBounds(p: Params, scan: ScanShape): Sql {
    const { column, isNullable, onlyNulls, isDescending, hasStart, hasEnd } = scan
    const createBound = (isLower: boolean, value: unknown, id: unknown) => {
      const operator = sql.raw(isLower ? '>' : '<')
      return onlyNulls || column === 'id'
        ? sql` and ${this.#id} ${operator} ${id}`
        : sql` and (${this.#column(column)}, ${this.#id}) ${operator} (${value}, ${id})`
    }
    const nullCondition = isNullable
      ? sql` and ${this.#column(column)} is ${sql.raw(onlyNulls ? 'null' : 'not null')}`
      : sql``
    const startBound = hasStart ? createBound(!isDescending, p.startValue, p.startId) : sql``
    const endBound = hasEnd ? createBound(isDescending, p.endValue, p.endId) : sql``
    return sql`${nullCondition}${startBound}${endBound}`
  }
}
