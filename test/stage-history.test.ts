import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { Kysely, SqliteDialect } from 'kysely'
import { TypeID } from 'typeid-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { up } from '../db/migrations/0006-stage-history.ts'
import { readDemoKeys } from '../db/seed/demo-keys.ts'
import { loadDemo } from '../db/seed.ts'
import type {
  DealStageChangeRow,
  PersonStageChangeRow,
} from '../src/resources/stage-history/table.ts'
import { createHttpClient, type Reply } from './support/client.ts'
import { startServer } from './support/server.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface Stage {
  id: string
  name: string
}

let world: World
let pipelineId: string
let dealStages: Stage[]
let personStages: Stage[]

beforeAll(async () => {
  world = await createWorld()
  const { data } = (
    await world
      .as('owner')
      .gql('{ pipelines { nodes { id stages { id name } } } stages { nodes { id name } } }')
  ).body
  pipelineId = data.pipelines.nodes[0].id
  dealStages = data.pipelines.nodes[0].stages
  personStages = data.stages.nodes
})
afterAll(() => world.stop())

const getStage = (list: Stage[], index: number) => list[index] as Stage
const toIso = (timeMs: number) => new Date(timeMs).toISOString()
const sendRest = (method: string, path: string, body?: object, user: TestUser = 'agent') =>
  world.as(user).rest(method, path, body)
const createRecord = async (path: string, body: object, user: TestUser = 'agent') =>
  (await sendRest('POST', path, body, user)).body.data.id as string
const createDeal = (user: TestUser = 'agent') =>
  createRecord('/v1/deals', { title: 'House', pipelineId }, user)
const createPerson = (body: object = {}, user: TestUser = 'agent') =>
  createRecord('/v1/people', { firstName: 'Ann', ...body }, user)
const readStageHistory = async (kind: 'deals' | 'people', id: string, user: TestUser = 'agent') =>
  (await sendRest('GET', `/v1/${kind}/${id}/stage-history?limit=100`, undefined, user)).body.data

