import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import type { Client } from './support/client.ts'
import { dump } from './support/dump.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
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

const defaultInput = {
  title: 'Showing',
  startsAt: '2026-06-10T09:00:00Z',
  endsAt: '2026-06-10T10:00:00Z',
}
const postAppointment = (body: object, caller: TestUser = 'agent') =>
  world.as(caller).rest('POST', '/v1/appointments', body)
const createAppointment = async (body: object = {}, caller: TestUser = 'agent') => {
  const reply = await postAppointment({ ...defaultInput, ...body }, caller)
  expect([reply.status, reply.body.error]).toEqual([201, undefined])
  return reply.body.data
}
const putAppointment = (id: string, body: object, caller: TestUser = 'agent') =>
  world.as(caller).rest('PUT', `/v1/appointments/${id}`, body)
const changeStatus = (id: string, action: 'cancel' | 'complete', body: object = {}) =>
  world.as('agent').rest('POST', `/v1/appointments/${id}/${action}`, body)
const readAppointment = async (id: string, caller: TestUser = 'agent') =>
  (await world.as(caller).rest('GET', `/v1/appointments/${id}`)).body.data
const createPersonFor = async (assignee: TestUser, caller: TestUser = 'owner') =>
  (
    await world
      .as(caller)
      .rest('POST', '/v1/people', { firstName: 'Ann', assignedAgentId: world.users[assignee].id })
  ).body.data.id as string
const readEvents = (recordId: string) =>
  world.deps.store.allCompanies.read((db) =>
    db.all(eventsQuery, { companyId: world.company.id, recordId }),
  )
const readEventTypes = async (id: string) => (await readEvents(id)).map((event) => event.type)
const getDetails = (reply: { body: { error: { details: { field: string; code: string }[] } } }) =>
  reply.body.error.details.map(({ field, code }) => `${field} ${code}`).sort()

