import { type Kysely, sql } from 'kysely'
import { TypeID } from 'typeid-js'
import { createTable } from '../../src/store/ddl.ts'

const kind = ['created', 'moved', 'unknown']

/**
 * Creates the stage history of deals and people, and the indexes for boards and timelines. The last
 * move of an existing record has no user, and its time is known only for deals and Trash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const stayColumns = {
    id: 'text',
    kind: 'text',
    enteredAt: 'time',
    leftAt: 'time?',
    byUserId: 'text?',
  } as const
  await createTable(db, 'dealStageChanges', {
    columns: {
      companyId: 'text',
      dealId: 'text',
      ...stayColumns,
      fromPipelineId: 'text?',
      fromPipelineName: 'text?',
      fromStageId: 'text?',
      fromStageName: 'text?',
      toPipelineId: 'text',
      toPipelineName: 'text',
      toStageId: 'text',
      toStageName: 'text',
    },
    key: ['companyId', 'dealId', 'id'],
    cascade: { dealId: 'deals' },
    clustered: true,
    oneOf: { kind },
  })
  await createTable(db, 'personStageChanges', {
    columns: {
      companyId: 'text',
      personId: 'text',
      ...stayColumns,
      fromStageId: 'text?',
      fromStageName: 'text?',
      toStageId: 'text',
      toStageName: 'text',
    },
    key: ['companyId', 'personId', 'id'],
    cascade: { personId: 'people' },
    clustered: true,
    oneOf: { kind },
  })
  await sql`create index "dealsBy_stageId_rank_price" on "deals" ("companyId", "stageId", "rank", "price")`.execute(
    db,
  )
  await sql`create index "dealsBy_stageId_assignedAgentId_rank_price" on "deals" ("companyId", "stageId", "assignedAgentId", "rank", "price")`.execute(
    db,
  )
  await sql`create index "tasksBy_personId_completedAt_id_where" on "tasks" ("companyId", "personId", "completedAt", "id")
    where "completedAt" is not null`.execute(db)
  await forEachChunk(db, 'deals', 'stageEnteredAt', 'dealstage', fillDeals)
  await forEachChunk(db, 'people', 'coalesce("trashedAt", "createdAt")', 'personstage', fillPeople)
}

type Chunk = { companyId: string; from: string; ids: string }

/** Creates a stage change's id, which is unique because it contains the record's id. */
function createStageChangeId(prefix: string, recordId: string, enteredAt: string): string {
  const bytes = TypeID.fromString(recordId).toUUIDBytes()
  const enteredAtMs = Date.parse(enteredAt)
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
  view.setUint32(0, Math.floor(enteredAtMs / 2 ** 16))
  view.setUint16(4, enteredAtMs % 2 ** 16)
  return TypeID.fromUUIDBytes(prefix, bytes).toString()
}

/** Runs `fill` per 1,000 rows of each company, with new ids for the rows' first stage changes. */
async function forEachChunk(
  db: Kysely<unknown>,
  table: string,
  enteredAtSql: string,
  prefix: string,
  fill: (db: Kysely<unknown>, chunk: Chunk) => Promise<void>,
) {
  const companies = await sql<{ id: string }>`select "id" from "companies"`.execute(db)
  for (const { id: companyId } of companies.rows) {
    for (let from: string | undefined = ''; from !== undefined; ) {
      const chunk: { rows: { id: string; at: string }[] } = await sql<{
        id: string
        at: string
      }>`select "id", ${sql.raw(enteredAtSql)} as "at" from ${sql.table(table)}
        where "companyId" = ${companyId} and "id" > ${from} order by "id" limit 1000`.execute(db)
      const ids = chunk.rows.map((row) => ({
        recordId: row.id,
        id: createStageChangeId(prefix, row.id, row.at),
      }))
      await fill(db, { companyId, from, ids: JSON.stringify(ids) })
      from = chunk.rows.length === 1000 ? chunk.rows.at(-1)?.id : undefined
    }
  }
}

const selectChangeIds = (ids: string) =>
  sql`(select value ->> 'recordId' as "recordId", value ->> 'id' as "id" from json_each(${ids})) as "change"`

async function fillDeals(db: Kysely<unknown>, { companyId, ids }: Chunk): Promise<void> {
  const isCreationSql = sql`"deals"."stageEnteredAt" = "deals"."createdAt"`
  await sql`insert into "dealStageChanges"
    ("companyId", "dealId", "id", "kind", "enteredAt", "byUserId", "toPipelineId", "toPipelineName", "toStageId", "toStageName")
    select "deals"."companyId", "deals"."id", "change"."id", case when ${isCreationSql} then 'created' else 'unknown' end, "deals"."stageEnteredAt",
      case when ${isCreationSql} then "deals"."createdBy" end, "pipelines"."id", "pipelines"."name", "stage"."id", "stage"."name"
    from ${selectChangeIds(ids)} cross join "deals" on "deals"."companyId" = ${companyId} and "deals"."id" = "change"."recordId"
    join "pipelines" on "pipelines"."companyId" = ${companyId} and "pipelines"."id" = "deals"."pipelineId"
    join "pipelineStages" as "stage" on "stage"."companyId" = ${companyId} and "stage"."id" = "deals"."stageId"`.execute(
    db,
  )
}

/**
 * For people in Trash, the time and the previous stage are known. People who were never changed are
 * still in their first stage.
 */
async function fillPeople(db: Kysely<unknown>, { companyId, ids }: Chunk): Promise<void> {
  const isTrashedSql = sql`"people"."trashedAt" is not null`
  const isCreationSql = sql`"people"."version" = 1 and not ${isTrashedSql}`
  await sql`insert into "personStageChanges"
    ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select "people"."companyId", "people"."id", "change"."id", case when ${isTrashedSql} then 'moved' when ${isCreationSql} then 'created' else 'unknown' end,
      coalesce("people"."trashedAt", "people"."createdAt"), case when ${isCreationSql} then "people"."createdBy" end,
      "before"."id", "before"."name", "stage"."id", "stage"."name"
    from ${selectChangeIds(ids)} cross join "people" on "people"."companyId" = ${companyId} and "people"."id" = "change"."recordId"
    join "stages" as "stage" on "stage"."companyId" = ${companyId} and "stage"."id" = "people"."stageId"
    left join "stages" as "before" on "before"."companyId" = ${companyId} and "before"."id" = "people"."previousStageId"`.execute(
    db,
  )
}
