import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import type { Client } from './support/client.ts'
import {
  companyPlan,
  companyUsers,
  createRandomCompany,
  type RandomCompany,
} from './support/random-company.ts'
import { type Caller, canView, type RecordFacts } from './support/visibility-model.ts'
import { createWorld, type World } from './support/world.ts'

const scopes = ['tasks.manage', 'appointments.manage', 'users.view']
const callers: Caller[] = [
  ...companyUsers.map((user) => ({ user })),
  { user: 'owner', scopes: ['people.view.own', 'deals.view.all', ...scopes] },
  { user: 'leader', scopes: ['people.view.team', 'deals.view.own', ...scopes] },
]

type Page = { totalCount: number; nodes: { id: string }[] }
const selectPage = (field: string) => `${field}(first: 100) { totalCount nodes { id } }`
const document = `{
  users(first: 50) { nodes { id ${['people', 'deals', 'tasks', 'appointments'].map(selectPage).join(' ')} } }
  teams(first: 50) { nodes { id ${selectPage('deals')} } }
  stages(first: 50) { nodes { id isTrash ${selectPage('people')} } }
  pipelines(first: 50) { nodes { id ${selectPage('deals')} stages { id pipelineId pipeline { id } ${selectPage('deals')} } } }
}`

describe('Related records of a user, team, stage or pipeline', () => {
  let world: World
  const clientsByCaller = new Map<Caller, Client>()
  beforeAll(async () => {
    world = await createWorld({ GRAPHQL_MAX_NODES: '1000000', RATE_LIMIT_PER_HOUR: '100000000' })
    for (const caller of callers)
      clientsByCaller.set(caller, await world.createKey(caller.user, caller.scopes))
  })
  afterAll(() => world.stop())

  async function expectVisibleRecords(
    company: RandomCompany,
    caller: Caller,
    client: Client,
  ): Promise<void> {
    const { data, errors } = (await client.gql(document)).body
    expect(errors).toBeUndefined()
    const createExpectedPage = (
      records: RecordFacts[],
      matches: (record: RecordFacts) => boolean,
    ): Page => {
      const matchingRecords = records.filter(
        (record) => matches(record) && canView(company.teams, caller, record),
      )
      const nodes = matchingRecords.map(({ id }) => ({ id })).sort((a, b) => (a.id < b.id ? 1 : -1))
      return { totalCount: nodes.length, nodes }
    }
    for (const { id, ...lists } of data.users.nodes) {
      const isUser = (user: RecordFacts['user']) => !!user && world.users[user].id === id
      expect(lists).toEqual({
        people: createExpectedPage(company.people, ({ user, trashed }) => isUser(user) && !trashed),
        deals: createExpectedPage(company.deals, ({ user }) => isUser(user)),
        tasks: createExpectedPage(company.tasks, ({ user }) => isUser(user)),
        appointments: createExpectedPage(
          company.appointments,
          ({ invited }) => !!invited?.some(isUser),
        ),
      })
    }
    for (const { id, deals } of data.teams.nodes)
      expect(deals).toEqual(
        createExpectedPage(company.deals, ({ teams }) => !!teams?.some((team) => team.id === id)),
      )
    const [firstStage, ...otherStages] = data.stages.nodes
    expect(firstStage.people).toEqual(createExpectedPage(company.people, ({ trashed }) => !trashed))
    for (const { isTrash, people } of otherStages)
      expect(people).toEqual(
        createExpectedPage(company.people, ({ trashed }) => isTrash && !!trashed),
      )
    const [{ id, deals, stages }] = data.pipelines.nodes
    expect(deals).toEqual(createExpectedPage(company.deals, () => true))
    expect(stages.map((stage: { deals: Page }) => stage.deals)).toEqual(
      stages.map((_: unknown, index: number) =>
        createExpectedPage(company.deals, () => index === 0),
      ),
    )
    for (const { pipelineId, pipeline } of stages)
      expect([pipelineId, pipeline]).toEqual([id, { id }])
  }

  test('the lists of related records of users, teams, stages and pipelines contain exactly the records visible to the caller', () =>
    fc.assert(
      fc.asyncProperty(companyPlan, async (plan) => {
        const company = await createRandomCompany(world, plan)
        for (const caller of callers)
          await expectVisibleRecords(company, caller, clientsByCaller.get(caller) as Client)
      }),
      { seed: 20261124, numRuns: 12, endOnFailure: false },
    ))

  test("a list of related records outside the key's scopes is null with an error, and the other fields are returned", async () => {
    const narrowedClient = await world.createKey('owner', ['users.view'])
    const { data, errors } = (
      await narrowedClient.gql(
        `{ users(first: 1) { nodes { fullName ${selectPage('people')} ${selectPage('tasks')} } } }`,
      )
    ).body
    const [user] = data.users.nodes
    expect(user).toEqual({ fullName: expect.any(String), people: null, tasks: null })
    expect(errors.map((error: { message: string }) => error.message)).toEqual([
      expect.stringContaining('people.view'),
      expect.stringContaining('tasks.manage'),
    ])
  })
})

