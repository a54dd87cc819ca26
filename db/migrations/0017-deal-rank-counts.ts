import { type Kysely, sql } from 'kysely'
import { createTable, isPostgres } from '../../src/store/ddl.ts'

/** Triggers maintain the counts even if an older program version changes the deals. */
export const expands = true

/**
 * Counts a stage's deals by rank prefix. A deal's position is the sum of the counts of earlier
 * prefixes, plus the number of earlier deals with the same prefix. A rank consists of an integer,
 * whose first letter encodes its length, and a fraction. If the integer has three to five
 * characters, the prefix omits its last digit, so that 62 integers share a prefix; otherwise, the
 * prefix has two characters.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'dealRankCounts', {
    columns: { companyId: 'text', stageId: 'text', prefix: 'text', deals: 'int' },
    key: ['companyId', 'stageId', 'prefix'],
    references: { companyId: 'companies' },
    clustered: true,
  })
  // On PostgreSQL, this also locks the deals against changes until all of them are counted.
  await (isPostgres(db) ? createPostgresTriggers(db) : createSqliteTriggers(db))
  await sql`insert into "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
    select "companyId", "stageId", ${sql.raw(toPrefixSql('"rank"'))}, count(*) from "deals" group by 1, 2, 3`.execute(
    db,
  )
}

const toPrefixSql = (rank: string) =>
  `substr(${rank}, 1, CASE substr(${rank}, 1, 1) WHEN 'c' THEN 3 WHEN 'X' THEN 3 WHEN 'd' THEN 4 WHEN 'W' THEN 4 ELSE 2 END)`

const toIncrementSql = (
  row: string,
) => `INSERT INTO "dealRankCounts" ("companyId", "stageId", "prefix", "deals")
  VALUES (${row}."companyId", ${row}."stageId", ${toPrefixSql(`${row}."rank"`)}, 1)
  ON CONFLICT ("companyId", "stageId", "prefix") DO UPDATE SET "deals" = "dealRankCounts"."deals" + 1;`

const toConditionSql = (row: string) =>
  `"companyId" = ${row}."companyId" AND "stageId" = ${row}."stageId" AND "prefix" = ${toPrefixSql(`${row}."rank"`)}`

/** Also deletes a count that becomes zero, so that there are never more counts than deals. */
const toDecrementSql = (
  row: string,
) => `UPDATE "dealRankCounts" SET "deals" = "deals" - 1 WHERE ${toConditionSql(row)};
  DELETE FROM "dealRankCounts" WHERE ${toConditionSql(row)} AND "deals" = 0;`

async function createSqliteTriggers(db: Kysely<unknown>): Promise<void> {
  const createTrigger = (name: string, event: string, statements: string) =>
    sql.raw(`CREATE TRIGGER "${name}" AFTER ${event} BEGIN ${statements} END`).execute(db)
  await createTrigger('dealsCountNew', 'INSERT ON "deals"', toIncrementSql('NEW'))
  await createTrigger('dealsCountOld', 'DELETE ON "deals"', toDecrementSql('OLD'))
  await createTrigger(
    'dealsCountMoved',
    'UPDATE OF "stageId", "rank" ON "deals"',
    `${toDecrementSql('OLD')} ${toIncrementSql('NEW')}`,
  )
}

async function createPostgresTriggers(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`CREATE FUNCTION "countDealRanks"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP <> 'INSERT' THEN ${toDecrementSql('OLD')} END IF;
      IF TG_OP <> 'DELETE' THEN ${toIncrementSql('NEW')} END IF;
      RETURN NULL; END $$`)
    .execute(db)
  await sql
    .raw(
      'CREATE TRIGGER "dealsCount" AFTER INSERT OR DELETE OR UPDATE OF "stageId", "rank" ON "deals" FOR EACH ROW EXECUTE FUNCTION "countDealRanks"()',
    )
    .execute(db)
}
