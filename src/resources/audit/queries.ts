/** Queries of the audit log along its indexes. */
import { sql } from 'kysely'
import type { EventRow } from '../../events/changes.ts'
import { query, queryFamily } from '../../store/query.ts'

/** The columns with an index on (companyId, column, sequence); the most selective first. */
export const columns = ['recordId', 'keyId', 'actorId', 'type', 'recordKind'] as const
export type Column = (typeof columns)[number]

/** A range of sequence numbers, both ends included, and the values of the filtered columns. */
export type LogRange = { companyId: string; first: number; last: number } & {
  [C in Column]?: string | undefined
}

export const lastEntry = query((k, p: { companyId: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .orderBy('sequence', 'desc')
    .limit(1),
)

export const firstSince = query((k, p: { companyId: string; at: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .where('createdAt', '>=', p.at)
    .orderBy('createdAt')
    .orderBy('sequence')
    .limit(1),
)

export const lastBefore = query((k, p: { companyId: string; at: string }) =>
  k
    .selectFrom('events')
    .select('sequence')
    .where('companyId', '=', p.companyId)
    .where('createdAt', '<', p.at)
    .orderBy('createdAt', 'desc')
    .orderBy('sequence', 'desc')
    .limit(1),
)

const fromRange = (p: LogRange, by: Column | undefined) =>
  sql`from "events" where "companyId" = ${p.companyId}${by ? sql` and ${sql.ref(by)} = ${p[by]}` : sql``} and "sequence" between ${p.first} and ${p.last}`

/** The next entries of a range, along the index of a column. */
export const entries = queryFamily<
  { by?: Column | undefined; backward: boolean },
  LogRange & { limit: number },
  EventRow
>(
  (_, p, { by, backward }) =>
    sql<EventRow>`select * ${fromRange(p, by)} order by "sequence" ${backward ? sql`asc` : sql`desc`} limit ${p.limit}`,
)

/** The number of entries of a range with each value, counted up to `limit`, by column. */
export const sizes = queryFamily<Column[], LogRange & { limit: number }, Record<Column, number>>(
  (_, p, by) => {
    const counts = by.map(
      (column) =>
        sql`(select count(*) from (select 1 ${fromRange(p, column)} limit ${p.limit}) as "some") as ${sql.ref(column)}`,
    )
    return sql<Record<Column, number>>`select ${sql.join(counts)}`
  },
)

/**
 * Counts the newest `limit` entries of a range along one column: those with the other values, all,
 * and the lowest sequence number.
 */
export const countNext = queryFamily<
  { by: Column; also: Column[] },
  LogRange & { limit: number },
  { total: number; seen: number; lowest: number | null }
>((_, p, { by, also }) => {
  const wanted = also.length
    ? sql.join(
        also.map((column) => sql`${sql.ref(column)} = ${p[column]}`),
        sql` and `,
      )
    : sql`1 = 1`
  return sql<{
    total: number
    seen: number
    lowest: number | null
  }>`select coalesce(sum("wanted"), 0) as "total", count(*) as "seen", min("sequence") as "lowest"
      from (select "sequence", case when ${wanted} then 1 else 0 end as "wanted" ${fromRange(p, by)} order by "sequence" desc limit ${p.limit}) as "next"`
})
