/**
 * Runs the same scenario in two worlds with equal ids, in one through REST and in the other through
 * compiled GraphQL. Afterwards, both databases must contain the same rows and events.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileOperation } from '../src/graphql/compiler/compile.ts'
import { routes } from '../src/resources/index.ts'
import { readResult } from '../src/rest/response.ts'
import { query } from '../src/store/query.ts'
import { dump } from './support/dump.ts'
import { toGraphqlRequest } from './support/graphql-request.ts'
import { createScenarioRequests, preparedRoutes } from './support/scenario.ts'
import { providerSettings } from './support/sign-in.ts'
import { createWorld, type World } from './support/world.ts'

const auditEntriesQuery = query((k, p: { companyId: string; requestId: string }) =>
  k
    .selectFrom('events')
    .select('actorId')
    .where('companyId', '=', p.companyId)
    .where('requestId', '=', p.requestId),
)

/**
 * Finds records whose stage history does not contain exactly one open entry, for the current stage.
 */
const staleStagesQuery = query(
  (_, p: { companyId: string }) => sql<{ id: string }>`
    select "id" from "deals" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "dealStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."dealId" = "deals"."id" and "leftAt" is null and "enteredAt" = "stageEnteredAt")
    union all select "id" from "people" where "companyId" = ${p.companyId} and "stageId" <> (select coalesce(case when count(*) = 1 then max("toStageId") end, '') from "personStageChanges" as "change"
      where "change"."companyId" = ${p.companyId} and "change"."personId" = "people"."id" and "leftAt" is null)`,
)
const findStaleStages = (world: World) =>
  world.deps.store.allCompanies.read((db) =>
    db.all(staleStagesQuery, { companyId: world.company.id }),
  )

describe('REST and GraphQL equivalence', () => {
  let restWorld: World
  let graphqlWorld: World
  beforeAll(async () => {
    restWorld = await createWorld({ QUERY_COMPILER: 'off', ...providerSettings })
    graphqlWorld = await createWorld({ QUERY_COMPILER: 'always', ...providerSettings })
    for (const world of [restWorld, graphqlWorld]) await world.signIn('owner')
  })
  afterAll(() => Promise.all([restWorld.stop(), graphqlWorld.stop()]))

  test('PATCH accepts the same body as PUT, and a PATCH of a deal can omit unchanged fields', () => {
    const removeOperationName = (document: string) =>
      document.replace(/mutation \w+/, '').replace(/\$(title: DealTitle|pipelineId: ID)!/g, '$$$1')
    const listRoutesWithMethod = (method: string) =>
      routes
        .filter((route) => route.method === method)
        .map((route) => [route.path, removeOperationName(route.document)])
    expect(listRoutesWithMethod('patch')).toEqual(listRoutesWithMethod('put'))
    expect(
      routes.find(({ method, path }) => method === 'patch' && path === '/v1/deals/{id}')?.document,
    ).not.toMatch(/(title|pipelineId): \w+!/)
  })

  test('a REST request and the equivalent GraphQL mutation make the same changes to the database', async () => {
    const { deps, users } = restWorld
    const requests = createScenarioRequests(restWorld.as('owner'), users.owner.id, deps.now())
    for await (const { route, inputs, method, path, body, setCreatedId } of requests) {
      const operation = route.name
      const restReply = await restWorld.as('owner').rest(method, path, body)
      const graphqlReply = await graphqlWorld.as('owner').gql(...toGraphqlRequest(route, inputs))
      expect([operation, restReply.status, restReply.body.error, graphqlReply.body.errors]).toEqual(
        [operation, route.reply.kind === 'created' ? 201 : 200, undefined, undefined],
      )
      expect([operation, await findStaleStages(restWorld)]).toEqual([operation, []])
      const entries = await deps.store.allCompanies.read((db) =>
        db.all(auditEntriesQuery, {
          companyId: restWorld.company.id,
          requestId: restReply.body.meta.requestId,
        }),
      )
      expect([
        operation,
        entries.length > 0,
        entries.filter(({ actorId }) => actorId !== users.owner.id),
      ]).toEqual([operation, true, []])
      const graphqlData = readResult(route, graphqlReply.body) as { id?: string } | null
      if (restReply.body.data)
        expect([operation, restReply.body.data]).toEqual([operation, graphqlData])
      setCreatedId(graphqlData?.id ?? '')
    }
    const readRows = async (world: World) =>
      Object.entries(await dump(world))
        .flatMap(([name, table]) => (name.startsWith('kysely') ? [] : table))
        .map((row) => row.replace(/"requestId":"[^"]*"/, ''))
    expect((await readRows(restWorld)).sort()).toEqual((await readRows(graphqlWorld)).sort())
  })

  test('the GraphQL mutation of every REST route that changes data can be compiled', () => {
    const mutations = [...preparedRoutes.values()].filter((route) => route.isMutation)
    expect(
      mutations.filter(({ operation }) => !compileOperation(operation)).map(({ name }) => name),
    ).toEqual([])
  })

  test('the event of a deletion lists the last values of the record, unless the record is a person', async () => {
    const { events = [] } = await dump(restWorld)
    const deletions = events
      .map((row): { type: string; changes: string } => JSON.parse(row))
      .filter(({ type }) => type.endsWith('.deleted'))
    const emptyTypes = deletions.filter(({ changes }) => changes === '[]').map(({ type }) => type)
    expect(
      [...new Set(emptyTypes)],
      'pass the event fields to `deleteRecord` in operations.ts',
    ).toEqual(['person.deleted'])
  })

  test('every record has the version stored in its last audit entry', async () => {
    const { events = [], ...tables } = await dump(restWorld)
    const auditedVersions = new Map<string, number>()
    for (const { recordId, recordVersion, sequence: _ } of events
      .map((row) => JSON.parse(row))
      .sort((a, b) => a.sequence - b.sequence))
      auditedVersions.set(recordId, recordVersion)
    const records = Object.entries(tables).flatMap(([table, list]) =>
      list
        .map((row): { id: string; version?: number } => JSON.parse(row))
        .map((row) => ({ table, ...row })),
    )
    const mismatches = records.filter(
      ({ id, version = 1 }) => version !== (auditedVersions.get(id) ?? 1),
    )
    expect(
      mismatches.map(
        ({ table, id, version }) =>
          `${table} ${id} is at ${version}, its last entry at ${auditedVersions.get(id)}`,
      ),
    ).toEqual([])
    expect(records.filter(({ version = 1 }) => version > 1).length).toBeGreaterThan(5)
  })
})
