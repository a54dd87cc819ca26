import { type Kysely, sql } from 'kysely'
import { addColumn } from '../../src/store/ddl.ts'

/** Records that an older program version creates have no creator. */
export const expands = true

const kindByTable = {
  users: 'user',
  teams: 'team',
  stages: 'stage',
  pipelines: 'pipeline',
  tags: 'tag',
  customFields: 'customField',
  smartLists: 'smartList',
  webhookEndpoints: 'webhookEndpoint',
}

/**
 * Adds the creator of each record. The creator of an existing record is the actor of its creation
 * event. Pipeline stages have no such event. Stages that were created with their pipeline get the
 * pipeline's creator.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, kind] of Object.entries(kindByTable)) {
    await addColumn(db, table, 'createdBy', 'text')
    const [companyId, id] = [sql.ref(`${table}.companyId`), sql.ref(`${table}.id`)]
    await sql`update ${sql.table(table)} set "createdBy" = (select "actorId" from "events"
      where "events"."companyId" = ${companyId} and "recordId" = ${id} and "type" = ${`${kind}.created`})`.execute(
      db,
    )
  }
  await addColumn(db, 'pipelineStages', 'createdBy', 'text')
  await sql`update "pipelineStages" set "createdBy" = (select "createdBy" from "pipelines"
    where "pipelines"."companyId" = "pipelineStages"."companyId" and "pipelines"."id" = "pipelineStages"."pipelineId"
      and "pipelines"."createdAt" = "pipelineStages"."createdAt")`.execute(db)
}
