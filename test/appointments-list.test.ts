import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type TestUser, type World } from './support/world.ts'

interface CreatedAppointment {
  id: string
  startsAt: string
  endsAt: string
  status: string
  /** The assignees of the invited people. */
  people: TestUser[]
  users: TestUser[]
}

const dayMs = 86_400_000
const callers = ['owner', 'leader', 'agent', 'loner'] as const
const assignees = ['agent', 'loner'] as const

describe('Appointment lists', () => {
  let world: World
  const appointments: CreatedAppointment[] = []
  const personIds = {} as Record<(typeof assignees)[number], string>
  const visibleIds = new Map<TestUser, Set<string>>()
  const getTimeInDays = (days: number) => new Date(world.clock.now() + days * dayMs).toISOString()

  /**
   * Creates an appointment that starts within 40 days of the current time and lasts up to 31 days.
   */
  async function createAppointment(index: number): Promise<void> {
    const startDay = (((index >> 1) * 17) % 80) - 40
    const [startsAt, endsAt] = [
      getTimeInDays(startDay),
      getTimeInDays(startDay + ([0.05, 1, 6, 31][index % 4] ?? 1)),
    ]
    const users = index % 5 ? [callers[(index >> 2) % 4] ?? 'owner'] : []
    const invitees = assignees.filter((_, assigneeIndex) => index & (1 << assigneeIndex))
    const reply = await world.as('owner').rest('POST', '/v1/appointments', {
      title: `No ${index}`,
      startsAt,
      endsAt,
      userIds: users.map((user) => world.users[user].id),
      peopleIds: invitees.map((invitee) => personIds[invitee]),
    })
    expect(reply.status, reply.text).toBe(201)
    const { id } = reply.body.data
    world.clock.advance(1000)
    const action = ['complete', 'cancel', undefined, undefined][index % 4]
    if (action) await world.as('owner').rest('POST', `/v1/appointments/${id}/${action}`)
    appointments.push({
      id,
      startsAt,
      endsAt,
      status: { complete: 'completed', cancel: 'cancelled' }[action ?? ''] ?? 'scheduled',
      people: invitees,
      users,
    })
  }

  beforeAll(async () => {
    world = await createWorld()
    for (const assignee of assignees)
      personIds[assignee] = (
        await world.as('owner').rest('POST', '/v1/people', {
          firstName: assignee,
          assignedAgentId: world.users[assignee].id,
        })
      ).body.data.id
    for (let index = 0; index < 36; index++) await createAppointment(index)
    for (const caller of callers) {
      const statusEntries = await Promise.all(
        appointments.map(
          async ({ id }) =>
            [id, (await world.as(caller).rest('GET', `/v1/appointments/${id}`)).status] as const,
        ),
      )
      visibleIds.set(
        caller,
        new Set(statusEntries.flatMap(([id, status]) => (status === 200 ? [id] : []))),
      )
    }
  })
  afterAll(() => world.stop())

  const canViewPerson = (caller: TestUser, assignee: (typeof assignees)[number]) =>
    caller === 'owner' || caller === assignee || (caller === 'leader' && assignee === 'agent')

  const anyStartTime = fc.integer({ min: -75, max: 75 }).map((days) => getTimeInDays(days))
  const anyTimeRange = fc.record({ from: anyStartTime, before: anyStartTime }, { requiredKeys: [] })
  const anyFilter = fc.record(
    {
      during: anyTimeRange,
      startsAt: anyTimeRange,
      status: fc.constantFrom('scheduled', 'completed', 'cancelled'),
      person: fc.constantFrom(...assignees),
      assignee: fc.constantFrom(...assignees),
      user: fc.option(fc.constantFrom(...callers), { freq: 3 }),
    },
    { requiredKeys: [] },
  )
  type Filter = typeof anyFilter extends fc.Arbitrary<infer T> ? T : never

  const toWhere = ({ during, startsAt, status, person, assignee, user }: Filter) => ({
    time: { gte: during?.from, lt: during?.before },
    startsAt: { gte: startsAt?.from, lt: startsAt?.before },
    status: { eq: status },
    personId: { eq: person && personIds[person] },
    ...(assignee && { people: { some: { assigneeId: { eq: world.users[assignee].id } } } }),
    userId: user === null ? { isNull: true } : { eq: user && world.users[user].id },
  })

  const createMatcher =
    (caller: TestUser, { during, startsAt, status, person, assignee, user }: Filter) =>
    (appointment: CreatedAppointment) =>
      !!visibleIds.get(caller)?.has(appointment.id) &&
      !(during?.from && appointment.endsAt <= during.from) &&
      !(during?.before && appointment.startsAt >= during.before) &&
      !(startsAt?.from && appointment.startsAt < startsAt.from) &&
      !(startsAt?.before && appointment.startsAt >= startsAt.before) &&
      (!status || appointment.status === status) &&
      [person, assignee].every(
        (assignee) =>
          !assignee || (appointment.people.includes(assignee) && canViewPerson(caller, assignee)),
      ) &&
      (user === undefined ||
        (user === null ? appointment.users.length === 0 : appointment.users.includes(user)))

  const sortIds = (matchingAppointments: CreatedAppointment[], field: string, direction: string) =>
    matchingAppointments
      .map(({ id, startsAt }) => ({ id, key: `${field === 'startsAt' ? startsAt : ''} ${id}` }))
      .sort((a, b) => (a.key < b.key ? -1 : 1) * (direction === 'asc' ? 1 : -1))
      .map(({ id }) => id)

  const appointmentsQuery = `query($where: AppointmentWhere, $orderBy: [AppointmentOrderInput!], $first: Int, $after: String, $last: Int, $before: String) {
    appointments(where: $where, orderBy: $orderBy, first: $first, after: $after, last: $last, before: $before) {
      totalCount nodes { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`

  async function listAllIds(
    caller: TestUser,
    variables: object,
    pageSize: number,
    isBackward: boolean,
  ): Promise<{ ids: string[]; totalCounts: Set<number> }> {
    const ids: string[] = []
    const totalCounts = new Set<number>()
    for (let cursor: string | null = null, hasMore = true; hasMore; ) {
      const pageArguments: object = isBackward
        ? { last: pageSize, before: cursor }
        : { first: pageSize, after: cursor }
      const { body } = await world
        .as(caller)
        .gql(appointmentsQuery, { ...variables, ...pageArguments })
      expect(body.errors).toBeUndefined()
      const { nodes, pageInfo, totalCount } = body.data.appointments
      const pageIds = nodes.map((node: { id: string }) => node.id)
      ids.splice(isBackward ? 0 : ids.length, 0, ...pageIds)
      totalCounts.add(totalCount)
      hasMore = isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage
      cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
      expect(ids.length).toBeLessThanOrEqual(appointments.length)
    }
    return { ids, totalCounts }
  }

  test('a filtered list of appointments contains and counts exactly the matching appointments that the caller can view', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFilter,
        fc.constantFrom('startsAt', 'createdAt'),
        fc.constantFrom('asc', 'desc'),
        fc.constantFrom(...callers),
        fc.constantFrom(1, 4, 40),
        fc.boolean(),
        async (filter, field, direction, caller, pageSize, isBackward) => {
          const expectedIds = sortIds(
            appointments.filter(createMatcher(caller, filter)),
            field,
            direction,
          )
          const listedResult = await listAllIds(
            caller,
            { where: toWhere(filter), orderBy: { field, direction } },
            pageSize,
            isBackward,
          )
          expect(listedResult).toEqual({
            ids: expectedIds,
            totalCounts: new Set([expectedIds.length]),
          })
        },
      ),
      { seed: 20260601, numRuns: 60 },
    )
  })

  test('the REST appointment list for a week contains exactly the appointments that overlap the week, earliest first, and an invalid parameter is rejected', async () => {
    const [from, before] = [getTimeInDays(-3), getTimeInDays(4)]
    const { body } = await world
      .as('owner')
      .rest('GET', `/v1/appointments?from=${from}&to=${before}&orderBy=startsAt&limit=100`)
    const expectedIds = sortIds(
      appointments.filter(createMatcher('owner', { during: { from, before } })),
      'startsAt',
      'asc',
    )
    expect(body.data.map((item: { id: string }) => item.id)).toEqual(expectedIds)
    expect(expectedIds.length).toBeGreaterThan(3)
    const where = encodeURIComponent(JSON.stringify({ not: { status: { eq: 'cancelled' } } }))
    const filteredReply = await world
      .as('owner')
      .rest(
        'GET',
        `/v1/appointments?from=${from}&to=${before}&orderBy=startsAt&limit=100&where=${where}`,
      )
    expect(filteredReply.body.data.map((item: { id: string }) => item.id)).toEqual(
      expectedIds.filter(
        (id) => appointments.find((appointment) => appointment.id === id)?.status !== 'cancelled',
      ),
    )
    for (const invalidQuery of [
      'from=2026-06-01',
      'to=soon',
      'status=maybe',
      'orderBy=place',
      'where=x',
    ])
      expect((await world.as('owner').rest('GET', `/v1/appointments?${invalidQuery}`)).status).toBe(
        400,
      )
  })

  test('filtering people by appointments matches only people visible to the caller and requires the `appointments.manage` scope, and filtering appointments by people requires `people.view`', async () => {
    const peopleQuery =
      'query($where: PersonWhere) { people(where: $where, first: 100) { totalCount nodes { id } } }'
    const where = {
      appointments: { some: { status: { eq: 'cancelled' }, time: { gte: getTimeInDays(-75) } } },
    }
    const selectExpectedPersonIds = (caller: TestUser) =>
      assignees
        .filter(
          (assignee) =>
            canViewPerson(caller, assignee) &&
            appointments.some(
              (appointment) =>
                appointment.status === 'cancelled' && appointment.people.includes(assignee),
            ),
        )
        .map((assignee) => personIds[assignee])
    for (const caller of callers) {
      const { body } = await world.as(caller).gql(peopleQuery, { where })
      expect(body.data.people.nodes.map((node: { id: string }) => node.id).sort()).toEqual(
        selectExpectedPersonIds(caller).sort(),
      )
    }
    const peopleKey = await world.createKey('owner', ['people.view.all'])
    expect((await peopleKey.gql(peopleQuery, { where })).body.errors[0]).toMatchObject({
      extensions: { code: 'FORBIDDEN' },
    })
    const appointmentsKey = await world.createKey('owner', ['appointments.manage'])
    const personFilter = { where: { people: { some: { id: { eq: personIds.agent } } } } }
    expect(
      (await appointmentsKey.gql(appointmentsQuery, personFilter)).body.errors[0].message,
    ).toContain('people.view')
  })
})
