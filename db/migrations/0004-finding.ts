import { type Kysely, sql } from 'kysely'
import { addColumn, createIndex } from '../../src/store/ddl.ts'

/** Indexes for sorting and filtering lists. */
const indexes: [table: string, columns: string[], where?: string][] = [
  ['people', ['nameKey', 'id']],
  ['people', ['updatedAt', 'id']],
  ['people', ['price', 'id']],
  ['people', ['lastActivityAt', 'id']],
  ['deals', ['updatedAt', 'id']],
  ['deals', ['price', 'id']],
  ['deals', ['closeDate', 'id']],
  ['deals', ['stageEnteredAt', 'id']],
  ['tasks', ['updatedAt', 'id']],
  ['tasks', ['dueDate', 'id']],
  ['tasks', ['completedAt', 'id']],
  ['tasks', ['dueDate', 'id'], '"completedAt" IS NULL'],
  ['tasks', ['id'], '"completedAt" IS NULL'],
  ['activities', ['createdBy', 'id']],
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await addColumn(db, 'people', 'lastActivityAt', 'time')
  await sql`update "people" set "lastActivityAt" = (select max("createdAt") from "activities"
    where "activities"."companyId" = "people"."companyId" and "activities"."personId" = "people"."id")`.execute(
    db,
  )
  for (const [table, columns, where = ''] of indexes)
    await createIndex(db, table, { columns: ['companyId', ...columns], where })
}
