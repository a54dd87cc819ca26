import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type Who, type World } from './support/world.ts'

const eventsOf = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const usual = { title: 'Showing', startsAt: '2026-06-10T09:00:00Z', endsAt: '2026-06-10T10:00:00Z' }
const post = (body: object, who: Who = 'agent') =>
  world.as(who).rest('POST', '/v1/appointments', body)
const create = async (body: object = {}, who: Who = 'agent') => {
  const reply = await post({ ...usual, ...body }, who)
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body.data
}
const put = (id: string, body: object, who: Who = 'agent') =>
  world.as(who).rest('PUT', `/v1/appointments/${id}`, body)
const act = (id: string, verb: 'cancel' | 'complete', body: object = {}) =>
  world.as('agent').rest('POST', `/v1/appointments/${id}/${verb}`, body)
const read = async (id: string, who: Who = 'agent') =>
  (await world.as(who).rest('GET', `/v1/appointments/${id}`)).body.data
const person = async (assigned: Who, who: Who = 'owner') =>
  (
    await world
      .as(who)
      .rest('POST', '/v1/people', { firstName: 'Ann', assignedAgentId: world.users[assigned].id })
  ).body.data.id as string
const events = (recordId: string) =>
  world.deps.store.allCompanies.read((db) =>
    db.all(eventsOf, { companyId: world.company.id, recordId }),
  )
const types = async (id: string) => (await events(id)).map((event) => event.type)
const detailsOf = (reply: { body: { error: { details: { field: string; code: string }[] } } }) =>
  reply.body.error.details.map(({ field, code }) => `${field} ${code}`).sort()

