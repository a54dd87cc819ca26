import { createScenarioRequests } from '../support/scenario.ts'
import { edgeCaseNames } from './edge-cases.ts'
import type { ServerPair } from './server-pair.ts'

type Ids = Record<string, string[]>

/** Sends the requests of the scenario to both servers. @returns the operations that failed */
export async function runScenario(pair: ServerPair): Promise<string[]> {
  const owner = pair.clientFor('owner')
  const { users, deps } = pair.sqlite
  const failedOperations: string[] = []
  const requests = createScenarioRequests(owner, users.owner.id, deps.now())
  for await (const { route, method, path, body, setCreatedId } of requests) {
    pair.advance(1000)
    const response = await owner.rest(method, path, body)
    if (response.status >= 300) failedOperations.push(route.name)
    setCreatedId(response.body?.data?.id)
  }
  return failedOperations
}

/** Sends bulk requests in which some rows fail and are rolled back. */
export async function sendBulkRequests(pair: ServerPair, { people = [] }: Ids): Promise<void> {
  const owner = pair.clientFor('owner')
  const [firstId, secondId, thirdId] = people
  await owner.rest('POST', '/v1/people/bulk', {
    people: [
      { firstName: 'One', emails: [{ value: 'one@x.test' }], tags: ['Bulk', 'bulk', 'BULK'] },
      { source: 'nobody', tags: ['Never made'] },
      { firstName: 'Three', stageId: 'stage_nowhere0', assignedAgentId: 'user_nowhere00' },
      { emails: [{ value: 'ONE@x.test' }], onDuplicate: 'error' },
      { emails: [{ value: 'ONE@x.test' }], lastName: 'Again', onDuplicate: 'update' },
      { firstName: 'ﬁve', customFields: { number: 'no number' } },
      { firstName: 'Six', customFields: { number: 0.1 + 0.2 } },
    ],
  })
  await owner.rest('PUT', '/v1/people/bulk', {
    people: [
      { id: firstId, source: 'Web', expectedVersion: 1 },
      { id: secondId, source: 'Web', expectedVersion: 7 },
      { id: thirdId, emails: [{ value: 'one@x.test' }, { value: 'broken' }] },
      { id: 'person_nowhere0', source: 'Web' },
      { id: secondId, tags: ['ẞ'], price: -0 },
    ],
  })
  for (const user of ['owner', 'agent'] as const)
    await pair.clientFor(user).rest('POST', '/v1/people/bulk/tags', {
      ids: [...people.slice(0, 30), 'person_nowhere0'],
      add: ['Neu', 'ANNA'],
      remove: ['anna', 'Zoë'],
    })
}

/**
 * Merges people, some of whom are survivors of earlier merges, and undoes the merges in and out of
 * order.
 */
export async function mergeAndUndo(pair: ServerPair, { people = [] }: Ids): Promise<void> {
  const owner = pair.clientFor('owner')
  const mergesQuery =
    'query($id: ID!) { person(id: $id) { version merges { nodes { id } } activities { nodes { id } } deals { nodes { id } } emails { value } tags { name } } }'
  const readMerges = async (id: string | undefined) =>
    ((await owner.gql(mergesQuery, { id })).body.data?.person?.merges.nodes ?? []) as {
      id: string
    }[]
  const [firstId, secondId, thirdId, fourthId, fifthId] = people.slice(4)
  await owner.gql(
    'query($id: ID!, $others: [ID!]!) { mergePeoplePreview(id: $id, otherIds: $others) { __typename } }',
    { id: firstId, others: [secondId, thirdId] },
  )
  await owner.rest('POST', `/v1/people/${firstId}/merge`, { otherIds: [secondId, thirdId] })
  pair.advance(5000)
  await owner.rest('POST', `/v1/people/${fourthId}/merge`, { otherIds: [firstId] })
  await owner.rest('POST', `/v1/people/${fourthId}/merge`, { otherIds: [fourthId, fifthId] })
  await pair
    .clientFor('agent')
    .rest('POST', `/v1/people/${fourthId}/merge`, { otherIds: [fifthId] })
  const [lastMerge, ...otherMerges] = await readMerges(fourthId)
  for (const merge of [lastMerge, lastMerge, ...otherMerges])
    await owner.rest('POST', `/v1/people/merges/${merge?.id}/undo`)
  for (const merge of await readMerges(firstId))
    await owner.gql(
      'mutation($id: ID!) { unmergePeople(mergeId: $id) { person { id version tags { name } } } }',
      { id: merge.id },
    )
  for (const id of [firstId, secondId, thirdId, fourthId, fifthId]) await readMerges(id)
}

/**
 * Moves deals between stages, to the first and last positions, and before and after other deals.
 * Then reads the boards.
 */
export async function moveDeals(pair: ServerPair, { deals = [] }: Ids): Promise<void> {
  const owner = pair.clientFor('owner')
  const stages = (await owner.rest('GET', '/v1/pipelines')).body.data.flatMap(
    (pipeline: { stages: { id: string }[] }) => pipeline.stages.map(({ id }) => id),
  ) as string[]
  const moveDeal = (id: string | undefined, input: object) =>
    owner.gql(
      'mutation($id: ID!, $input: MoveDealInput!) { moveDeal(id: $id, input: $input) { deal { id version stageId position stage { name } } } }',
      { id, input },
    )
  for (const [index, id] of deals.slice(0, 40).entries()) {
    pair.advance(index % 2 ? 86_400_000 : 0)
    const otherDeal = deals[(index * 5 + 2) % 40]
    await moveDeal(id, {
      stageId: stages[index % stages.length],
      place: [
        undefined,
        { position: 0 },
        { position: 2 },
        { position: 999 },
        { after: otherDeal },
        { before: otherDeal },
      ][index % 6],
    })
  }
  for (const pipeline of (await owner.rest('GET', '/v1/pipelines')).body.data)
    await owner.gql(
      'query($id: ID!) { board(pipelineId: $id) { count sum columns { stageName count sum deals { nodes { id position price stageEnteredAt } } } } }',
      { id: pipeline.id },
    )
}