describe('Stage history of deals', () => {
  test('the stage history of a deal contains its creation and every move, with stage names, time and user', async () => {
    const id = await createDeal()
    const createdMs = world.clock.now()
    world.clock.advance(90_500)
    await sendRest('POST', `/v1/deals/${id}/move`, { stageId: getStage(dealStages, 2).id }, 'owner')
    const movedMs = world.clock.now()
    world.clock.advance(3000)
    const getAuthorFields = (user: 'agent' | 'owner') => ({
      byUserId: world.users[user].id,
      byName: `${world.users[user].firstName} ${world.users[user].lastName}`,
    })
    const pipelineFields = {
      fromPipelineId: pipelineId,
      fromPipelineName: 'Sales',
      toPipelineId: pipelineId,
      toPipelineName: 'Sales',
    }
    expect(await readStageHistory('deals', id)).toEqual([
      {
        id: expect.stringMatching(/^dealstage_/),
        kind: 'moved',
        ...pipelineFields,
        fromStageId: getStage(dealStages, 0).id,
        fromStageName: 'Qualified',
        toStageId: getStage(dealStages, 2).id,
        toStageName: 'Negotiation',
        enteredAt: toIso(movedMs),
        leftAt: null,
        secondsInStage: 3,
        ...getAuthorFields('owner'),
      },
      {
        id: expect.stringMatching(/^dealstage_/),
        kind: 'created',
        ...pipelineFields,
        fromPipelineId: null,
        fromPipelineName: null,
        fromStageId: null,
        fromStageName: null,
        toStageId: getStage(dealStages, 0).id,
        toStageName: 'Qualified',
        enteredAt: toIso(createdMs),
        leftAt: toIso(movedMs),
        secondsInStage: 90,
        ...getAuthorFields('agent'),
      },
    ])
  })

  test('the stage history of a deal includes stage changes made by an update but no moves within a stage', async () => {
    const id = await createDeal()
    await sendRest('POST', `/v1/deals/${id}/move`, {
      stageId: getStage(dealStages, 0).id,
      order: 0,
    })
    await sendRest('PUT', `/v1/deals/${id}`, { title: 'Flat', pipelineId })
    expect(await readStageHistory('deals', id)).toHaveLength(1)
    await sendRest('PUT', `/v1/deals/${id}`, {
      title: 'Flat',
      pipelineId,
      stageId: getStage(dealStages, 3).id,
    })
    expect(
      (await readStageHistory('deals', id)).map(
        (move: { toStageName: string }) => move.toStageName,
      ),
    ).toEqual(['Won', 'Qualified'])
  })

  test('the stage history of a deal keeps the names of renamed and deleted stages', async () => {
    const rentalPipeline = (
      await sendRest(
        'POST',
        '/v1/pipelines',
        { name: 'Rentals', stages: [{ name: 'First', type: 'open' }] },
        'owner',
      )
    ).body.data
    const id = await createDeal()
    await sendRest('POST', `/v1/deals/${id}/move`, { stageId: rentalPipeline.stages[0].id })
    const renameReply = await sendRest(
      'PUT',
      `/v1/pipelines/${rentalPipeline.id}`,
      {
        name: 'Lettings',
        stages: [{ id: rentalPipeline.stages[0].id, name: 'Second', type: 'open' }],
      },
      'owner',
    )
    expect(renameReply.status).toBe(200)
    const historyQuery = `query($id: ID!) { deal(id: $id) { stageHistory { totalCount nodes { kind toStageName toPipelineName toStage { name } toPipeline { name } fromStageName fromStage { name }
      fromPipeline { name } actor { email } } } } }`
    const readHistory = async () =>
      (await world.as('agent').gql(historyQuery, { id })).body.data.deal.stageHistory
    expect((await readHistory()).nodes[0]).toMatchObject({
      toStageName: 'First',
      toPipelineName: 'Rentals',
      toStage: { name: 'Second' },
      toPipeline: { name: 'Lettings' },
    })
    expect(
      (
        await sendRest(
          'DELETE',
          `/v1/pipelines/${rentalPipeline.id}?moveTo=${getStage(dealStages, 1).id}`,
          undefined,
          'owner',
        )
      ).status,
    ).toBe(200)
    const { nodes, totalCount } = await readHistory()
    expect(totalCount).toBe(3)
    expect(nodes[0]).toMatchObject({
      kind: 'moved',
      fromStageName: 'Second',
      fromStage: null,
      fromPipeline: null,
      toStageName: 'Proposal',
      actor: { email: 'owner@acme.test' },
    })
    expect(nodes[1]).toMatchObject({ toStageName: 'First', toStage: null, toPipeline: null })
  })

  test('the stage history of a deal requires permission to view the deal and is deleted with the deal', async () => {
    const id = await createDeal('loner')
    const expectRejection = async (user: TestUser, status: number, code: string) => {
      const reply = await sendRest('GET', `/v1/deals/${id}/stage-history`, undefined, user)
      expect([reply.status, reply.body.error.code]).toEqual([status, code])
    }
    await expectRejection('agent', 403, 'FORBIDDEN')
    await expectRejection('stranger', 404, 'NOT_FOUND')
    expect((await world.client().rest('GET', `/v1/deals/${id}/stage-history`)).status).toBe(401)
    const narrowedClient = await world.createKey('owner', ['people.view.all'])
    expect(
      (await narrowedClient.rest('GET', `/v1/deals/${id}/stage-history`)).body.error.message,
    ).toContain('deals.view')
    await sendRest('DELETE', `/v1/deals/${id}`, undefined, 'loner')
    await expectRejection('loner', 404, 'NOT_FOUND')
  })

  test('a failed move adds nothing to the stage history of the deal', async () => {
    const id = await createDeal()
    const historyBefore = await readStageHistory('deals', id)
    const moveMutation =
      'mutation($id: ID!, $to: ID!) { a: moveDeal(id: $id, input: { stageId: $to }) { deal { id } } b: moveDeal(id: "deal_nowhere00", input: { stageId: $to }) { deal { id } } }'
    expect(
      (await world.as('agent').gql(moveMutation, { id, to: getStage(dealStages, 1).id })).body
        .errors[0].extensions.code,
    ).toBe('NOT_FOUND')
    expect(await readStageHistory('deals', id)).toEqual(historyBefore)
  })

  test('the stage history of a deal has one entry for each stage change, for any page size and paging direction', async () => {
    const client = world.as('agent')
    const readPages = async (id: string, pageSize: number, isBackward: boolean) => {
      const [sizeArgument, cursorArgument, hasMoreField, cursorField] = isBackward
        ? ['last', 'before', 'hasPreviousPage', 'startCursor']
        : ['first', 'after', 'hasNextPage', 'endCursor']
      const query = `query($id: ID!, $n: Int, $c: String) { deal(id: $id) { stageHistory(${sizeArgument}: $n, ${cursorArgument}: $c) { totalCount nodes { toStageId enteredAt leftAt } pageInfo { ${hasMoreField} ${cursorField} } } } }`
      const entries: { toStageId: string; enteredAt: string; leftAt: string | null }[] = []
      for (let cursor: string | null = null, hasFurtherPage = true; hasFurtherPage; ) {
        const reply: Reply = await client.gql(query, { id, n: pageSize, c: cursor })
        const { nodes, pageInfo } = reply.body.data.deal.stageHistory
        entries.splice(isBackward ? 0 : entries.length, 0, ...nodes)
        cursor = pageInfo[cursorField as string]
        hasFurtherPage = pageInfo[hasMoreField as string]
      }
      return entries
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ stageIndex: fc.nat(4), waitMs: fc.constantFrom(0, 0, 1, 5000) }), {
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, pageSize) => {
          const id = await createDeal()
          const stageIndexes = [0]
          for (const { stageIndex, waitMs } of steps) {
            world.clock.advance(waitMs)
            const stageId = getStage(dealStages, stageIndex).id
            await sendRest('POST', `/v1/deals/${id}/move`, { stageId })
            if (stageIndex !== stageIndexes.at(-1)) stageIndexes.push(stageIndex)
          }
          const entries = await readPages(id, pageSize, false)
          expect(entries.map((move) => move.toStageId)).toEqual(
            stageIndexes.map((index) => getStage(dealStages, index).id).reverse(),
          )
          expect(entries.map((move) => move.leftAt)).toEqual([
            null,
            ...entries.slice(0, -1).map((move) => move.enteredAt),
          ])
          expect(await readPages(id, pageSize, true)).toEqual(entries)
        },
      ),
      { numRuns: 15 },
    )
  })
})

