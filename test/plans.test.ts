import Database from 'better-sqlite3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Who, type World } from './support/world.ts'

/** What somebody sees who does not see everything is found by indexes of what is theirs, never by reading the company. */
const lists = ['people', 'deals', 'tasks', 'appointments', 'activities'] as const
const edges = lists.slice(1).map((list) => `${list}(first: 3) { totalCount nodes { id } }`)

/** Tables that are read as a whole, because every company has few such rows. */
const small = ['stages', 'pipelines', 'pipelineStages', 'teams', 'teamMembers', 'users', 'customFields']

const large = [...lists, 'collaborators', 'dealPeople', 'dealTeams', 'appointmentPeople', 'appointmentUsers', 'personTags']

describe('the plans of statements', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    const pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
    const create = async (path: string, body: object) => {
      const reply = await world.as('agent').rest('POST', path, body)
      expect(reply.status, reply.text).toBe(201)
      return reply.body.data.id as string
    }
    const personId = await create('/v1/people', { firstName: 'Ann', collaboratorIds: [world.users.leader.id] })
    await create('/v1/deals', { title: 'Deal', pipelineId, peopleIds: [personId], teamIds: [world.teamId] })
    await create('/v1/tasks', { title: 'Task', personId })
    await create('/v1/appointments', { title: 'Visit', startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z', peopleIds: [personId] })
    await create('/v1/activities', { channel: 'call', personId })
  })
  afterAll(() => world.stop())

  /** The steps of a request's statements. */
  async function stepsOf(who: Who, query: string): Promise<{ detail: string; sql: string }[]> {
    world.statements()
    expect((await world.as(who).gql(`{ ${query} }`)).body.errors).toBeUndefined()
    const database = new Database(world.file, { readonly: true })
    const plan = (sql: string) => database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`).all(...(sql.match(/\?/g) ?? []).map(() => null))
    const read = world.statements().filter((sql) => /^\W*(select|with)/i.test(sql))
    const steps = read.flatMap((sql) => plan(sql).map(({ detail }) => ({ detail, sql })))
    database.close()
    expect(steps.length).toBeGreaterThan(5)
    return steps
  }

  const tableOf = (sql: string, alias: string) => new RegExp(`"(\\w+)" as "${alias}"`).exec(sql)?.[1] ?? alias

  /** Those that go through all rows of a company, or of a table. */
  async function broad(who: Who, query: string): Promise<string[]> {
    return (await stepsOf(who, query)).flatMap(({ detail, sql }) => {
      const [, how, name = ''] = /^(SEARCH|SCAN) (\S+)/.exec(detail) ?? []
      const table = tableOf(sql, name)
      const whole = how === 'SCAN' ? large.includes(table) : /\(companyId=\?\)$/.test(detail)
      return whole && !small.includes(table) ? [`${table}: ${detail}`] : []
    })
  }

  test.each(lists)('of %s and all that hangs on them read nothing as a whole, for an Agent and for a Team Leader', async (list) => {
    for (const who of ['agent', 'leader'] as const)
      expect(await broad(who, `${list}(first: 5) { totalCount nodes { id ${list === 'people' ? edges.join(' ') : ''} } }`)).toEqual([])
  })

  test.each([
    [
      'appointments(where: { during: { from: "2026-06-01T00:00:00Z", before: "2026-06-08T00:00:00Z" } }, orderBy: { field: startsAt })',
      'startsAt>? AND startsAt<?',
    ],
    ['appointments(where: { during: { inNextDays: 7 } }, orderBy: { field: startsAt, direction: desc })', 'startsAt>? AND startsAt<?'],
    ['people(where: { createdAt: { from: "2026-01-01T00:00:00Z", before: "2026-02-01T00:00:00Z" } })', 'id>? AND id<?'],
    ['deals(where: { price: { from: 5, to: 9 } }, orderBy: { field: price })', 'price>? AND price<?'],
  ])('%s goes along its range of the order, and nothing else of it', async (list, range) => {
    const steps = (await stepsOf('owner', `${list} { nodes { id } }`)).filter(({ sql }) => / offset \?$/.test(sql))
    expect(steps.map(({ detail }) => detail)).toEqual([expect.stringContaining(`(companyId=? AND ${range})`)])
  })
})
