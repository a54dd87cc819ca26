import type { TestUser } from '../support/world.ts'
import type { Fixture } from './fixture.ts'
import { createRandomSource } from './random-source.ts'
import type { AnyKind } from './records.ts'

/** The custom fields that people and deals have in each company. */
export const customFields = [
  { key: 'nickname', type: 'text' },
  { key: 'budget', type: 'number' },
  { key: 'birthday', type: 'date' },
  { key: 'vip', type: 'boolean' },
  { key: 'colour', type: 'singleChoice', options: ['red', 'green', 'blue'] },
  { key: 'wishes', type: 'multipleChoice', options: ['garden', 'lift', 'balcony'] },
] as const

/**
 * The record of each marker. A marker is a unique text in a record, and identifies the record if it
 * appears in a response.
 */
export type Markers = Map<string, { id: string; company: 'acme' | 'rival'; kind: AnyKind }>

export const markerPattern = /zq[ar]\d{4}/g

const users: TestUser[] = ['owner', 'admin', 'leader', 'agent', 'loner', 'idle']

/** Fills both companies through the API with records, most of which only some callers can view. */
export async function createRecords(fixture: Fixture): Promise<Markers> {
  const markers: Markers = new Map()
  for (const company of ['acme', 'rival'] as const)
    await createCompanyRecords(fixture, markers, company)
  return markers
}

