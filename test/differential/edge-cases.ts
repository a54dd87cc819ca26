import type { TestUser } from '../support/world.ts'
import type { ServerPair } from './server-pair.ts'

/** Names that collations, case folding and byte orders treat differently. */
export const edgeCaseNames = [
  'anna', 'Anna', 'ANNA', 'Ännä', 'Ånna', 'Ana', 'ann', 'Zoë', 'zoe', 'ZOE\u0308', 'Strauß', 'STRAUSS', 'Strauss', 'STRAUẞ', 'Øster', 'oster', 'Œuvre', 'Æsir', 'Þór', 'Łódź',
  'Đorđe', 'Οδυσσεύς', 'ΟΔΥΣΣΕΎΣ', 'οδυσσευσ', 'Σίσυφος', 'Иван', 'иван', 'Йод', 'Йод', 'Ёлка', '李小龍', '李', '王', '山田', 'ﾔﾏﾀﾞ', 'ヤマダ', '김', '각', '각',
  '😀 smile', '👩‍👩‍👧', '𝒜nna', '𐐀deseret', '𐐨deseret', '\uffee', '￦', 'İstanbul', 'ıstanbul', 'istanbul', 'Istanbul', 'ISTANBUL', 'i̇stanbul', 'e\u0301\u0323', 'e\u0323\u0301',
  'ﬁne', 'fine', 'ſhort', 'K', 'Å', 'ǅ', 'ǆ', 'שלום', 'سلام', 'مُحَمَّد', 'हिन्दी', 'ไทย', "O'Hara", 'O’Hara', 'o hara', 'A\u00a0B', 'A\u2003B', 'A  B', '-dash', '_under', '%cent', '\\back',
  '"quote"', '1', '10', '2', 'x'.repeat(20), '\u2028line', '½', '²', 'Ⅷ', 'ⅷ', 'Ա', 'ა', 'Ა', 'ᏸ', 'Ꮀ', 'ꭰ', '\u1e9e', 'Ω', 'Ω', 'µ', 'μ', 'ͺ', '˚', '\u0345alpha', 'ᾳ', 'ᾼ', 'ŉ', 'ǰ',
] // biome-ignore format: one name per word

export const edgeCaseNumbers = [
  null,
  0,
  0.3,
  1.25,
  0.01,
  99.99,
  1e7,
  123456.78,
  99999999999.99,
  1234567890.12,
  1e12,
  -3,
  4.35,
  1.1,
  100,
]

/**
 * Creates the same records on both servers, with values that databases may treat differently.
 * @returns the record ids by REST collection, such as `custom-fields`
 */
