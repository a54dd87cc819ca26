import { type Kysely, sql } from 'kysely'
import { createTable, isPostgres } from '../../src/store/ddl.ts'

/** Triggers maintain the counts, whichever program version changes the deals. */
export const expands = true

/**
 * Counts the deals of a stage by the prefix of their ranks. The position of a deal is the sum of the
 * counts of earlier prefixes, plus the earlier deals with its own prefix. A rank is an integer, whose
 * first letter is its length, and a fraction; the prefix is the integer without its last digit, so
 * up to 62 cards share it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dealRankCounts', {
    columns: { companyId: 'text', stageId: 'text', prefix: 'text', deals: 'int' },
    key: ['companyId', 'stageId', 'prefix'],
    references: { companyId: 'companies' },
    clustered: true,
  })
  // Locks the deals on PostgreSQL against changes until all are counted.
  await (isPostgres(db) ? countOnPostgres(db) : countOnSqlite(db))
  await sql`insert into "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
    select "companyId", "stageId", ${sql.raw(toPrefix('"rank"'))}, count(*) from "deals" group by 1, 2, 3`.execute(
    db,
  )
}

const toPrefix = (rank: string) =>
  `substr(${rank}, 1, CASE substr(${rank}, 1, 1) WHEN 'c' THEN 3 WHEN 'X' THEN 3 WHEN 'd' THEN 4 WHEN 'W' THEN 4 ELSE 2 END)`

const incrementCount = (
  row: string,
) => `INSERT INTO "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
  VALUES (${row}."companyId", ${row}."stageId", ${toPrefix(`${row}."rank"`)}, 1)
  ON CONFLICT ("companyId", "stageId", "prefix") DO UPDATE SET "deals" = "dealRankCounts"."deals" + 1;`

const matchCount = (row: string) =>
  `"companyId" = ${row}."companyId" AND "stageId" = ${row}."stageId" AND "prefix" = ${toPrefix(`${row}."rank"`)}`

/** Deletes counts of zero, so that there are never more counts than deals. */
const decrementCount = (
  row: string,
) => `UPDATE "dealRankCounts" SET "deals" = "deals" - 1 WHERE ${matchCount(row)};
  DELETE FROM "dealRankCounts" WHERE ${matchCount(row)} AND "deals" = 0;`

async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const createTrigger = (name: string, when: string, then: string) =>
    sql.raw(`CREATE TRIGGER "${name}" AFTER ${when} BEGIN ${then} END`).execute(db)
  await createTrigger('dealsCountNew', 'INSERT ON "deals"', incrementCount('NEW'))
  await createTrigger('dealsCountOld', 'DELETE ON "deals"', decrementCount('OLD'))
  await createTrigger(
    'dealsCountMoved',
    'UPDATE OF "stageId", "rank" ON "deals"',
    `${decrementCount('OLD')} ${incrementCount('NEW')}`,
  )
}

async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE FUNCTION "countDealRanks"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN ${decrementCount('OLD')} END IF;
      IF TG_OP <> 'DELETE' THEN ${incrementCount('NEW')} END IF;
      RETURN NULL; END $$`)
    .execute(db)
  await sql
    .raw(
      'CREATE TRIGGER "dealsCount" AFTER INSERT OR DELETE OR UPDATE OF "stageId", "rank" ON "deals" FOR EACH ROW EXECUTE FUNCTION "countDealRanks"()',
    )
    .execute(db)
}