async function createCompanyRecords(
  fixture: Fixture,
  markers: Markers,
  company: 'acme' | 'rival',
): Promise<void> {
  const random = createRandomSource(company === 'acme' ? 1 : 2)
  const owner: TestUser = company === 'acme' ? 'owner' : 'stranger'
  const allUsers = company === 'acme' ? users : [owner]
  const scale = company === 'acme' ? 1 : 0.4
  const pickUserId = () => fixture.users[random.pick(allUsers)]
  const pickValueOrNull = <T>(value: T) => (random.chance(0.8) ? value : null)
  let nextMarkerNumber = 0

  /** @param createBody returns the request body for a record with the marker */
  async function createRecord(
    kind: AnyKind,
    path: string,
    createBody: (marker: string) => object,
    user: TestUser = owner,
  ): Promise<string> {
    const marker = `zq${company[0]}${String(nextMarkerNumber++).padStart(4, '0')}`
    const response = await fixture.clientFor(user).rest('POST', path, createBody(marker))
    if (response.status !== 201) throw new Error(`${path}: ${response.text}`)
    markers.set(marker, { id: response.body.data.id, company, kind })
    return response.body.data.id as string
  }
  const createMany = async <T>(
    count: number,
    create: (index: number) => Promise<T>,
  ): Promise<T[]> => {
    const createdItems: T[] = []
    for (let index = 0; index < Math.ceil(count * scale); index++)
      createdItems.push(await create(index))
    return createdItems
  }

  for (const record of ['person', 'deal'])
    for (const { key, type, ...definition } of customFields) {
      const options =
        'options' in definition ? { options: definition.options.map((label) => ({ label })) } : {}
      const { status, text } = await fixture
        .clientFor(owner)
        .rest('POST', '/v1/custom-fields', { record, key, name: key, type, ...options })
      if (status !== 201) throw new Error(text)
    }
  const teams = [
    await createRecord('team', '/v1/teams', (marker) => ({
      name: `East ${marker}`,
      leaderIds: allUsers.includes('idle') ? [fixture.users.idle] : [],
      memberIds: [pickUserId()],
    })),
    await createRecord('team', '/v1/teams', (marker) => ({
      name: `West ${marker}`,
      memberIds: [pickUserId()],
    })),
  ]
  await createRecord('stage', '/v1/stages', (marker) => ({ name: `Later ${marker}` }))
  const stages = ['Open', 'Offer', 'Won', 'Lost'].map((name) => ({
    name,
    type: name === 'Won' ? 'won' : name === 'Lost' ? 'lost' : 'open',
  }))
  const pipelines = await createMany(2, () =>
    createRecord('pipeline', '/v1/pipelines', (marker) => ({ name: `Sales ${marker}`, stages })),
  )

  const people = await createMany(24, (index) =>
    createRecord('person', '/v1/people', (marker) => ({
      firstName: `Casey ${marker}`,
      lastName: random.pick(['Ångström', 'Lee', 'O’Hara', '李']),
      emails: [{ value: `${marker}@example.test` }],
      phones: [{ value: `+1415555${String(2000 + index)}` }],
      source: marker,
      background: `${marker} was here`,
      tags: random.subset(['Warm', 'Cold', 'VIP'], 0.5),
      price: random.integer(0, 9) * 100_000,
      assignedAgentId: pickValueOrNull(pickUserId()),
      collaboratorIds: random.chance(0.3) ? [pickUserId()] : [],
      customFields: {
        nickname: marker,
        budget: random.integer(1, 9),
        vip: random.chance(0.5),
        colour: 'red',
        wishes: ['lift'],
      },
    })),
  )
  const pickPeople = (count: number) => [
    ...new Set(Array.from({ length: random.integer(0, count) }, () => random.pick(people))),
  ]
  await createMany(16, () =>
    createRecord(
      'task',
      '/v1/tasks',
      (marker) => ({
        title: `Call ${marker}`,
        description: marker,
        assignedTo: pickValueOrNull(pickUserId()),
        personId: pickValueOrNull(random.pick(people)),
      }),
      random.pick(allUsers.slice(0, 2)),
    ),
  )
  await createMany(16, () =>
    createRecord('deal', '/v1/deals', (marker) => ({
      title: `House ${marker}`,
      pipelineId: random.pick(pipelines),
      assignedAgentId: pickValueOrNull(pickUserId()),
      peopleIds: pickPeople(2),
      teamIds: random.subset(teams, 0.15),
      pricing: random.integer(1, 9) * 1000,
      customFields: { nickname: marker },
    })),
  )
  const appointmentTimes = { startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
  await createMany(12, () =>
    createRecord('appointment', '/v1/appointments', (marker) => ({
      ...appointmentTimes,
      title: `Visit ${marker}`,
      place: marker,
      userIds: random.chance(0.5) ? [pickUserId()] : [],
      peopleIds: pickPeople(2),
    })),
  )
  await createMany(20, () =>
    createRecord('activity', '/v1/activities', (marker) => ({
      personId: random.pick(people),
      channel: 'call',
      content: `${marker} said hello`,
    })),
  )
  for (const user of allUsers)
    for (const isShared of [true, false])
      await createRecord(
        'smartList',
        '/v1/smart-lists',
        (marker) => ({
          name: `List ${marker}`,
          shared: isShared,
          where: { tags: { has: 'Warm' } },
        }),
        user,
      )
  await createRecord('webhookEndpoint', '/v1/webhook-endpoints', (marker) => ({
    url: `http://127.0.0.1:9/${marker}`,
    events: ['deal.deleted', 'person.trashed'],
  }))
  await changeRecords(fixture, owner, people, random)
}

/**
 * Changes records after their creation: merges people, moves people to Trash, deletes records
 * permanently, and pings a webhook endpoint.
 */
async function changeRecords(
  fixture: Fixture,
  owner: TestUser,
  people: string[],
  random: { pick<T>(list: readonly T[]): T },
): Promise<void> {
  const sendChange = async (method: string, path: string, body?: object) => {
    const { status, text } = await fixture.clientFor(owner).rest(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  }
  const lastPeople = people.slice(-6)
  await sendChange('POST', `/v1/people/${lastPeople[0]}/merge`, { otherIds: [lastPeople[1]] })
  await sendChange('POST', `/v1/people/${people[0]}/merge`, { otherIds: [lastPeople[2]] })
  await sendChange('DELETE', `/v1/people/${lastPeople[3]}`)
  await sendChange('DELETE', `/v1/people/${lastPeople[4]}`)
  await sendChange('DELETE', `/v1/people/${lastPeople[5]}?permanent=true`)
  for (const list of ['tasks', 'deals', 'appointments'])
    await sendChange(
      'DELETE',
      `/v1/${list}/${random.pick((await fixture.clientFor(owner).rest('GET', `/v1/${list}?limit=3`)).body.data as { id: string }[]).id}`,
    )
  const endpointId = (await fixture.clientFor(owner).rest('GET', '/v1/webhook-endpoints')).body
    .data[0].id
  await sendChange('POST', `/v1/webhook-endpoints/${endpointId}/ping`)
}
