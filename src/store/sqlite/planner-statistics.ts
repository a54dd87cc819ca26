import type { Connection } from './connection.ts'

/**
 * Tells SQLite's planner what to expect of every company: that it is large, and that each further
 * column of an index leaves few rows. Without that it takes a company for ten rows, and reads the
 * whole of it rather than go by an index of what is asked for. Measured sizes (ANALYZE) would make
 * plans, and so answers' times, differ from file to file.
 */
const company = 1_000_000
/** So many that it never pays to go through a table of all of them, as for a Bloom filter. */
const companies = 1_000_000
/**
 * Where a partial index is of rows that have something that most have not, one in so many has it.
 */
const oneIn = 50
const further = [30, 3, 1]

interface Index {
  table: string
  name: string
  unique: number
  rare: number
  columns: number
  first: string
}

export function setPlannerStatistics({ raw }: Connection): void {
  // Makes the planner's tables where there are none; of tables of its own it keeps no sizes.
  raw.exec('ANALYZE sqlite_schema; DELETE FROM sqlite_stat1')
  const tell = raw.prepare('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)')
  const indexes = raw
    .prepare<[], Index>(
      `SELECT m.name AS "table", l.name AS name, l."unique" AS "unique", coalesce(x.sql LIKE '%WHERE%IS NOT NULL%', 0) AS rare, count(*) AS columns, max(CASE i.seqno WHEN 0 THEN i.name END) AS first
       FROM sqlite_schema m JOIN pragma_index_list(m.name) l JOIN pragma_index_info(l.name) i
       LEFT JOIN sqlite_schema x ON x.type = 'index' AND x.name = l.name
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'kysely%' GROUP BY m.name, l.name`,
    )
    .all()
  for (const index of indexes) tell.run(index.table, index.name, expected(index))
  raw.exec('ANALYZE sqlite_schema')
}

/**
 * How many rows there are, and how many are alike in the first column of the index, in the first
 * two …
 */
function expected({ columns, unique, rare, first }: Index): string {
  const rows = rare ? company / oneIn : company
  const alike = first === 'companyId' ? [rows, ...further] : further
  const last = unique ? columns - 1 : columns
  return [
    rows * companies,
    ...Array.from({ length: columns }, (_, index) => (index < last ? (alike[index] ?? 1) : 1)),
  ].join(' ')
}
