import { sql } from 'kysely'
import '../../events/table.ts'
import type { EventRow } from '../../events/table.ts'
import { query, queryFamily } from '../../store/query.ts'

/**
 * By each of these the log is in order: there is an index on (companyId, column, sequence). The
 * likely fewest first.
 */
export const columns = ['recordId', 'keyId', 'actorId', 'type', 'recordKind'] as const
export type Column = (typeof columns)[number]

/** A part of the log, both ends included, with the values of the columns that are filtered. */
export type Part = { companyId: string; first: number; last: number } & {
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

const part = (p: Part, by: Column | undefined) =>
  sql`from "events" where "companyId" = ${p.companyId}${by ? sql` and ${sql.ref(by)} = ${p[by]}` : sql``} and "sequence" between ${p.first} and ${p.last}`

/** The next entries of a part, along the one index of a column. */
export const entries = queryFamily<
  { by?: Column | undefined; backward: boolean },
  Part & { limit: number },
  EventRow
>(
  (_, p, { by, backward }) =>
    sql<EventRow>`select * ${part(p, by)} order by "sequence" ${backward ? sql`asc` : sql`desc`} limit ${p.limit}`,
)

/**
 * How many entries of a part have each value, counted up to `limit`: as columns by the names of the
 * filters.
 */
export const sizes = queryFamily<Column[], Part & { limit: number }, Record<Column, number>>(
  (_, p, by) => {
    const counts = by.map(
      (column) =>
        sql`(select count(*) from (select 1 ${part(p, column)} limit ${p.limit}) as "some") as ${sql.ref(column)}`,
    )
    return sql<Record<Column, number>>`select ${sql.join(counts)}`
  },
)

/**
 * Of the newest `limit` entries of a part along one column: how many also have the other values,
 * how many they are, and where they end.
 */
export const countNext = queryFamily<
  { by: Column; also: Column[] },
  Part & { limit: number },
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
      from (select "sequence", case when ${wanted} then 1 else 0 end as "wanted" ${part(p, by)} order by "sequence" desc limit ${p.limit}) as "next"`
})