describe('Appointments', () => {
  test('an appointment requires title, start and end, returns times in UTC, invites its creator and reads the same on both interfaces', async () => {
    const reply = await post({
      title: ' Showing ',
      startsAt: '2026-06-10T11:00:00+02:00',
      endsAt: '2026-06-10T12:30:00+02:00',
    })
    const { id } = reply.body.data
    expect([reply.status, reply.headers.get('location'), reply.headers.get('etag')]).toEqual([
      201,
      `/v1/appointments/${id}`,
      '"1"',
    ])
    expect(reply.body.data).toEqual({
      id,
      title: 'Showing',
      description: null,
      startsAt: '2026-06-10T09:00:00.000Z',
      endsAt: '2026-06-10T10:30:00.000Z',
      timeZone: 'UTC',
      place: null,
      status: 'scheduled',
      outcome: null,
      completedAt: null,
      cancelledAt: null,
      cancellationReason: null,
      peopleIds: [],
      userIds: [world.users.agent.id],
      createdBy: world.users.agent.id,
      externalIds: [],
      version: 1,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await read(id)).toEqual(reply.body.data)
    const people = [await person('agent'), await person('agent')]
    const { body } = await world.as('agent').gql(
      `mutation($input: CreateAppointmentInput!) { createAppointment(input: $input) {
        title description timeZone place status people { id } users { email } creator { email } } }`,
      {
        input: {
          ...usual,
          description: 'Two\nlines',
          timeZone: 'Europe/Berlin',
          place: 'Room 3',
          peopleIds: [people[1], people[0], people[1]],
          userIds: [world.users.loner.id, world.users.admin.id],
        },
      },
    )
    expect(body.data.createAppointment).toEqual({
      title: 'Showing',
      description: 'Two\nlines',
      timeZone: 'Europe/Berlin',
      place: 'Room 3',
      status: 'scheduled',
      people: [{ id: people[1] }, { id: people[0] }],
      users: [{ email: 'loner@acme.test' }, { email: 'admin@acme.test' }],
      creator: { email: 'agent@acme.test' },
    })
    expect(detailsOf(await post({}))).toEqual([
      'endsAt REQUIRED_FIELD',
      'startsAt REQUIRED_FIELD',
      'title REQUIRED_FIELD',
    ])
    expect((await create({ userIds: null })).userIds).toEqual([])
    expect((await create({ userIds: [] })).userIds).toEqual([])
  })

  test('an appointment ends after its start and within 31 days, and the error names the field of the request', async () => {
    const until = (endsAt: string) => post({ ...usual, endsAt })
    for (const bad of [usual.startsAt, '2026-06-10T08:59:59.999Z', '2026-07-11T09:00:00.001Z']) {
      const reply = await until(bad)
      expect([reply.status, detailsOf(reply)]).toEqual([400, ['endsAt OUT_OF_RANGE']])
    }
    for (const good of ['2026-06-10T09:00:00.001Z', '2026-07-11T09:00:00Z'])
      expect((await until(good)).status).toBe(201)
    const { id } = await create()
    expect(detailsOf(await put(id, { startsAt: '2026-06-10T10:00:00Z' }))).toEqual([
      'startsAt OUT_OF_RANGE',
    ])
    expect(detailsOf(await put(id, { startsAt: '2026-05-01T10:00:00Z' }))).toEqual([
      'startsAt OUT_OF_RANGE',
    ])
    expect(detailsOf(await put(id, { endsAt: '2026-06-10T09:00:00Z' }))).toEqual([
      'endsAt OUT_OF_RANGE',
    ])
    expect(
      (await put(id, { startsAt: '2026-06-12T10:00:00Z', endsAt: '2026-06-12T11:00:00Z' })).status,
    ).toBe(200)
    for (const field of ['title', 'startsAt', 'endsAt'])
      expect((await put(id, { [field]: null })).status).toBe(400)
    expect(await read(id)).toMatchObject({
      startsAt: '2026-06-12T10:00:00.000Z',
      endsAt: '2026-06-12T11:00:00.000Z',
      version: 2,
    })
  })

  test('an appointment accepts every IANA time zone in any case, stores its canonical name and refuses other names', async () => {
    const sent = async (timeZone: unknown) => (await post({ ...usual, timeZone })).body
    for (const [given, kept] of [
      ['europe/berlin', 'Europe/Berlin'],
      ['Asia/Kolkata', 'Asia/Kolkata'],
      ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
      ['Etc/GMT+5', 'Etc/GMT+5'],
      [' utc ', 'UTC'],
      [null, 'UTC'],
    ] as const)
      expect((await sent(given)).data.timeZone.toLowerCase()).toBe(kept.toLowerCase())
    expect((await sent('europe/berlin')).data.timeZone).toBe('Europe/Berlin')
    for (const bad of [
      '',
      '+02:00',
      'Berlin',
      'Europe/Atlantis',
      'Europe/Berlin\u0000',
      'x'.repeat(65),
      '../etc/passwd',
      7,
      {},
    ])
      expect(
        (await sent(bad)).error?.details?.map((detail: { field: string }) => detail.field),
      ).toEqual(['timeZone'])
    const { id } = await create({ timeZone: 'Asia/Tokyo' })
    expect((await put(id, { timeZone: null })).body.data).toMatchObject({
      timeZone: 'UTC',
      startsAt: '2026-06-10T09:00:00.000Z',
    })
  })

  test('the fields of an appointment have size limits', async () => {
    const many = Array.from({ length: 101 }, (_, i) => `person_${String(i).padStart(8, '0')}`)
    for (const [body, field] of [
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ title: '  ' }, 'title'],
      [{ description: 'x'.repeat(5001) }, 'description'],
      [{ place: 'x'.repeat(201) }, 'place'],
      [{ peopleIds: many }, 'peopleIds'],
      [{ userIds: many }, 'userIds'],
      [{ startsAt: '2026-06-10' }, 'startsAt'],
    ] as const) {
      const reply = await post({ ...usual, ...body })
      expect([
        field,
        reply.status,
        reply.body.error.details.map((detail: { field: string }) => detail.field),
      ]).toEqual([field, 400, [field]])
    }
    const { id } = await create()
    expect((await act(id, 'complete', { outcome: 'x'.repeat(201) })).status).toBe(400)
    expect((await act(id, 'cancel', { reason: 'x'.repeat(201) })).status).toBe(400)
    expect((await put(id, {})).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ code: 'REQUIRED_FIELD' }],
    })
  })

  test('an update changes only the submitted fields, records no event without a change and refuses an outdated version', async () => {
    const { id } = await create({ place: 'Here', description: 'x' })
    expect(
      (await put(id, { title: 'Showing', place: 'Here', userIds: [world.users.agent.id] })).body
        .data.version,
    ).toBe(1)
    const patched = await world
      .as('agent')
      .rest(
        'PATCH',
        `/v1/appointments/${id}`,
        { place: 'There', description: null },
        { 'If-Match': '"1"' },
      )
    expect(patched.body.data).toMatchObject({
      title: 'Showing',
      place: 'There',
      description: null,
      version: 2,
    })
    expect(
      (
        await world
          .as('agent')
          .rest('PATCH', `/v1/appointments/${id}`, { place: 'x' }, { 'If-Match': '"1"' })
      ).status,
    ).toBe(412)
    const received = (await events(id)).map((event) => [
      event.type,
      JSON.parse(event.changes).map((change: { field: string }) => change.field),
    ])
    expect(received.slice(1)).toEqual([['appointment.updated', ['description', 'place']]])
  })
})

