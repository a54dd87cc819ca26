import { sql } from 'kysely'
import { type CandidateSet, conditionOf, setsOf } from './conditions.ts'
import type { Comparison, FilterExpression, Kind } from './kinds.ts'
import { type Query, queryFamily } from './query.ts'
import type { Schema, TableName } from './schema.ts'
import { listRows, orderedJoin } from './sql.ts'
import { type AccessPath, valuesOfWay } from './ways.ts'

/** Where a row stands in an order: the value of the order's column, and the id. */
export interface Place {
  at: string | number | null
  id: string
}

/**
 * A stretch of an order, to be gone along in one direction: rows with a value or those without,
 * between two places.
 */
export interface Stretch {
  column: string
  nullable: boolean
  nulls: boolean
  descending: boolean
  start: boolean
  stop: boolean
  /** What holds of all its rows; see `guidesOf`. */
  guides: Comparison[]
}

interface Along<S> {
  stretch: Stretch
  sight: S
}

export interface Wanted<S> {
  where: FilterExpression
  sight: S
}

/** Where the candidates come from: the next `chunk` rows of the stretch, or the list `ids`. */
export interface Source<S> extends Wanted<S> {
  stretch: Stretch
  listed?: true
}

export interface Values {
  startAt?: unknown
  startId?: unknown
  stopAt?: unknown
  stopId?: unknown
  chunk?: number
  offset?: number
  limit?: number
  ids?: string
}

/** The statements by which records of a kind are found that a filter asks for, in some order. */
export interface FindQueries<P, S, R> {
  /** The row of a stretch that has `offset` others before it; nothing where there are fewer. */
  boundary(shape: Along<S>): Query<P & Values, Place>
  /** Which of the candidates are wanted, in the order of the stretch, up to `limit`. */
  rows(shape: Source<S>): Query<P & Values, R>
  ids(shape: Source<S>): Query<P & Values, { id: string }>
  count(shape: Source<S>): Query<P & Values, { total: number }>
  /** The ids of one of the sets of `plan`. */
  members(shape: Wanted<S> & { set: number }): Query<P & Values, { id: string }>
  /** How many ids each set has, counted up to `limit`: as columns `0`, `1` … */
  plan(shape: Wanted<S>): Query<P & Values, Record<string, number>>
}