describe('Stage history of people', () => {
  const listStageChanges = async (id: string) =>
    (await readStageHistory('people', id, 'owner')).map(
      (move: { fromStageName: string; toStageName: string }) =>
        `${move.fromStageName} → ${move.toStageName}`,
    )

  test("the stage history of a person contains the person's creation, stage changes, deletion and restoration", async () => {
    const id = await createPerson()
    await sendRest('PUT', `/v1/people/${id}`, { source: 'web' })
    await sendRest('PUT', `/v1/people/${id}`, { stageId: getStage(personStages, 1).id })
    await sendRest('PUT', `/v1/people/${id}`, { stageId: getStage(personStages, 1).id })
    world.clock.advance(60_000)
    await sendRest('DELETE', `/v1/people/${id}`)
    await sendRest('DELETE', `/v1/people/${id}`)
    await sendRest('POST', `/v1/people/${id}/restore`)
    expect(await listStageChanges(id)).toEqual([
      'Trash → Prospect',
      'Prospect → Trash',
      'Lead → Prospect',
      'null → Lead',
    ])
    const [, , prospectEntry, leadEntry] = await readStageHistory('people', id)
    expect(prospectEntry).toMatchObject({
      kind: 'moved',
      secondsInStage: 60,
      byUserId: world.users.agent.id,
    })
    expect(leadEntry).toMatchObject({
      kind: 'created',
      secondsInStage: 0,
      leftAt: prospectEntry.enteredAt,
    })
  })

  test("the stage history of a person contains the person's move out of a deleted stage", async () => {
    const stageId = await createRecord('/v1/stages', { name: 'Warm' }, 'owner')
    const id = await createPerson({ stageId })
    expect(
      (
        await sendRest(
          'DELETE',
          `/v1/stages/${stageId}?moveTo=${getStage(personStages, 0).id}`,
          undefined,
          'owner',
        )
      ).status,
    ).toBe(200)
    expect(await listStageChanges(id)).toEqual(['Warm → Lead', 'null → Warm'])
    expect((await readStageHistory('people', id))[0]).toMatchObject({
      byUserId: world.users.owner.id,
      fromStageId: stageId,
    })
    const { body } = await world
      .as('agent')
      .gql(
        'query($id: ID!) { person(id: $id) { stageHistory(first: 1) { nodes { fromStage { id } toStage { name } } } } }',
        { id },
      )
    expect(body.data.person.stageHistory.nodes).toEqual([
      { fromStage: null, toStage: { name: 'Lead' } },
    ])
  })

  test('the stage history of a person requires permission to view the person', async () => {
    const id = await createPerson({}, 'loner')
    const readStatus = async (user: TestUser) =>
      (await sendRest('GET', `/v1/people/${id}/stage-history`, undefined, user)).status
    expect([
      await readStatus('owner'),
      await readStatus('loner'),
      await readStatus('agent'),
      await readStatus('stranger'),
    ]).toEqual([200, 200, 403, 404])
    const narrowedClient = await world.createKey('owner', ['deals.view.all'])
    expect(
      (await narrowedClient.rest('GET', `/v1/people/${id}/stage-history`)).body.error.message,
    ).toContain('people.view')
  })
})