describe('Appointment status', () => {
  test('an appointment keeps its first cancellation or completion, which records one event', async () => {
    const cancelled = await create()
    const first = new Date(world.clock.now()).toISOString()
    const reply = await act(cancelled.id, 'cancel', { reason: 'Ill' })
    expect(reply.body).toMatchObject({
      message: 'Appointment cancelled',
      data: { status: 'cancelled', cancelledAt: first, cancellationReason: 'Ill' },
    })
    world.clock.advance(60_000)
    expect((await act(cancelled.id, 'cancel', { reason: 'Other' })).body.data).toMatchObject({
      cancelledAt: first,
      cancellationReason: 'Ill',
      version: 2,
    })
    expect(await types(cancelled.id)).toEqual(['appointment.created', 'appointment.cancelled'])
    const completed = await create()
    const second = new Date(world.clock.now()).toISOString()
    const { body } = await world
      .as('agent')
      .gql('mutation($id: ID!) { completeAppointment(id: $id) { status completedAt outcome } }', {
        id: completed.id,
      })
    expect(body.data.completeAppointment).toEqual({
      status: 'completed',
      completedAt: second,
      outcome: null,
    })
    world.clock.advance(60_000)
    expect((await act(completed.id, 'complete', { outcome: 'Late' })).body.data).toMatchObject({
      completedAt: second,
      outcome: null,
      version: 2,
    })
    expect((await put(completed.id, { outcome: 'Sold', place: 'Here' })).body.data).toMatchObject({
      status: 'completed',
      outcome: 'Sold',
      place: 'Here',
    })
    expect(await types(completed.id)).toEqual([
      'appointment.created',
      'appointment.completed',
      'appointment.updated',
    ])
  })

  test('a scheduled appointment can become completed or cancelled only once, and refused changes return CONFLICT and have no effect', async () => {
    const step = fc.constantFrom('cancel', 'complete', 'outcome', 'no outcome', 'title')
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
        const { id } = await create({ title: 'Start' })
        let status = 'scheduled'
        for (const [index, each] of steps.entries()) {
          const before = await read(id)
          const reply =
            each === 'cancel' || each === 'complete'
              ? await act(id, each)
              : await put(id, {
                  ...(each === 'title'
                    ? { title: `T${index}` }
                    : { outcome: each === 'outcome' ? `O${index}` : null }),
                })
          const allowed = {
            scheduled: ['cancel', 'complete', 'no outcome', 'title'],
            completed: ['complete', 'outcome', 'no outcome', 'title'],
            cancelled: ['cancel'],
          }[status]
          expect([each, status, reply.status]).toEqual([
            each,
            status,
            allowed?.includes(each) ? 200 : 409,
          ])
          if (reply.status === 409)
            expect([reply.body.error.code, await read(id)]).toEqual(['CONFLICT', before])
          else if (each === 'cancel') status = 'cancelled'
          else if (each === 'complete') status = 'completed'
          const { outcome, completedAt, cancelledAt, ...now } = await read(id)
          expect([now.status, completedAt !== null, cancelledAt !== null]).toEqual([
            status,
            status === 'completed',
            status === 'cancelled',
          ])
          if (status !== 'completed') expect(outcome).toBeNull()
        }
      }),
      { seed: 11, numRuns: 40 },
    )
  })
})