describe('Appointments', () => {
  test('a new appointment requires a title, start and end, and by default invites its creator', async () => {
    const reply = await postAppointment({
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
    expect(await readAppointment(id)).toEqual(reply.body.data)
    const people = [await createPersonFor('agent'), await createPersonFor('agent')]
    const { body } = await world.as('agent').gql(
      `mutation($input: CreateAppointmentInput!) { createAppointment(input: $input) {
        appointment {
          title description timeZone place status people { id } users { email } createdBy { email }
        } } }`,
      {
        input: {
          ...defaultInput,
          description: 'Two\nlines',
          timeZone: 'Europe/Berlin',
          place: 'Room 3',
          peopleIds: [people[1], people[0], people[1]],
          userIds: [world.users.loner.id, world.users.admin.id],
        },
      },
    )
    expect(body.data.createAppointment.appointment).toEqual({
      title: 'Showing',
      description: 'Two\nlines',
      timeZone: 'Europe/Berlin',
      place: 'Room 3',
      status: 'scheduled',
      people: [{ id: people[1] }, { id: people[0] }],
      users: [{ email: 'loner@acme.test' }, { email: 'admin@acme.test' }],
      createdBy: { email: 'agent@acme.test' },
    })
    expect(getDetails(await postAppointment({}))).toEqual([
      'endsAt REQUIRED_FIELD',
      'startsAt REQUIRED_FIELD',
      'title REQUIRED_FIELD',
    ])
    expect((await createAppointment({ userIds: null })).userIds).toEqual([])
    expect((await createAppointment({ userIds: [] })).userIds).toEqual([])
  })

  test('an appointment must end within 31 days after its start', async () => {
    const postWithEnd = (endsAt: string) => postAppointment({ ...defaultInput, endsAt })
    for (const invalidEnd of [
      defaultInput.startsAt,
      '2026-06-10T08:59:59.999Z',
      '2026-07-11T09:00:00.001Z',
    ]) {
      const reply = await postWithEnd(invalidEnd)
      expect([reply.status, getDetails(reply)]).toEqual([400, ['endsAt OUT_OF_RANGE']])
    }
    for (const validEnd of ['2026-06-10T09:00:00.001Z', '2026-07-11T09:00:00Z'])
      expect((await postWithEnd(validEnd)).status).toBe(201)
    const { id } = await createAppointment()
    expect(getDetails(await putAppointment(id, { startsAt: '2026-06-10T10:00:00Z' }))).toEqual([
      'startsAt OUT_OF_RANGE',
    ])
    expect(getDetails(await putAppointment(id, { startsAt: '2026-05-01T10:00:00Z' }))).toEqual([
      'startsAt OUT_OF_RANGE',
    ])
    expect(getDetails(await putAppointment(id, { endsAt: '2026-06-10T09:00:00Z' }))).toEqual([
      'endsAt OUT_OF_RANGE',
    ])
    expect(
      (
        await putAppointment(id, {
          startsAt: '2026-06-12T10:00:00Z',
          endsAt: '2026-06-12T11:00:00Z',
        })
      ).status,
    ).toBe(200)
    for (const field of ['title', 'startsAt', 'endsAt'])
      expect((await putAppointment(id, { [field]: null })).status).toBe(400)
    expect(await readAppointment(id)).toMatchObject({
      startsAt: '2026-06-12T10:00:00.000Z',
      endsAt: '2026-06-12T11:00:00.000Z',
      version: 2,
    })
  })

  test('the time zone of an appointment can be any IANA name, ignoring case, and is stored in canonical form', async () => {
    const createInTimeZone = async (timeZone: unknown) =>
      (await postAppointment({ ...defaultInput, timeZone })).body
    for (const [input, canonicalName] of [
      ['europe/berlin', 'Europe/Berlin'],
      ['Asia/Kolkata', 'Asia/Kolkata'],
      ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
      ['Etc/GMT+5', 'Etc/GMT+5'],
      [' utc ', 'UTC'],
      [null, 'UTC'],
    ] as const)
      expect((await createInTimeZone(input)).data.timeZone.toLowerCase()).toBe(
        canonicalName.toLowerCase(),
      )
    expect((await createInTimeZone('europe/berlin')).data.timeZone).toBe('Europe/Berlin')
    for (const invalidZone of [
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
        (await createInTimeZone(invalidZone)).error?.details?.map(
          (detail: { field: string }) => detail.field,
        ),
      ).toEqual(['timeZone'])
    const { id } = await createAppointment({ timeZone: 'Asia/Tokyo' })
    expect((await putAppointment(id, { timeZone: null })).body.data).toMatchObject({
      timeZone: 'UTC',
      startsAt: '2026-06-10T09:00:00.000Z',
    })
  })

  test('an appointment with a blank title, text over the length limit, more than 100 people or users, or a start without a time is rejected', async () => {
    const tooManyIds = Array.from({ length: 101 }, (_, i) => `person_${String(i).padStart(8, '0')}`)
    for (const [body, field] of [
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ title: '  ' }, 'title'],
      [{ description: 'x'.repeat(5001) }, 'description'],
      [{ place: 'x'.repeat(201) }, 'place'],
      [{ peopleIds: tooManyIds }, 'peopleIds'],
      [{ userIds: tooManyIds }, 'userIds'],
      [{ startsAt: '2026-06-10' }, 'startsAt'],
    ] as const) {
      const reply = await postAppointment({ ...defaultInput, ...body })
      expect([
        field,
        reply.status,
        reply.body.error.details.map((detail: { field: string }) => detail.field),
      ]).toEqual([field, 400, [field]])
    }
    const { id } = await createAppointment()
    expect((await changeStatus(id, 'complete', { outcome: 'x'.repeat(201) })).status).toBe(400)
    expect((await changeStatus(id, 'cancel', { reason: 'x'.repeat(201) })).status).toBe(400)
    expect((await putAppointment(id, {})).body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ code: 'REQUIRED_FIELD' }],
    })
  })

  test('an update of an appointment changes only the submitted fields and is rejected if the version is outdated', async () => {
    const { id } = await createAppointment({ place: 'Here', description: 'x' })
    expect(
      (
        await putAppointment(id, {
          title: 'Showing',
          place: 'Here',
          userIds: [world.users.agent.id],
        })
      ).body.data.version,
    ).toBe(1)
    const patchReply = await world
      .as('agent')
      .rest(
        'PATCH',
        `/v1/appointments/${id}`,
        { place: 'There', description: null },
        { 'If-Match': '"1"' },
      )
    expect(patchReply.body.data).toMatchObject({
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
    const recordedEvents = (await readEvents(id)).map((event) => [
      event.type,
      JSON.parse(event.changes).map((change: { field: string }) => change.field),
    ])
    expect(recordedEvents.slice(1)).toEqual([['appointment.updated', ['description', 'place']]])
  })
})

