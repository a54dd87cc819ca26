import { type Kysely, sql } from 'kysely'
import type { ColumnType } from '../schema.ts'
import { everyCompany, setting } from './scope.ts'

const text = 'TEXT COLLATE "C"'

/** Column types that behave as in SQLite: text compared byte by byte, booleans stored as 0 and 1. */
export const postgresTypes: Record<ColumnType, string> = {
  text,
  time: text,
  int: 'BIGINT',
  bool: 'SMALLINT',
  real: 'DOUBLE PRECISION',
  blob: 'BYTEA',
}

/** The company scope of the transaction, evaluated once per statement. */
const scope = `(SELECT current_setting('${setting}', true))`

/**
 * Enables row-level security, a second barrier between companies: a query reads and changes only
 * rows of its transaction's company. Applies to the owner of the table too.
 */
export async function guardCompany(
  db: Kysely<unknown>,
  table: string,
  columns: string[],
): Promise<void> {
  const column = table === 'companies' ? 'id' : columns.find((each) => each === 'companyId')
  if (!column) return
  await sql
    .raw(`ALTER TABLE "${table}" ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`)
    .execute(db)
  await sql
    .raw(
      `CREATE POLICY "ofCompany" ON "${table}" USING ("${column}" = ${scope} OR ${scope} = '${everyCompany}')`,
    )
    .execute(db)
}

export async function refuseChanges(db: Kysely<unknown>, table: string): Promise<void> {
  await sql
    .raw(
      `CREATE FUNCTION "${table}Stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
    )
    .execute(db)
  await sql
    .raw(
      `CREATE TRIGGER "${table}Stay" BEFORE UPDATE OR DELETE ON "${table}" FOR EACH ROW EXECUTE FUNCTION "${table}Stay"()`,
    )
    .execute(db)
}

/** Allows the removal of rows from an append-only table if a condition on `OLD` holds. */
export async function allowRemoval(
  db: Kysely<unknown>,
  table: string,
  condition: string,
): Promise<void> {
  await sql
    .raw(
      `CREATE OR REPLACE FUNCTION "${table}Stay"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'DELETE' AND ${condition} THEN RETURN OLD; END IF;
        RAISE EXCEPTION '${table} is append-only'; END $$`,
    )
    .execute(db)
}

export async function refuseUpdates(
  db: Kysely<unknown>,
  {
    name,
    table,
    column,
    message,
  }: { name: string; table: string; column: string; message: string },
): Promise<void> {
  await sql
    .raw(
      `CREATE FUNCTION "${name}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '${message}'; END $$`,
    )
    .execute(db)
  await sql
    .raw(
      `CREATE TRIGGER "${name}" BEFORE UPDATE OF "${column}" ON "${table}" FOR EACH ROW EXECUTE FUNCTION "${name}"()`,
    )
    .execute(db)
}