describe('Stage history of earlier releases', () => {
  test('the migration that adds the stage history records the current stage of each deal and person', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dealgraph-history-'))
    const server = await startServer({ DATABASE_URL: `sqlite:${join(folder, 'demo.db')}` })
    await loadDemo(server.deps)
    const db = new Database(server.file)
    const readRows = <R>(sql: string) => db.prepare<[], R>(sql).all()
    const [dealChangesBefore, personChangesBefore] = [
      readRows<DealStageChangeRow>('select * from dealStageChanges'),
      readRows<PersonStageChangeRow>('select * from personStageChanges'),
    ]
    db.exec(
      'drop table dealStageChanges; drop table personStageChanges; drop index dealsBy_stageId_rank_price; drop index dealsBy_stageId_assignedAgentId_rank_price; drop index tasksBy_personId_completedAt_id_where',
    )
    await up(new Kysely({ dialect: new SqliteDialect({ database: db }) }))
    const [dealChangesAfter, personChangesAfter] = [
      readRows<DealStageChangeRow>('select * from dealStageChanges'),
      readRows<PersonStageChangeRow>('select * from personStageChanges'),
    ]
    for (const row of [...dealChangesAfter, ...personChangesAfter]) {
      const idTimeHex = TypeID.fromString(row.id).toUUID().replaceAll('-', '').slice(0, 12)
      expect(toIso(Number.parseInt(idTimeHex, 16))).toBe(row.enteredAt)
    }
    const openChanges = dealChangesBefore.filter((row) => row.leftAt === null)
    expect(
      dealChangesAfter.map(({ dealId, toStageId, toStageName, toPipelineName, enteredAt }) => [
        dealId,
        toStageId,
        toStageName,
        toPipelineName,
        enteredAt,
      ]),
    ).toEqual(
      openChanges.map(({ dealId, toStageId, toStageName, toPipelineName, enteredAt }) => [
        dealId,
        toStageId,
        toStageName,
        toPipelineName,
        enteredAt,
      ]),
    )
    for (const row of dealChangesAfter) {
      const changesOfDeal = dealChangesBefore.filter((move) => move.dealId === row.dealId)
      expect([row.kind, row.byUserId]).toEqual(
        changesOfDeal.length === 1 ? ['created', changesOfDeal[0]?.byUserId] : ['unknown', null],
      )
    }
    expect(personChangesAfter).toHaveLength(300)
    for (const row of personChangesAfter) {
      const changesOfPerson = personChangesBefore.filter((move) => move.personId === row.personId)
      const expectedKind =
        row.toStageName === 'Trash' ? 'moved' : changesOfPerson.length === 1 ? 'created' : 'unknown'
      expect([row.kind, row.toStageId]).toEqual([expectedKind, changesOfPerson.at(-1)?.toStageId])
      expect(row.enteredAt).toBe(
        expectedKind === 'moved'
          ? changesOfPerson.at(-1)?.enteredAt
          : changesOfPerson[0]?.enteredAt,
      )
      expect(row.fromStageId).toBe(
        expectedKind === 'moved' ? changesOfPerson.at(-1)?.fromStageId : null,
      )
    }
    expect(new Set(personChangesAfter.map((row) => row.kind))).toEqual(
      new Set(['created', 'moved', 'unknown']),
    )
    db.close()
    const demoKey = readDemoKeys(server.deps.settings)[0]
    const unknownEntry = personChangesAfter.find((row) => row.kind === 'unknown')
    const reply = await createHttpClient(server.url, demoKey?.secret).rest(
      'GET',
      `/v1/people/${unknownEntry?.personId}/stage-history`,
    )
    expect(reply.body.data).toMatchObject([
      {
        kind: 'unknown',
        enteredAt: null,
        secondsInStage: null,
        leftAt: null,
        toStageName: unknownEntry?.toStageName,
      },
    ])
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
})
