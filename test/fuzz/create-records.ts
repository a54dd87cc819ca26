import type { Who } from '../support/world.ts'
import type { Cast } from './cast.ts'
import { diceOf } from './dice.ts'
import type { AnyKind } from './records.ts'

/** Custom fields of people and deals of each company, by key. */
export const customFields = [
  { key: 'nickname', type: 'text' },
  { key: 'budget', type: 'number' },
  { key: 'birthday', type: 'date' },
  { key: 'vip', type: 'boolean' },
  { key: 'colour', type: 'singleChoice', options: ['red', 'green', 'blue'] },
  { key: 'wishes', type: 'multipleChoice', options: ['garden', 'lift', 'balcony'] },
] as const

/** Texts that identify a record wherever they occur. */
export type Marks = Map<string, { id: string; company: 'acme' | 'rival'; kind: AnyKind }>

export const aMark = /zq[ar]\d{4}/g

const users: Who[] = ['owner', 'admin', 'leader', 'agent', 'loner', 'idle']

/** Fills both companies through the API with records of which each caller can view a part. */
export async function createRecords(cast: Cast): Promise<Marks> {
  const marks: Marks = new Map()
  for (const company of ['acme', 'rival'] as const) await createCompanyRecords(cast, marks, company)
  return marks
}

async function createCompanyRecords(
  cast: Cast,
  marks: Marks,
  company: 'acme' | 'rival',
): Promise<void> {
  const dice = diceOf(company === 'acme' ? 1 : 2)
  const owner: Who = company === 'acme' ? 'owner' : 'stranger'
  const allUsers = company === 'acme' ? users : [owner]
  const size = company === 'acme' ? 1 : 0.4
  const user = () => cast.users[dice.pick(allUsers)]
  const maybe = <T>(value: T) => (dice.chance(0.8) ? value : null)
  let number = 0

  /** @param texts derives the texts of the record from its marker */
  async function make(
    kind: AnyKind,
    path: string,
    body: (mark: string) => object,
    as: Who = owner,
  ): Promise<string> {
    const mark = `zq${company[0]}${String(number++).padStart(4, '0')}`
    const reply = await cast.as(as).rest('POST', path, body(mark))
    if (reply.status !== 201) throw new Error(`${path}: ${reply.text}`)
    marks.set(mark, { id: reply.body.data.id, company, kind })
    return reply.body.data.id as string
  }
  const times = async <T>(count: number, each: (index: number) => Promise<T>): Promise<T[]> => {
    const created: T[] = []
    for (let index = 0; index < Math.ceil(count * size); index++) created.push(await each(index))
    return created
  }

  for (const record of ['person', 'deal'])
    for (const { key, type, ...more } of customFields) {
      const options = 'options' in more ? { options: more.options.map((label) => ({ label })) } : {}
      const { status, text } = await cast
        .as(owner)
        .rest('POST', '/v1/custom-fields', { record, key, name: key, type, ...options })
      if (status !== 201) throw new Error(text)
    }
  const teams = [
    await make('team', '/v1/teams', (mark) => ({
      name: `East ${mark}`,
      leaderIds: allUsers.includes('idle') ? [cast.users.idle] : [],
      memberIds: [user()],
    })),
    await make('team', '/v1/teams', (mark) => ({ name: `West ${mark}`, memberIds: [user()] })),
  ]
  await make('stage', '/v1/stages', (mark) => ({ name: `Later ${mark}` }))
  const stages = ['Open', 'Offer', 'Won', 'Lost'].map((name) => ({
    name,
    type: name === 'Won' ? 'won' : name === 'Lost' ? 'lost' : 'open',
  }))
  const pipelines = await times(2, () =>
    make('pipeline', '/v1/pipelines', (mark) => ({ name: `Sales ${mark}`, stages })),
  )

  const people = await times(24, (index) =>
    make('person', '/v1/people', (mark) => ({
      firstName: `Casey ${mark}`,
      lastName: dice.pick(['Ångström', 'Lee', 'O’Hara', '李']),
      emails: [{ value: `${mark}@example.test` }],
      phones: [{ value: `+1415555${String(2000 + index)}` }],
      source: mark,
      background: `${mark} was here`,
      tags: dice.some(['Warm', 'Cold', 'VIP'], 0.5),
      price: dice.int(0, 9) * 100_000,
      assignedAgentId: maybe(user()),
      collaboratorIds: dice.chance(0.3) ? [user()] : [],
      customFields: {
        nickname: mark,
        budget: dice.int(1, 9),
        vip: dice.chance(0.5),
        colour: 'red',
        wishes: ['lift'],
      },
    })),
  )
  const some = (count: number) => [
    ...new Set(Array.from({ length: dice.int(0, count) }, () => dice.pick(people))),
  ]
  await times(16, () =>
    make(
      'task',
      '/v1/tasks',
      (mark) => ({
        title: `Call ${mark}`,
        description: mark,
        assignedTo: maybe(user()),
        personId: maybe(dice.pick(people)),
      }),
      dice.pick(allUsers.slice(0, 2)),
    ),
  )
  await times(16, () =>
    make('deal', '/v1/deals', (mark) => ({
      title: `House ${mark}`,
      pipelineId: dice.pick(pipelines),
      assignedAgentId: maybe(user()),
      peopleIds: some(2),
      teamIds: dice.some(teams, 0.15),
      pricing: dice.int(1, 9) * 1000,
      customFields: { nickname: mark },
    })),
  )
  const span = { startsAt: '2026-06-03T09:00:00Z', endsAt: '2026-06-03T10:00:00Z' }
  await times(12, () =>
    make('appointment', '/v1/appointments', (mark) => ({
      ...span,
      title: `Visit ${mark}`,
      place: mark,
      userIds: dice.chance(0.5) ? [user()] : [],
      peopleIds: some(2),
    })),
  )
  await times(20, () =>
    make('activity', '/v1/activities', (mark) => ({
      personId: dice.pick(people),
      channel: 'call',
      content: `${mark} said hello`,
    })),
  )
  for (const as of allUsers)
    for (const shared of [true, false])
      await make(
        'smartList',
        '/v1/smart-lists',
        (mark) => ({ name: `List ${mark}`, shared, where: { tag: 'Warm' } }),
        as,
      )
  await make('webhookEndpoint', '/v1/webhook-endpoints', (mark) => ({
    url: `http://127.0.0.1:9/${mark}`,
    events: ['deal.deleted', 'person.trashed'],
  }))
  await change(cast, owner, people, dice)
}

/** Later changes: a merge, records in Trash, and permanent deletions. */
async function change(
  cast: Cast,
  owner: Who,
  people: string[],
  dice: { pick<T>(list: readonly T[]): T },
): Promise<void> {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await cast.as(owner).rest(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  }
  const last = people.slice(-6)
  await send('POST', `/v1/people/${last[0]}/merge`, { otherIds: [last[1]] })
  await send('POST', `/v1/people/${people[0]}/merge`, { otherIds: [last[2]] })
  await send('DELETE', `/v1/people/${last[3]}`)
  await send('DELETE', `/v1/people/${last[4]}`)
  await send('DELETE', `/v1/people/${last[5]}?permanent=true`)
  for (const kind of ['tasks', 'deals', 'appointments'])
    await send(
      'DELETE',
      `/v1/${kind}/${dice.pick((await cast.as(owner).rest('GET', `/v1/${kind}?limit=3`)).body.data as { id: string }[]).id}`,
    )
  const endpoint = (await cast.as(owner).rest('GET', '/v1/webhook-endpoints')).body.data[0].id
  await send('POST', `/v1/webhook-endpoints/${endpoint}/ping`)
}