/** Renames, merges and deletes tags, and lists the people with tags of unusual names. */
export async function changeTags(pair: ServerPair): Promise<void> {
  const owner = pair.clientFor('owner')
  const tagIds = (await owner.rest('GET', '/v1/tags?limit=50')).body.data.map(
    ({ id }: { id: string }) => id,
  ) as string[]
  for (const [index, id] of tagIds.slice(0, 12).entries())
    await owner.rest('PUT', `/v1/tags/${id}`, {
      name: [...(edgeCaseNames[(index * 3) % edgeCaseNames.length] as string)].reverse().join(''),
    })
  await owner.rest('PUT', `/v1/tags/${tagIds[0]}`, { name: 'STRASSE' })
  await owner.rest('PUT', `/v1/tags/${tagIds[1]}`, { name: 'straße' })
  await owner.rest('POST', `/v1/tags/${tagIds[2]}/merge`, { otherIds: [tagIds[3], tagIds[4]] })
  await owner.rest('DELETE', `/v1/tags/${tagIds[5]}`)
  await owner.rest('DELETE', `/v1/tags/${tagIds[5]}?detach=true`)
  for (const name of edgeCaseNames.slice(0, 20))
    await owner.rest('GET', `/v1/people?tag=${encodeURIComponent(name)}&limit=3`)
}

/**
 * Repeats requests with the same idempotency key: unchanged, with another body, by another caller,
 * and after the stored responses have expired.
 */
export async function repeatRequests(pair: ServerPair): Promise<void> {
  for (const user of ['owner', 'agent', 'owner'] as const) {
    const idempotencyHeader = { 'Idempotency-Key': 'again-and-again' }
    for (const title of ['Once', 'Once', 'Twice', ''])
      await pair.clientFor(user).rest('POST', '/v1/tasks', { title }, idempotencyHeader)
    await pair
      .clientFor(user)
      .gql(
        'mutation { createTask(input: { title: "Once" }) { task { id } } }',
        undefined,
        idempotencyHeader,
      )
    pair.advance(25 * 3_600_000)
  }
}

const repeatText = (length: number, character: string) => character.repeat(length)

/** Sends unusual texts, and values at the limits and just beyond them. */
export async function sendLimitValues(pair: ServerPair): Promise<void> {
  const owner = pair.clientFor('owner')
  for (const text of ['a\0b', '\0', '\ud800', 'a\udc00b', '\ud83d', '\u0001', '\u007f', '\ufffe', '\u{10ffff}', '\ufdd0', '\ufeff', '\u200b', '   ', '', '\n', "'; drop table people; --", '%', '_', '\\', '$1', '?', ':a', '"']) {
    await owner.rest('POST', '/v1/tasks', { title: text })
    await owner.rest('POST', '/v1/people', { firstName: text, background: text, tags: [text], source: text })
    await owner.gql('mutation($title: TaskTitle!) { createTask(input: { title: $title }) { task { title } } }', { title: text })
    await owner.gql('query($name: String!) { searchPeople(by: { name: $name }) { nodes { id } } people(where: { name: { contains: $name }, source: { eq: $name }, tags: { has: $name }, email: { eq: $name } }) { nodes { id } } node(id: "x") { id } }', { name: text })
    await owner.rest('GET', `/v1/tags?name=${encodeURIComponent(text.toWellFormed())}`)
    await owner.rest('GET', `/v1/people/${encodeURIComponent(`person_${text}`.toWellFormed())}`)
    await owner.rest('GET', '/v1/tasks?limit=1', undefined, { 'Idempotency-Key': 'x' })
  }
  for (const character of ['a', 'é', '李', '😀', '👩‍👩‍👧'])
    for (const length of [50, 51, 100, 101, 199, 200, 201, 255, 256, 500]) {
      const title = repeatText(length, character)
      await owner.rest('POST', '/v1/tasks', { title })
      await owner.rest('POST', '/v1/tags', { name: title })
      await owner.rest('POST', '/v1/people', { firstName: title, emails: [{ value: `${repeatText(length - 7, 'x')}@x.test` }] })
    }
  for (const price of [0.1 + 0.2, 1e21, -0, 1e-7, 2 ** 53, 2 ** 53 - 1, -(2 ** 53), 1e15, -1e15, 1e15 + 0.5, 5e-324, 1e308, '1e999', '-1e999', 0.005, 1.005, '12', true]) {
    const body = `{"firstName":"Rich","price":${typeof price === 'number' ? (Object.is(price, -0) ? '-0' : price) : price},"customFields":{"number":${price}}}`
    const { body: replyBody } = await owner.rest('POST', '/v1/people', body)
    if (replyBody?.data?.id) await owner.rest('GET', `/v1/people/${replyBody.data.id}`)
  }
  for (const time of ['2026-06-01', '2026-06-01T00:00:00Z', '2026-06-01T00:00:00.1Z', '2026-06-01T00:00:00.123456Z', '2026-06-01T24:00:00Z', '2026-06-01T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '+010000-01-01T00:00:00Z', '1969-12-31T23:59:59-14:00', '2026-03-29T02:30:00+01:00', '2026-02-30T00:00:00Z'])
    await owner.rest('POST', '/v1/tasks', { title: 'When', dueDate: time })
} // biome-ignore format: one value per word
