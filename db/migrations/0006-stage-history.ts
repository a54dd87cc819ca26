import { type Kysely, sql } from 'kysely'
import { TypeID } from 'typeid-js'
import { createTable } from '../../src/store/ddl.ts'

const kind = ['created', 'moved', 'unknown']

/**
 * The stage history of deals and people, and the indexes of boards and timelines. For existing
 * records only the current stage and the time of the last move are known, not who moved them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const stay = {
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
      ...stay,
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
      ...stay,
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

/** Returns the id of a stage change, which is unique because it contains the id of its record. */
function createStageChangeId(prefix: string, recordId: string, at: string): string {
  const bytes = TypeID.fromString(recordId).toUUIDBytes()
  const time = Date.parse(at)
  const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
  view.setUint32(0, Math.floor(time / 2 ** 16))
  view.setUint16(4, time % 2 ** 16)
  return TypeID.fromUUIDBytes(prefix, bytes).toString()
}

/** Runs `fill` for each thousand rows of each company, with the ids of their first changes. */
async function forEachChunk(
  db: Kysely<unknown>,
  table: string,
  at: string,
  prefix: string,
  fill: (db: Kysely<unknown>, chunk: Chunk) => Promise<void>,
) {
  const companies = await sql<{ id: string }>`select "id" from "companies"`.execute(db)
  for (const { id: companyId } of companies.rows) {
    for (let from: string | undefined = ''; from !== undefined; ) {
      const chunk: { rows: { id: string; at: string }[] } = await sql<{
        id: string
        at: string
      }>`select "id", ${sql.raw(at)} as "at" from ${sql.table(table)}
        where "companyId" = ${companyId} and "id" > ${from} order by "id" limit 1000`.execute(db)
      const ids = chunk.rows.map((row) => ({
        of: row.id,
        id: createStageChangeId(prefix, row.id, row.at),
      }))
      await fill(db, { companyId, from, ids: JSON.stringify(ids) })
      from = chunk.rows.length === 1000 ? chunk.rows.at(-1)?.id : undefined
    }
  }
}

const selectIds = (ids: string) =>
  sql`(select value ->> 'of' as "of", value ->> 'id' as "id" from json_each(${ids})) as "given"`

async function fillDeals(db: Kysely<unknown>, { companyId, ids }: Chunk): Promise<void> {
  const isCreation = sql`"deals"."stageEnteredAt" = "deals"."createdAt"`
  await sql`insert into "dealStageChanges"
    ("companyId", "dealId", "id", "kind", "enteredAt", "byUserId", "toPipelineId", "toPipelineName", "toStageId", "toStageName")
    select "deals"."companyId", "deals"."id", "given"."id", case when ${isCreation} then 'created' else 'unknown' end, "deals"."stageEnteredAt",
      case when ${isCreation} then "deals"."createdBy" end, "pipelines"."id", "pipelines"."name", "stage"."id", "stage"."name"
    from ${selectIds(ids)} cross join "deals" on "deals"."companyId" = ${companyId} and "deals"."id" = "given"."of"
    join "pipelines" on "pipelines"."companyId" = ${companyId} and "pipelines"."id" = "deals"."pipelineId"
    join "pipelineStages" as "stage" on "stage"."companyId" = ${companyId} and "stage"."id" = "deals"."stageId"`.execute(
    db,
  )
}

/**
 * People in Trash entered it at a known time from a known stage; people who were never changed are
 * still in their first stage.
 */
async function fillPeople(db: Kysely<unknown>, { companyId, ids }: Chunk): Promise<void> {
  const trashedCondition = sql`"people"."trashedAt" is not null`
  const created = sql`"people"."version" = 1 and not ${trashedCondition}`
  await sql`insert into "personStageChanges"
    ("companyId", "personId", "id", "kind", "enteredAt", "byUserId", "fromStageId", "fromStageName", "toStageId", "toStageName")
    select "people"."companyId", "people"."id", "given"."id", case when ${trashedCondition} then 'moved' when ${created} then 'created' else 'unknown' end,
      coalesce("people"."trashedAt", "people"."createdAt"), case when ${created} then "people"."createdBy" end,
      "before"."id", "before"."name", "stage"."id", "stage"."name"
    from ${selectIds(ids)} cross join "people" on "people"."companyId" = ${companyId} and "people"."id" = "given"."of"
    join "stages" as "stage" on "stage"."companyId" = ${companyId} and "stage"."id" = "people"."stageId"
    left join "stages" as "before" on "before"."companyId" = ${companyId} and "before"."id" = "people"."previousStageId"`.execute(
    db,
  )
}