describe('Appointment status', () => {
  test('canceling or completing an appointment a second time changes nothing and records no event', async () => {
    const cancelledAppointment = await createAppointment()
    const cancelledAt = new Date(world.clock.now()).toISOString()
    const reply = await changeStatus(cancelledAppointment.id, 'cancel', { reason: 'Ill' })
    expect(reply.body).toMatchObject({
      message: 'Appointment cancelled',
      data: { status: 'cancelled', cancelledAt, cancellationReason: 'Ill' },
    })
    world.clock.advance(60_000)
    expect(
      (await changeStatus(cancelledAppointment.id, 'cancel', { reason: 'Other' })).body.data,
    ).toMatchObject({
      cancelledAt,
      cancellationReason: 'Ill',
      version: 2,
    })
    expect(await readEventTypes(cancelledAppointment.id)).toEqual([
      'appointment.created',
      'appointment.cancelled',
    ])
    const completedAppointment = await createAppointment()
    const completedAt = new Date(world.clock.now()).toISOString()
    const { body } = await world
      .as('agent')
      .gql(
        'mutation($id: ID!) { completeAppointment(id: $id) { appointment { status completedAt outcome } } }',
        {
          id: completedAppointment.id,
        },
      )
    expect(body.data.completeAppointment.appointment).toEqual({
      status: 'completed',
      completedAt,
      outcome: null,
    })
    world.clock.advance(60_000)
    expect(
      (await changeStatus(completedAppointment.id, 'complete', { outcome: 'Late' })).body.data,
    ).toMatchObject({
      completedAt,
      outcome: null,
      version: 2,
    })
    expect(
      (await putAppointment(completedAppointment.id, { outcome: 'Sold', place: 'Here' })).body.data,
    ).toMatchObject({
      status: 'completed',
      outcome: 'Sold',
      place: 'Here',
    })
    expect(await readEventTypes(completedAppointment.id)).toEqual([
      'appointment.created',
      'appointment.completed',
      'appointment.updated',
    ])
  })

  test("a change that an appointment's status forbids returns CONFLICT and changes nothing", async () => {
    const anyStep = fc.constantFrom('cancel', 'complete', 'outcome', 'no outcome', 'title')
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 5 }), async (steps) => {
        const { id } = await createAppointment({ title: 'Start' })
        let status = 'scheduled'
        for (const [index, step] of steps.entries()) {
          const appointmentBefore = await readAppointment(id)
          const reply =
            step === 'cancel' || step === 'complete'
              ? await changeStatus(id, step)
              : await putAppointment(id, {
                  ...(step === 'title'
                    ? { title: `T${index}` }
                    : { outcome: step === 'outcome' ? `O${index}` : null }),
                })
          const allowedSteps = {
            scheduled: ['cancel', 'complete', 'no outcome', 'title'],
            completed: ['complete', 'outcome', 'no outcome', 'title'],
            cancelled: ['cancel'],
          }[status]
          expect([step, status, reply.status]).toEqual([
            step,
            status,
            allowedSteps?.includes(step) ? 200 : 409,
          ])
          if (reply.status === 409)
            expect([reply.body.error.code, await readAppointment(id)]).toEqual([
              'CONFLICT',
              appointmentBefore,
            ])
          else if (step === 'cancel') status = 'cancelled'
          else if (step === 'complete') status = 'completed'
          const { outcome, completedAt, cancelledAt, ...appointment } = await readAppointment(id)
          expect([appointment.status, completedAt !== null, cancelledAt !== null]).toEqual([
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

describe('Appointment invitees', () => {
  test('an appointment omits invitees hidden from the caller, and updating its invitees does not remove hidden people', async () => {
    const [ownId, otherVisibleId, hiddenId] = [
      await createPersonFor('agent'),
      await createPersonFor('agent'),
      await createPersonFor('loner'),
    ]
    const { id } = await createAppointment(
      { peopleIds: [hiddenId, ownId], userIds: [world.users.agent.id] },
      'owner',
    )
    expect((await readAppointment(id)).peopleIds).toEqual([ownId])
    expect((await readAppointment(id, 'loner')).peopleIds).toEqual([hiddenId])
    expect((await putAppointment(id, { peopleIds: [ownId] })).body.data).toMatchObject({
      peopleIds: [ownId],
      version: 1,
    })
    expect((await putAppointment(id, { peopleIds: [otherVisibleId] })).body.data).toMatchObject({
      peopleIds: [otherVisibleId],
      version: 2,
    })
    expect((await readAppointment(id, 'owner')).peopleIds).toEqual([otherVisibleId, hiddenId])
    expect((await putAppointment(id, { peopleIds: null })).body.data).toMatchObject({
      peopleIds: [],
      version: 3,
    })
    expect((await readAppointment(id, 'owner')).peopleIds).toEqual([hiddenId])
    const reply = await putAppointment(id, {
      peopleIds: [ownId, hiddenId],
      userIds: [world.users.stranger.id],
    })
    expect([reply.status, getDetails(reply)]).toEqual([
      400,
      ['peopleIds[1] INVALID_REFERENCE', 'userIds[0] INVALID_REFERENCE'],
    ])
  })

  test('an appointment is visible to users whose role covers an invited user or who can view an invited person, and a hidden appointment cannot be changed', async () => {
    const lonerPersonId = await createPersonFor('loner')
    const agentAppointment = await createAppointment({ userIds: [world.users.agent.id] }, 'owner')
    const lonerAppointment = await createAppointment(
      { peopleIds: [lonerPersonId], userIds: [] },
      'owner',
    )
    const readStatuses = async (id: string) =>
      Object.fromEntries(
        await Promise.all(
          (['admin', 'leader', 'agent', 'loner', 'idle', 'stranger'] as const).map(
            async (caller) => [
              caller,
              (await world.as(caller).rest('GET', `/v1/appointments/${id}`)).status,
            ],
          ),
        ),
      )
    expect(await readStatuses(agentAppointment.id)).toEqual({
      admin: 200,
      leader: 200,
      agent: 200,
      loner: 403,
      idle: 403,
      stranger: 404,
    })
    expect(await readStatuses(lonerAppointment.id)).toEqual({
      admin: 200,
      leader: 403,
      agent: 403,
      loner: 200,
      idle: 403,
      stranger: 404,
    })
    const tasksKey = await world.createKey('owner', ['tasks.manage'])
    const dumpBefore = await dump(world)
    for (const [method, path, body] of [
      ['PUT', '', { title: 'Mine' }],
      ['PATCH', '', { title: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/cancel', undefined],
      ['POST', '/complete', undefined],
    ] as const) {
      const readStatus = async (client: Client) =>
        (await client.rest(method, `/v1/appointments/${agentAppointment.id}${path}`, body)).status
      const clients = [world.as('loner'), world.as('stranger'), world.client(), tasksKey]
      expect(await Promise.all(clients.map(readStatus))).toEqual([403, 404, 401, 403])
    }
    expect(await dump(world)).toEqual(dumpBefore)
  })

  test('permanently deleting a person removes the person from appointments and increments the versions of those appointments', async () => {
    const [deletedId, keptId] = [await createPersonFor('agent'), await createPersonFor('agent')]
    const { id } = await createAppointment({ peopleIds: [deletedId, keptId] })
    expect((await world.as('owner').rest('DELETE', `/v1/people/${deletedId}`)).status).toBe(200)
    expect((await readAppointment(id)).peopleIds).toEqual([deletedId, keptId])
    expect(
      (await world.as('owner').rest('DELETE', `/v1/people/${deletedId}?permanent=true`)).status,
    ).toBe(200)
    expect(await readAppointment(id)).toMatchObject({ peopleIds: [keptId], version: 2 })
  })

  test("a person's appointments can be paged, newest first", async () => {
    const annId = await createPersonFor('agent')
    const appointmentIds = [
      (await createAppointment({ peopleIds: [annId] })).id,
      (await createAppointment({ peopleIds: [annId] })).id,
      (await createAppointment({ peopleIds: [annId] }, 'owner')).id,
    ].reverse()
    await createAppointment({ peopleIds: [await createPersonFor('agent')] })
    const listAppointments = async (args: string) =>
      (
        await world
          .as('agent')
          .gql(
            `query($id: ID!) { person(id: $id) { appointments(${args}) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } } }`,
            { id: annId },
          )
      ).body.data.person.appointments
    const firstPage = await listAppointments('first: 2')
    expect([firstPage.totalCount, firstPage.nodes, firstPage.pageInfo.hasNextPage]).toEqual([
      3,
      appointmentIds.slice(0, 2).map((id) => ({ id })),
      true,
    ])
    expect(
      (await listAppointments(`first: 2, after: "${firstPage.pageInfo.endCursor}"`)).nodes,
    ).toEqual([{ id: appointmentIds[2] }])
  })

  test("the audience of an appointment's deletion event contains the creator, the invited user, this user's Team Leader and the assignee of the invited person", async () => {
    const { id } = await createAppointment(
      { peopleIds: [await createPersonFor('loner')], userIds: [world.users.agent.id] },
      'owner',
    )
    expect((await world.as('owner').rest('DELETE', `/v1/appointments/${id}`)).body).toMatchObject({
      success: true,
      message: 'Appointment deleted',
    })
    expect(
      (await world.as('owner').rest('GET', `/v1/appointments/${id}`)).body.error,
    ).toMatchObject({ code: 'NOT_FOUND', message: 'Appointment not found' })
    const deletionEvent = (await readEvents(id)).at(-1)
    const { owner, leader, agent, loner } = world.users
    expect([deletionEvent?.type, JSON.parse(deletionEvent?.audience ?? '').sort()]).toEqual([
      'appointment.deleted',
      [owner, leader, agent, loner].map((user) => user.id).sort(),
    ])
  })
})