describe('Long lists of related records', () => {
  let world: World
  let people: { id: string; isOwn: boolean }[]
  let stageId: string
  let tagId: string
  beforeAll(async () => {
    world = await createWorld()
    const stages = (await world.as('owner').rest('GET', '/v1/stages')).body.data
    stageId = stages[1].id
    const tagReply = await world.as('owner').rest('POST', '/v1/tags', { name: 'Many' })
    tagId = tagReply.body.data.id
    const { agent, loner } = world.users
    people = await runAsSystem(world.deps, world.company, async (ctx) => {
      const rows = []
      for (let index = 0; index < 1300; index++) {
        const isOwn = index % 400 === 3
        const row = {
          ...newRecord(ctx, 'person'),
          ...{ firstName: 'Casey', lastName: '', nameKey: 'casey' },
          ...{ assignedAgentId: (isOwn ? agent : loner).id, stageId },
          ...{ previousStageId: null, trashedAt: null, source: null, price: null },
          ...{ timeframe: null, background: null, relationship: null, createdBy: null },
          lastActivityAt: null,
        }
        await ctx.db.insert('people', row)
        const { companyId, id: personId } = row
        await ctx.db.insert('personTags', { companyId, personId, tagId, position: 0 })
        rows.unshift({ id: personId, isOwn })
      }
      return rows
    })
  })
  afterAll(() => world.stop())

  const readPeoplePage = async (
    user: 'owner' | 'agent',
    parent: 'stage' | 'tag',
    pageArguments: string,
  ) => {
    const id = parent === 'stage' ? stageId : tagId
    const { body } = await world
      .as(user)
      .gql(
        `{ ${parent}(id: "${id}") { people(${pageArguments}) { totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`,
      )
    expect(body.errors).toBeUndefined()
    return body.data[parent].people
  }
  const getIds = (nodes: { id: string }[]) => nodes.map(({ id }) => id)

  test.each([
    ['owner', 'stage'],
    ['owner', 'tag'],
    ['agent', 'stage'],
    ['agent', 'tag'],
  ] as const)(
    'an %s can page through all visible people of a %s in both directions',
    async (user, parent) => {
      const expectedIds = getIds(people.filter(({ isOwn }) => user === 'owner' || isOwn))
      const pageSize = user === 'owner' ? 100 : 3
      const forwardIds: string[] = []
      let cursorArgument = ''
      for (let hasNext = true; hasNext; ) {
        const { nodes, pageInfo, totalCount } = await readPeoplePage(
          user,
          parent,
          `first: ${pageSize}${cursorArgument}`,
        )
        expect(totalCount).toBe(expectedIds.length)
        forwardIds.push(...getIds(nodes))
        hasNext = pageInfo.hasNextPage
        cursorArgument = `, after: "${pageInfo.endCursor}"`
      }
      expect(forwardIds).toEqual(expectedIds)
      const backwardIds: string[] = []
      cursorArgument = ''
      for (let hasPrevious = true; hasPrevious; ) {
        const { nodes, pageInfo } = await readPeoplePage(
          user,
          parent,
          `last: ${pageSize}${cursorArgument}`,
        )
        backwardIds.unshift(...getIds(nodes))
        hasPrevious = pageInfo.hasPreviousPage
        cursorArgument = `, before: "${pageInfo.startCursor}"`
      }
      expect(backwardIds).toEqual(expectedIds)
    },
  )

  test('every entry of a stage history references its person or deal', async () => {
    const pipeline = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0]
    const { id: personId } = (
      await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann' })
    ).body.data
    const { id: dealId } = (
      await world.as('owner').rest('POST', '/v1/deals', {
        title: 'Deal',
        pipelineId: pipeline.id,
        peopleIds: [personId],
      })
    ).body.data
    const { data } = (
      await world.as('owner').gql(`{
        person(id: "${personId}") { stageHistory { nodes { personId person { id } } } }
        deal(id: "${dealId}") { stageHistory { nodes { dealId deal { id } } } }
      }`)
    ).body
    expect(data.person.stageHistory.nodes).toEqual([{ personId, person: { id: personId } }])
    expect(data.deal.stageHistory.nodes).toEqual([{ dealId, deal: { id: dealId } }])
  })
})
