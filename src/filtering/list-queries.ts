/** The SQL statements of a list, derived from its filter spec; `find-page.ts` chooses. */
import { type RawBuilder, sql } from 'kysely'
import { type AccessScope, selectPathIds } from '../access/access-scope.ts'
import { queryFamily } from '../store/query.ts'
import { listRows, orderedJoin } from '../store/sql.ts'
import type { Comparison, FilterParams, FilterSpec } from './filter-spec.ts'
import { newestPage, type PageParams, type PageShape, type Selection, total } from './page.ts'
import { type CandidateSet, candidateSets, toPredicate } from './predicates.ts'

type Sql = RawBuilder<unknown>

/** A row's position in an order: the value of the order's column, and the id. */
export interface Keyset {
  at: string | number | null
  id: string
}

/** A range of an index: the rows with a value or those without, between two optional keysets. */
export interface ScanShape {
  column: string
  nullable: boolean
  nulls: boolean
  descending: boolean
  start: boolean
  end: boolean
  conditions: Comparison[]
}

/** Candidates are the next `chunkRows` rows of a scan, or the list `ids`. */
interface CandidateShape extends Selection {
  scan: ScanShape
  listed?: true
}

export interface ListParams extends PageParams {
  startAt?: unknown
  startId?: unknown
  endAt?: unknown
  endId?: unknown
  chunkRows?: number
  offset?: number
  ids?: string
}

type Params = FilterParams & ListParams

export type ListQueries<R> = ReturnType<typeof listQueries<R>>

export function listQueries<R>(spec: FilterSpec) {
  const text = new ListSql(spec)
  const { table } = text
  const family = <Shape, Row>(build: (p: Params, shape: Shape) => RawBuilder<Row>) =>
    queryFamily<Shape, Params, Row>((_, p, shape) => build(p, shape))
  return {
    /** A page in the order of creation, by access paths. */
    newestPage: family<PageShape & Selection, R>((p, shape) => newestPage(spec, p, shape)),
    /** The number of records, counted by access paths; up to `limit` if `limited`. */
    total: family((p, shape: Selection & { limited?: true }) => total(spec, p, shape)),
    /** The last row of a chunk of a scan; no row if the scan ends before it. */
    chunkEnd: family<Omit<CandidateShape, 'where'>, Keyset>(
      (p, { scan, scope }) =>
        sql`select ${text.column(scan.column)} as "at", ${text.id} as "id" ${text.scan(p, scan, scope)} limit 1 offset ${p.offset}`,
    ),
    /** The candidates that match, in the order of the scan, up to `limit`. */
    matches: family<CandidateShape, R>(
      (p, shape) =>
        sql`${text.candidates(p, shape)} select ${table}.*${text.computed(shape.scan)} ${text.fromMatches(p, shape)} ${text.orderBy(shape.scan)} limit ${p.limit}`,
    ),
    matchingIds: family<CandidateShape, { id: string }>(
      (p, shape) =>
        sql`${text.candidates(p, shape)} select ${text.id} as "id" ${text.fromMatches(p, shape)}`,
    ),
    countMatches: family<CandidateShape, { total: number }>(
      (p, shape) =>
        sql`${text.candidates(p, shape)} select count(*) as "total" ${text.fromMatches(p, shape)}`,
    ),
    /** The size of each candidate set, counted up to `limit`, as columns `0`, `1` … */
    setSizes: family<Selection, Record<string, number>>((p, shape) => {
      const counts = text
        .sets(p, shape)
        .map(
          ({ measure }, index) =>
            sql`(select count(*) from (select 1 from (${measure}) as "set" limit ${p.limit}) as "limited") as ${sql.ref(String(index))}`,
        )
      return sql`select ${sql.join(counts)}`
    }),
    setIds: family<Selection & { set: number }, { id: string }>(
      (p, shape) =>
        sql`select distinct "id" from (${text.sets(p, shape)[shape.set]?.ids}) as "set"`,
    ),
  }
}

class ListSql {
  readonly table: Sql
  readonly id: Sql
  readonly #spec: FilterSpec

