import { type Kysely, sql } from 'kysely'
import { createTable, isPostgres } from '../../src/store/ddl.ts'

/** The database itself keeps the counts, whatever program changes the deals. */
export const expands = true

/**
 * How many deals of a stage have ranks that begin alike: a deal's place in its column is the sum of
 * those before, and a few that are counted, however many stand before it. Ranks are numbers whose
 * first letter tells how long they are, with fractions behind them (see `prefixOf` in
 * column-queries.ts); but for the last digit of the number those of 62 cards are the same.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dealRankCounts', {
    columns: { companyId: 'text', stageId: 'text', prefix: 'text', deals: 'int' },
    key: ['companyId', 'stageId', 'prefix'],
    references: { companyId: 'companies' },
    clustered: true,
  })
  // On PostgreSQL it keeps others from changing deals until all are counted.
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
  await sql`insert into "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
    select "companyId", "stageId", ${sql.raw(prefixOf('"rank"'))}, count(*) from "deals" group by 1, 2, 3`.execute(
    db,
  )
}

const prefixOf = (rank: string) =>
  `substr(${rank}, 1, CASE substr(${rank}, 1, 1) WHEN 'c' THEN 3 WHEN 'X' THEN 3 WHEN 'd' THEN 4 WHEN 'W' THEN 4 ELSE 2 END)`

const more = (
  row: string,
) => `INSERT INTO "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
  VALUES (${row}."companyId", ${row}."stageId", ${prefixOf(`${row}."rank"`)}, 1)
  ON CONFLICT ("companyId", "stageId", "prefix") DO UPDATE SET "deals" = "dealRankCounts"."deals" + 1;`

const those = (row: string) =>
  `"companyId" = ${row}."companyId" AND "stageId" = ${row}."stageId" AND "prefix" = ${prefixOf(`${row}."rank"`)}`

/** None are left where the last one goes, so that there are never more counts than deals. */
const fewer = (
  row: string,
) => `UPDATE "dealRankCounts" SET "deals" = "deals" - 1 WHERE ${those(row)};
  DELETE FROM "dealRankCounts" WHERE ${those(row)} AND "deals" = 0;`

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const trigger = (name: string, when: string, then: string) =>
    sql.raw(`CREATE TRIGGER "${name}" AFTER ${when} BEGIN ${then} END`).execute(db)
  await trigger('dealsCountNew', 'INSERT ON "deals"', more('NEW'))
  await trigger('dealsCountOld', 'DELETE ON "deals"', fewer('OLD'))
  await trigger(
    'dealsCountMoved',
    'UPDATE OF "stageId", "rank" ON "deals"',
    `${fewer('OLD')} ${more('NEW')}`,
  )
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE FUNCTION "countDealRanks"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN ${fewer('OLD')} END IF;
      IF TG_OP <> 'DELETE' THEN ${more('NEW')} END IF;
      RETURN NULL; END $$`)
    .execute(db)
  await sql
    .raw(
      'CREATE TRIGGER "dealsCount" AFTER INSERT OR DELETE OR UPDATE OF "stageId", "rank" ON "deals" FOR EACH ROW EXECUTE FUNCTION "countDealRanks"()',
    )
    .execute(db)
}
