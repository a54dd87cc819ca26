import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type Who, type World } from './support/world.ts'

interface Made {
  id: string
  startsAt: string
  endsAt: string
  status: string
  people: Who[]
  users: Who[]
  createdBy: Who
}

const day = 86_400_000
const callers = ['owner', 'leader', 'agent', 'loner'] as const
const assigned = ['agent', 'loner'] as const

describe('Appointment lists', () => {
  let world: World
  const created: Made[] = []
  const people = {} as Record<(typeof assigned)[number], string>
  const visible = new Map<Who, Set<string>>()
  const at = (days: number) => new Date(world.clock.now() + days * day).toISOString()

  /** Starts from 40 days ago to 40 days ahead, three at each time, with durations up to 31 days. */
  async function make(index: number): Promise<void> {
    const start = (((index >> 1) * 17) % 80) - 40
    const [startsAt, endsAt] = [at(start), at(start + ([0.05, 1, 6, 31][index % 4] ?? 1))]
    const [who, users] = [
      callers[index % 3] ?? 'owner',
      index % 5 ? [callers[(index >> 2) % 4] ?? 'owner'] : [],
    ]
    const invited = assigned.filter((_, bit) => index & (1 << bit))
    const reply = await world.as('owner').rest('POST', '/v1/appointments', {
      title: `No ${index}`,
      startsAt,
      endsAt,
      userIds: users.map((each) => world.users[each].id),
      peopleIds: invited.map((each) => people[each]),
    })
    expect(reply.status, reply.text).toBe(201)
    const { id } = reply.body.data
    world.clock.advance(1000)
    const verb = ['complete', 'cancel', undefined, undefined][index % 4]
    if (verb) await world.as('owner').rest('POST', `/v1/appointments/${id}/${verb}`)
    created.push({
      id,
      startsAt,
      endsAt,
      status: { complete: 'completed', cancel: 'cancelled' }[verb ?? ''] ?? 'scheduled',
      people: invited,
      users,
      createdBy: who,
    })
  }

  beforeAll(async () => {
    world = await createWorld()
    for (const who of assigned)
      people[who] = (
        await world
          .as('owner')
          .rest('POST', '/v1/people', { firstName: who, assignedAgentId: world.users[who].id })
      ).body.data.id
    for (let index = 0; index < 36; index++) await make(index)
    for (const who of callers) {
      const reads = await Promise.all(
        created.map(
          async ({ id }) =>
            [id, (await world.as(who).rest('GET', `/v1/appointments/${id}`)).status] as const,
        ),
      )
      visible.set(who, new Set(reads.flatMap(([id, status]) => (status === 200 ? [id] : []))))
    }
  })
  afterAll(() => world.stop())

  const seesPerson = (who: Who, of: (typeof assigned)[number]) =>
    who === 'owner' || who === of || (who === 'leader' && of === 'agent')

  const moment = fc.integer({ min: -75, max: 75 }).map((days) => at(days))
  const range = fc.record({ from: moment, before: moment }, { requiredKeys: [] })
  const request = fc.record(
    {
      during: range,
      startsAt: range,
      status: fc.constantFrom('scheduled', 'completed', 'cancelled'),
      person: fc.constantFrom(...assigned),
      somebodyOf: fc.constantFrom(...assigned),
      user: fc.option(fc.constantFrom(...callers), { freq: 3 }),
    },
    { requiredKeys: [] },
  )
  type Asked = typeof request extends fc.Arbitrary<infer T> ? T : never

  const whereOf = ({ person, somebodyOf, user, ...rest }: Asked) => ({
    ...rest,
    ...(person && { personId: people[person] }),
    ...(somebodyOf && { people: { some: { assignedAgentId: world.users[somebodyOf].id } } }),
    ...(user !== undefined && { userId: user && world.users[user].id }),
  })

  const holds =
    (who: Who, { during, startsAt, status, person, somebodyOf, user }: Asked) =>
    (each: Made) =>
      !!visible.get(who)?.has(each.id) &&
      !(during?.from && each.endsAt <= during.from) &&
      !(during?.before && each.startsAt >= during.before) &&
      !(startsAt?.from && each.startsAt < startsAt.from) &&
      !(startsAt?.before && each.startsAt >= startsAt.before) &&
      (!status || each.status === status) &&
      [person, somebodyOf].every(
        (of) => !of || (each.people.includes(of) && seesPerson(who, of)),
      ) &&
      (user === undefined || (user === null ? each.users.length === 0 : each.users.includes(user)))

  const sorted = (found: Made[], field: string, direction: string) =>
    found
      .map(({ id, startsAt }) => ({ id, key: `${field === 'startsAt' ? startsAt : ''} ${id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1) * (direction === 'asc' ? 1 : -1))
      .map(({ id }) => id)

  const query = `query($where: AppointmentWhere, $orderBy: AppointmentOrderInput, $first: Int, $after: String, $last: Int, $before: String) {
    appointments(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

  async function all(
    who: Who,
    choice: object,
    size: number,
    backward: boolean,
  ): Promise<{ ids: string[]; totals: Set<number> }> {
    const ids: string[] = []
    const totals = new Set<number>()
    for (let cursor: string | null = null, more = true; more; ) {
      const window: object = backward
        ? { last: size, before: cursor }
        : { first: size, after: cursor }
      const { body } = await world.as(who).gql(query, { ...choice, ...window })
      expect(body.errors).toBeUndefined()
      const { nodes, pageInfo, totalCount } = body.data.appointments
      const page = nodes.map((node: { id: string }) => node.id)
      ids.splice(backward ? 0 : ids.length, 0, ...page)
      totals.add(totalCount)
      more = backward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
      cursor = backward ? pageInfo.startCursor : pageInfo.endCursor
      expect(ids.length).toBeLessThanOrEqual(created.length)
    }
    return { ids, totals }
  }

  test('a list of appointments holds and counts the visible matches of a filter, in order and in pages from either end', async () => {
    await fc.assert(
      fc.asyncProperty(
        request,
        fc.constantFrom('startsAt', 'createdAt'),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom(...callers),
        fc.constantFrom(1, 4, 40),
        fc.boolean(),
        async (filter, field, direction, who, size, backward) => {
          const expected = sorted(created.filter(holds(who, filter)), field, direction)
          const found = await all(
            who,
            { where: whereOf(filter), orderBy: { field, direction } },
            size,
            backward,
          )
          expect(found).toEqual({ ids: expected, totals: new Set([expected.length]) })
        },
      ),
      { seed: 20260601, numRuns: 60 },
    )
  })

  test('a REST list of a week includes appointments that overlap it, the earliest first', async () => {
    const [from, before] = [at(-3), at(4)]
    const { body } = await world
      .as('owner')
      .rest('GET', `/v1/appointments?from=${from}&to=${before}&orderBy=startsAt&limit=100`)
    const expected = sorted(
      created.filter(holds('owner', { during: { from, before } })),
      'startsAt',
      'asc',
    )
    expect(body.data.map((each: { id: string }) => each.id)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(3)
    const where = encodeURIComponent(JSON.stringify({ not: { status: 'cancelled' } }))
    const stored = await world
      .as('owner')
      .rest(
        'GET',
        `/v1/appointments?from=${from}&to=${before}&orderBy=startsAt&limit=100&where=${where}`,
      )
    expect(stored.body.data.map((each: { id: string }) => each.id)).toEqual(
      expected.filter((id) => created.find((each) => each.id === id)?.status !== 'cancelled'),
    )
    for (const bad of ['from=2026-06-01', 'to=soon', 'status=maybe', 'orderBy=place', 'where=x'])
      expect((await world.as('owner').rest('GET', `/v1/appointments?${bad}`)).status).toBe(400)
  })

  test('people can be filtered by their visible appointments, which requires the scope', async () => {
    const peopleWith =
      'query($where: PersonWhere) { people(where: $where, first: 100) { totalCount nodes { id } } }'
    const where = { appointments: { some: { status: 'cancelled', during: { from: at(-75) } } } }
    const expected = (who: Who) =>
      assigned
        .filter(
          (of) =>
            seesPerson(who, of) &&
            created.some((each) => each.status === 'cancelled' && each.people.includes(of)),
        )
        .map((of) => people[of])
    for (const who of callers) {
      const { body } = await world.as(who).gql(peopleWith, { where })
      expect(body.data.people.nodes.map((node: { id: string }) => node.id).sort()).toEqual(
        expected(who).sort(),
      )
    }
    const narrowed = await world.createKey('owner', ['people.view.all'])
    expect((await narrowed.gql(peopleWith, { where })).body.errors[0]).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    })
    const blind = await world.createKey('owner', ['appointments.manage'])
    const withPerson = { where: { people: { some: { ids: [people.agent] } } } }
    expect((await blind.gql(query, withPerson)).body.errors[0].message).toContain('people.view')
  })
})