describe('Invitees', () => {
  test('people hidden from the caller are left out of the invitees and survive an update of the list', async () => {
    const [mine, other, hidden] = [
      await person('agent'),
      await person('agent'),
      await person('loner'),
    ]
    const { id } = await create(
      { peopleIds: [hidden, mine], userIds: [world.users.agent.id] },
      'owner',
    )
    expect((await read(id)).peopleIds).toEqual([mine])
    expect((await read(id, 'loner')).peopleIds).toEqual([hidden])
    expect((await put(id, { peopleIds: [mine] })).body.data).toMatchObject({
      peopleIds: [mine],
      version: 1,
    })
    expect((await put(id, { peopleIds: [other] })).body.data).toMatchObject({
      peopleIds: [other],
      version: 2,
    })
    expect((await read(id, 'owner')).peopleIds).toEqual([other, hidden])
    expect((await put(id, { peopleIds: null })).body.data).toMatchObject({
      peopleIds: [],
      version: 3,
    })
    expect((await read(id, 'owner')).peopleIds).toEqual([hidden])
    const reply = await put(id, { peopleIds: [mine, hidden], userIds: [world.users.stranger.id] })
    expect([reply.status, detailsOf(reply)]).toEqual([
      400,
      ['peopleIds[1] INVALID_REFERENCE', 'userIds[0] INVALID_REFERENCE'],
    ])
  })

  test('invitees, their leaders and users who can view the invited people can view an appointment, others cannot', async () => {
    const ofLoner = await person('loner')
    const forAgent = await create({ userIds: [world.users.agent.id] }, 'owner')
    const withLoners = await create({ peopleIds: [ofLoner], userIds: [] }, 'owner')
    const statuses = async (id: string) =>
      Object.fromEntries(
        await Promise.all(
          (['admin', 'leader', 'agent', 'loner', 'idle', 'stranger'] as const).map(async (who) => [
            who,
            (await world.as(who).rest('GET', `/v1/appointments/${id}`)).status,
          ]),
        ),
      )
    expect(await statuses(forAgent.id)).toEqual({
      admin: 200,
      leader: 200,
      agent: 200,
      loner: 403,
      idle: 403,
      stranger: 404,
    })
    expect(await statuses(withLoners.id)).toEqual({
      admin: 200,
      leader: 403,
      agent: 403,
      loner: 200,
      idle: 403,
      stranger: 404,
    })
    const narrowed = await world.createKey('owner', ['tasks.manage'])
    const before = await dump(world)
    for (const [method, path, body] of [
      ['PUT', '', { title: 'Mine' }],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/complete', undefined],
    ] as const) {
      const status = async (client: Client) =>
        (await client.rest(method, `/v1/appointments/${forAgent.id}${path}`, body)).status
      const clients = [world.as('loner'), world.as('stranger'), world.client(), narrowed]
      expect(await Promise.all(clients.map(status))).toEqual([403, 404, 401, 403])
    }
    expect(await dump(world)).toEqual(before)
  })

  test('permanently deleting a person removes them from their appointments, which record a change', async () => {
    const [going, staying] = [await person('agent'), await person('agent')]
    const { id } = await create({ peopleIds: [going, staying] })
    expect((await world.as('owner').rest('DELETE', `/v1/people/${going}`)).status).toBe(200)
    expect((await read(id)).peopleIds).toEqual([going, staying])
    expect(
      (await world.as('owner').rest('DELETE', `/v1/people/${going}?permanent=true`)).status,
    ).toBe(200)
    expect(await read(id)).toMatchObject({ peopleIds: [staying], version: 2 })
  })

  test('a person lists the appointments to which they are invited, the newest first, in pages', async () => {
    const ann = await person('agent')
    const ids = [
      (await create({ peopleIds: [ann] })).id,
      (await create({ peopleIds: [ann] })).id,
      (await create({ peopleIds: [ann] }, 'owner')).id,
    ].reverse()
    await create({ peopleIds: [await person('agent')] })
    const send = async (args: string) =>
      (
        await world
          .as('agent')
          .gql(
            `query($id: ID!) { person(id: $id) { appointments(${args}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }`,
            { id: ann },
          )
      ).body.data.person.appointments
    const page = await send('first: 2')
    expect([page.totalCount, page.nodes, page.pageInfo.hasNextPage]).toEqual([
      3,
      ids.slice(0, 2).map((id) => ({ id })),
      true,
    ])
    expect((await send(`first: 2, after: "${page.pageInfo.endCursor}"`)).nodes).toEqual([
      { id: ids[2] },
    ])
  })

  test('users who could view an appointment, and their leaders, receive the event of its deletion', async () => {
    const { id } = await create(
      { peopleIds: [await person('loner')], userIds: [world.users.agent.id] },
      'owner',
    )
    expect((await world.as('owner').rest('DELETE', `/v1/appointments/${id}`)).body).toMatchObject({
      success: true,
      message: 'Appointment deleted',
    })
    expect(
      (await world.as('owner').rest('GET', `/v1/appointments/${id}`)).body.error,
    ).toMatchObject({ code: 'NOT_FOUND', message: 'Appointment not found' })
    const deleted = (await events(id)).at(-1)
    const { owner, leader, agent, loner } = world.users
    expect([deleted?.type, JSON.parse(deleted?.audience ?? '').sort()]).toEqual([
      'appointment.deleted',
      [owner, leader, agent, loner].map((user) => user.id).sort(),
    ])
  })
})