export async function createRecords(pair: ServerPair): Promise<Record<string, string[]>> {
  const createdIds: Record<string, string[]> = {}
  const createRecord = async (collection: string, body: object, user: TestUser = 'owner') => {
    const id = (await pair.clientFor(user).rest('POST', `/v1/${collection}`, body)).body?.data
      ?.id as string | undefined
    if (id) createdIds[collection] = [...(createdIds[collection] ?? []), id]
    return id
  }
  const pickItem = <T>(list: readonly T[], index: number) => list[index % list.length] as T
  const users = [
    null,
    ...(['owner', 'admin', 'leader', 'agent', 'loner'] as const).map(
      (user) => pair.sqlite.users[user].id,
    ),
  ]
  const customFieldTypes = ['text', 'number', 'date', 'boolean', 'singleChoice', 'multipleChoice']
  for (const record of ['person', 'deal'])
    for (const type of customFieldTypes)
      await createRecord('custom-fields', {
        record,
        type,
        name: `My ${type}`,
        key: type.toLowerCase(),
        ...(/Choice/.test(type) && { options: [{ label: 'ß' }, { label: 'Ø' }, { label: 'o' }] }),
      })
  const createCustomValues = (index: number) => ({
    text: pickItem(edgeCaseNames, index),
    number: pickItem(
      [
        0.1 + 0.2,
        1e15,
        -0,
        1e-7,
        999999999999999.9,
        -1e15,
        1.5,
        -3,
        5e-324,
        2.2250738585072014e-308,
        123456789012345.67,
      ],
      index,
    ),
    date: pickItem(['2026-02-28', '1999-12-31', '2024-02-29', '1900-01-01', '9999-12-31'], index),
    boolean: index % 2 === 0,
    singlechoice: pickItem(['ß', 'Ø', 'o'], index),
    multiplechoice: pickItem([['ß', 'o'], ['Ø'], ['o', 'Ø', 'ß']], index),
  })
  for (const name of edgeCaseNames.slice(0, 40))
    await createRecord('teams', { name, leaderIds: [], memberIds: [] })
  for (const [index, name] of edgeCaseNames.entries()) {
    await createRecord('tags', { name: name.slice(0, 40) })
    pair.advance(index % 3 ? 1 : 0)
    await createRecord('people', {
      firstName: name,
      lastName: pickItem([null, 'Berg', 'berg', 'Çelik'], index),
      emails:
        index % 3 ? [{ value: `p${index}@Example.test` }, { value: `Zoë${index}@xn--d.test` }] : [],
      phones: index % 4 ? [{ value: `+1415555${2000 + index}` }] : [],
      source: pickItem([null, 'Web', 'web', 'Wéb'], index),
      externalId: String(index),
      background: index % 5 ? null : `${name}\n${name}`,
      tags: [name.slice(0, 40), pickItem(edgeCaseNames, index + 1).slice(0, 40)],
      price: pickItem(edgeCaseNumbers, index),
      timeframe: pickItem([null, 'Soon', 'soon'], index),
      assignedAgentId: pickItem(users, index),
      collaboratorIds: index % 6 ? [] : [pair.sqlite.users.agent.id],
      ...(index % 4 && { customFields: createCustomValues(index) }),
    })
  }
  const people = createdIds['people'] ?? []
  const pipelines = (await pair.clientFor('owner').rest('GET', '/v1/pipelines')).body.data as {
    id: string
    stages: { id: string }[]
  }[]
  // biome-ignore format: one record per line
  await createRecord('pipelines', { name: 'Ærlig', stages: [{ name: 'ß', type: 'open' }, { name: 'SS', type: 'won' }] })
  for (const [index, name] of edgeCaseNames.slice(0, 60).entries()) {
    pair.advance(index % 4 ? 1000 : 0)
    const pipeline = pickItem(pipelines, 0)
    await createRecord('deals', {
      title: name,
      externalId: String(index),
      pipelineId: pipeline.id,
      stageId: pickItem(pipeline.stages, index).id,
      pricing: pickItem(edgeCaseNumbers, index),
      commission: pickItem(edgeCaseNumbers, index + 5),
      closeDate: pickItem(
        [null, '2026-07-01T00:00:00+02:00', '2026-07-01T00:00:00.5Z', '2026-06-30T22:00:00Z'],
        index,
      ),
      peopleIds: [pickItem(people, index), pickItem(people, index * 7 + 1)].filter(
        (id, index, ids) => ids.indexOf(id) === index,
      ),
      assignedAgentId: pickItem(users, index),
      ...(index % 3 && { customFields: createCustomValues(index) }),
    })
    await createRecord('tasks', {
      title: name,
      externalId: String(index),
      description: pickItem([null, name], index),
      dueDate: pickItem([null, '2026-06-02T00:00:00Z', '2026-05-02T00:00:00.123Z'], index),
      priority: pickItem(['low', 'medium', 'high', 'urgent'], index),
      assignedTo: pickItem(users, index),
      personId: pickItem([null, pickItem(people, index)], index),
    }, pickItem(['owner', 'agent', 'leader'], index)) // biome-ignore format: one record per line
    await createRecord('activities', {
      personId: pickItem(people, index % 20),
      externalId: String(index),
      channel: pickItem(['call', 'email', 'note'], index),
      content: name,
      starred: index % 2 === 0,
    })
    await createRecord('appointments', {
      title: name,
      externalId: String(index),
      startsAt: pickItem(
        ['2026-06-05T16:00:00+02:00', '2026-06-05T14:00:00Z', '2026-05-30T00:00:00Z'],
        index,
      ),
      endsAt: '2026-06-05T17:00:00+02:00',
      timeZone: pickItem(['Europe/Berlin', 'America/St_Johns'], index),
      peopleIds: [pickItem(people, index)],
      userIds: index % 2 ? [pair.sqlite.users.agent.id] : [],
    })
  }
  for (const name of edgeCaseNames.slice(0, 30)) {
    await createRecord('stages', { name })
    await createRecord('smart-lists', { name, shared: true, where: { name: { contains: name } } })
    await createRecord('api-keys', { name })
    await createRecord('users', {
      firstName: name,
      email: `u${edgeCaseNames.indexOf(name)}@acme.test`,
      role: 'Agent',
    })
  }
  for (const index of [0, 1, 2])
    await createRecord('webhook-endpoints', {
      url: `https://93.184.216.34/hook${index}`,
      events: [pickItem(['*', 'deal.*', 'person.created'], index)],
      description: pickItem(edgeCaseNames, index),
    })
  for (const id of createdIds['webhook-endpoints'] ?? [])
    await pair.clientFor('owner').rest('POST', `/v1/webhook-endpoints/${id}/ping`)
  for (const id of people.slice(-4))
    await pair.clientFor('owner').rest('DELETE', `/v1/people/${id}`)
  return createdIds
}
