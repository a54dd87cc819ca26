import type { Client } from 'pg'
import { internalTables, type TableInfo } from '../table-copy.ts'

/** A table with its column types in PostgreSQL. */
export interface Typed extends TableInfo {
  /** The type of each column, in the order of `columns`. */
  types: string[]
}

const tables = `
  SELECT c.relname AS name,
    (SELECT json_object_agg(a.attname, format_type(a.atttypid, a.atttypmod)) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns,
    (SELECT json_agg(a.attname ORDER BY k.place) FROM pg_index i, unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place), pg_attribute a
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attrelid = c.oid AND a.attnum = k.number) AS key,
    (SELECT json_agg(DISTINCT p.relname) FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid WHERE f.conrelid = c.oid AND f.contype = 'f') AS parents
  FROM pg_class c WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
    AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname`

/** Reads the data tables from the system catalog, without tables of extensions. */
export async function listOf(client: Client): Promise<Typed[]> {
  const parsed = (text: unknown, none: object) => JSON.parse(String(text ?? JSON.stringify(none)))
  const { rows } = await client.query(tables)
  return rows
    .filter(({ name }) => !internalTables.includes(name))
    .map((row) => {
      const types = parsed(row.columns, {}) as Record<string, string>
      const columns = Object.keys(types).sort()
      return {
        name: row.name,
        columns,
        types: columns.map((column) => types[column] as string),
        key: parsed(row.key, []),
        parents: parsed(row.parents, []),
      }
    })
}