  constructor(spec: FilterSpec) {
    this.#spec = spec
    this.table = sql.table(spec.table)
    this.id = this.column('id')
  }

  column(name: string): Sql {
    const { computedColumns, table } = this.#spec
    return computedColumns?.[name] ?? sql.ref(`${table}.${name}`)
  }

  computed({ column }: ScanShape): Sql {
    const expression = this.#spec.computedColumns?.[column]
    return expression ? sql`, ${expression} as ${sql.ref(column)}` : sql``
  }

  orderBy({ column, nulls, descending }: ScanShape): Sql {
    const direction = sql.raw(descending ? 'desc' : 'asc')
    return nulls || column === 'id'
      ? sql`order by ${this.id} ${direction}`
      : sql`order by ${this.column(column)} ${direction}, ${this.id} ${direction}`
  }

  /** `from … where … order by …` of a scan. */
  scan(p: Params, scan: ScanShape, scope: AccessScope): Sql {
    const conditions = scan.conditions.map(
      (each) => sql` and ${toPredicate(this.#spec, each, p, scope)}`,
    )
    return sql`from ${this.table} where ${this.#inCompany(p)}${sql.join(conditions, sql``)}${this.#keysetBounds(p, scan)} ${this.orderBy(scan)}`
  }

  /**
   * Materialized, and then joined in the written order, so that candidates are looked up one by one,
   * whatever else the database estimates to be cheaper.
   */
  candidates(p: Params, shape: CandidateShape): Sql {
    const from = shape.listed
      ? sql`select "listed"."value" as "id" from ${listRows(p.ids as string, 'listed')}`
      : sql`select ${this.id} as "id" ${this.scan(p, shape.scan, shape.scope)} limit ${p.chunkRows}`
    return sql`with "candidate" as materialized (${from})`
  }

  /** `is true` keeps the database from using the conditions to look records up in another way. */
  fromMatches(p: Params, { where, scope, scan, listed }: CandidateShape): Sql {
    const bounds = listed ? this.#keysetBounds(p, scan) : sql``
    return sql`from "candidate" ${orderedJoin} ${this.table} on ${this.#inCompany(p)} and ${this.id} = "candidate"."id"
      where (${toPredicate(this.#spec, where, p, scope)} and ${this.#spec.policy.canView(p, scope)}${bounds}) is true`
  }

  /** Candidate sets by the filter, by what the caller can view, and last the whole table. */
  sets(p: Params, { where, scope }: Selection): CandidateSet[] {
    const paths = this.#spec.policy
      .accessPaths(p, scope)
      .map(
        (path) =>
          sql`select "id" from (${selectPathIds(path, this.#spec.table, p.companyId)}) as "path"`,
      )
    const others = [
      ...(paths.length ? [sql`${sql.join(paths, sql` union all `)}`] : []),
      sql`select ${this.id} as "id" from ${this.table} where ${this.#inCompany(p)}`,
    ]
    return [
      ...candidateSets(this.#spec, where, p, scope),
      ...others.map((ids) => ({ ids, measure: ids })),
    ]
  }

  #inCompany(p: Params): Sql {
    return sql`${this.column('companyId')} = ${p.companyId}`
  }

  #keysetBounds(p: Params, scan: ScanShape): Sql {
    const { column, nullable, nulls, descending, start, end } = scan
    const bound = (isLower: boolean, at: unknown, id: unknown) => {
      const sign = sql.raw(isLower ? '>' : '<')
      return nulls || column === 'id'
        ? sql` and ${this.id} ${sign} ${id}`
        : sql` and (${this.column(column)}, ${this.id}) ${sign} (${at}, ${id})`
    }
    const nullness = nullable
      ? sql` and ${this.column(column)} is ${sql.raw(nulls ? 'null' : 'not null')}`
      : sql``
    const first = start ? bound(!descending, p.startAt, p.startId) : sql``
    const last = end ? bound(descending, p.endAt, p.endId) : sql``
    return sql`${nullness}${first}${last}`
  }
}