export function filteredQueries<T extends TableName, P extends { companyId: string }, S>(
  kind: Kind<P, S> & { table: T },
): FindQueries<P, S, Schema[T]> {
  const table = sql.table(kind.table)
  const ref = (column: string) =>
    kind.computedColumns?.[column] ?? sql.ref(`${kind.table}.${column}`)
  const computed = ({ column }: Stretch) =>
    kind.computedColumns?.[column] ? sql`, ${ref(column)} as ${sql.ref(column)}` : sql``
  const inCompany = (p: P) => sql`${ref('companyId')} = ${p.companyId}`

  const bounds = (p: Values, { column, nullable, nulls, descending, start, stop }: Stretch) => {
    const single = nulls || column === 'id'
    const side = (on: boolean, ahead: boolean, at: unknown, id: unknown) => {
      const sign = ahead === descending ? sql`<` : sql`>`
      return !on
        ? sql``
        : single
          ? sql` and ${ref('id')} ${sign} ${id}`
          : sql` and (${ref(column)}, ${ref('id')}) ${sign} (${at}, ${id})`
    }
    const part = nullable
      ? nulls
        ? sql` and ${ref(column)} is null`
        : sql` and ${ref(column)} is not null`
      : sql``
    return sql`${part}${side(start, true, p.startAt, p.startId)}${side(stop, false, p.stopAt, p.stopId)}`
  }

  const order = ({ column, nulls, descending }: Stretch) => {
    const direction = descending ? sql`desc` : sql`asc`
    return nulls || column === 'id'
      ? sql`order by ${ref('id')} ${direction}`
      : sql`order by ${ref(column)} ${direction}, ${ref('id')} ${direction}`
  }

  const along = (p: P & Values, stretch: Stretch, sight: S) => {
    const guides = stretch.guides.map((leaf) => sql` and ${conditionOf(kind, leaf, p, sight)}`)
    return sql`from ${table} where ${inCompany(p)}${sql.join(guides, sql``)}${bounds(p, stretch)} ${order(stretch)}`
  }

  const seenBy = (p: P, way: AccessPath) =>
    'ids' in way
      ? way.ids
      : sql`select ${ref('id')} as "id" from ${valuesOfWay(way)} cross join ${table} where ${inCompany(p)} and ${ref(way.column)} = "user"."value"`

  /**
   * Sets that hold every record that is wanted: by the filter, by what the caller sees, and last
   * the whole table.
   */
  const sets = (p: P, { where, sight }: Wanted<S>): CandidateSet[] => {
    const seen = kind
      .accessPaths(p, sight)
      .map((way) => sql`select "id" from (${seenBy(p, way)}) as "way"`)
    const others = [
      ...(seen.length ? [sql`${sql.join(seen, sql` union all `)}`] : []),
      sql`select ${ref('id')} as "id" from ${table} where ${inCompany(p)}`,
    ]
    return [...setsOf(kind, where, p, sight), ...others.map((ids) => ({ ids, measure: ids }))]
  }

  /**
   * Materialized, and joined crosswise, so that the candidates are looked up one by one, whatever
   * else seems cheap.
   */
  const candidates = (p: P & Values, shape: Source<S>) => {
    const from = shape.listed
      ? sql`select "listed"."value" as "id" from ${listRows(p.ids as string, 'listed')}`
      : sql`select ${ref('id')} as "id" ${along(p, shape.stretch, shape.sight)} limit ${p.chunk}`
    return sql`with "near" as materialized (${from})`
  }
  /**
   * `is true` keeps the conditions from being a reason to look records up otherwise than by the
   * candidates' ids.
   */
  const found = (p: P & Values, shape: Source<S>) => {
    const inSet = shape.listed ? bounds(p, shape.stretch) : sql``
    return sql`from "near" ${orderedJoin} ${table} on ${inCompany(p)} and ${ref('id')} = "near"."id"
      where (${conditionOf(kind, shape.where, p, shape.sight)} and ${kind.canView(p, shape.sight)}${inSet}) is true`
  }

  return {
    boundary: queryFamily<Along<S>, P & Values, Place>(
      (_, p, { stretch, sight }) =>
        sql<Place>`select ${ref(stretch.column)} as "at", ${ref('id')} as "id" ${along(p, stretch, sight)} limit 1 offset ${p.offset}`,
    ),
    rows: queryFamily<Source<S>, P & Values, Schema[T]>(
      (_, p, shape) =>
        sql<
          Schema[T]
        >`${candidates(p, shape)} select ${table}.*${computed(shape.stretch)} ${found(p, shape)} ${order(shape.stretch)} limit ${p.limit}`,
    ),
    ids: queryFamily<Source<S>, P & Values, { id: string }>(
      (_, p, shape) =>
        sql<{ id: string }>`${candidates(p, shape)} select ${ref('id')} as "id" ${found(p, shape)}`,
    ),
    count: queryFamily<Source<S>, P & Values, { total: number }>(
      (_, p, shape) =>
        sql<{
          total: number
        }>`${candidates(p, shape)} select count(*) as "total" ${found(p, shape)}`,
    ),
    members: queryFamily<Wanted<S> & { set: number }, P & Values, { id: string }>(
      (_, p, shape) =>
        sql<{ id: string }>`select distinct "id" from (${sets(p, shape)[shape.set]?.ids}) as "set"`,
    ),
    plan: queryFamily<Wanted<S>, P & Values, Record<string, number>>((_, p, shape) => {
      const counts = sets(p, shape).map(
        ({ measure }, index) =>
          sql`(select count(*) from (select 1 from (${measure}) as "set" limit ${p.limit}) as "some") as ${sql.ref(String(index))}`,
      )
      return sql<Record<string, number>>`select ${sql.join(counts)}`
    }),
  }
}
