/** Tests concurrent requests that change the same people, tags or stages, or invite one user. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  countEvents,
  countOutcomes,
  findDatabaseFaults,
  sendConcurrently,
} from './support/concurrency.ts'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(async () => {
  const faults = await findDatabaseFaults(world)
  await world.stop()
  expect(faults).toEqual([])
})

const asOwner = () => world.as('owner')
const createRecord = async (path: string, body: object) =>
  (await asOwner().rest('POST', path, body)).body.data
const createPeople = (count: number, body: object = {}) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      createRecord('/v1/people', { firstName: `P${i}`, ...body }).then(({ id }) => id as string),
    ),
  )
const readRows = async (table: string) =>
  ((await dump(world))[table] ?? []).map((row) => JSON.parse(row) as Record<string, string>)
const readTags = async (id: string) =>
  (await asOwner().gql('query($id: ID!) { person(id: $id) { tags { id name } } }', { id })).body
    .data.person.tags as { id: string; name: string }[]

describe('Concurrent tag changes', () => {
  const tagSpellings = ['Fresh', 'fresh', 'FRESH', 'fResh']
  const addTags = (id: string, tags: string[], i = 0) =>
    i % 2
      ? asOwner().rest('POST', `/v1/people/${id}/tags`, { tags })
      : asOwner().gql(
          'mutation($id: ID!, $t: [TagName!]!) { addPersonTags(id: $id, tags: $t) { count } }',
          { id, t: tags },
        )

  test('concurrent additions of a new tag create the tag once and add it once to each person', async () => {
    const ids = await createPeople(10)
    const replies = await sendConcurrently(80, (i) =>
      addTags(ids[i % 10] as string, [tagSpellings[i % 4] as string], i),
    )
    expect(countOutcomes(replies)).toEqual({ 200: 80 })
    const addedCount = replies.reduce(
      (sum, { body }) => sum + (body.data.addPersonTags?.count ?? body.data.count),
      0,
    )
    expect([
      addedCount,
      (await readRows('tags')).filter(({ nameKey }) => nameKey === 'fresh').length,
    ]).toEqual([10, 1])
    for (const id of ids) {
      expect((await readTags(id)).length).toBe(1)
      expect((await countEvents(world, id))['person.tagged']).toBe(1)
    }
  })

  test.each(['DELETE', 'POST'])(
    'deleting or merging a tag while the tag is being added to people leaves no orphaned rows (%s request)',
    async (method) => {
      const ids = await createPeople(8)
      const [oldTag, otherTag] = [
        await createRecord('/v1/tags', { name: `Old ${method}` }),
        await createRecord('/v1/tags', { name: `Other ${method}` }),
      ]
      const replies = await sendConcurrently(41, (i) => {
        if (i !== 20) return addTags(ids[i % 8] as string, [oldTag.name], i)
        return method === 'DELETE'
          ? asOwner().rest('DELETE', `/v1/tags/${oldTag.id}?detach=true`)
          : asOwner().rest('POST', `/v1/tags/${otherTag.id}/merge`, { otherIds: [oldTag.id] })
      })
      expect(countOutcomes(replies)).toEqual({ 200: 41 })
      const tags = await readRows('tags')
      expect(tags.filter(({ id }) => id === oldTag.id)).toEqual([])
      const tagIds = new Set(tags.map(({ id }) => id))
      const personTags = await readRows('personTags')
      expect(personTags.filter(({ tagId }) => !tagIds.has(tagId as string))).toEqual([])
      expect(new Set(personTags.map(({ personId, tagId }) => `${personId} ${tagId}`)).size).toBe(
        personTags.length,
      )
    },
  )
})

describe('Concurrent changes to people', () => {
  test('concurrent merges of the same people keep every email address and task', async () => {
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, i) => {
        const { id } = await createRecord('/v1/people', {
          firstName: `M${i}`,
          emails: [{ value: `m${i}@merge.test` }],
          tags: [`m${i}`],
        })
        await createRecord('/v1/tasks', { title: `Task of ${i}`, personId: id })
        return id as string
      }),
    )
    const replies = await sendConcurrently(24, (i) =>
      asOwner().rest('POST', `/v1/people/${ids[i % 8]}/merge`, {
        otherIds: [ids[(i + 1 + (i % 3)) % 8], ids[(i + 5) % 8]],
      }),
    )
    const {
      200: mergeCount = 0,
      NOT_FOUND: deletedCount = 0,
      VALIDATION_ERROR: rejectedCount = 0,
      ...otherOutcomes
    } = countOutcomes(replies)
    expect([mergeCount + deletedCount + rejectedCount, otherOutcomes]).toEqual([24, {}])
    const remainingIds = (await readRows('people'))
      .filter(({ firstName }) => firstName?.startsWith('M'))
      .map(({ id }) => id)
    expect([mergeCount > 1, remainingIds.length]).toEqual([true, 8 - 2 * mergeCount])
    const emails = (await readRows('personEmails')).filter(({ value }) =>
      value?.endsWith('@merge.test'),
    )
    expect(emails.map(({ value }) => value).sort()).toEqual(ids.map((_, i) => `m${i}@merge.test`))
    for (const row of [
      ...emails,
      ...(await readRows('tasks')).map((task) => ({ personId: task['personId'] })),
    ])
      expect(remainingIds).toContain(row['personId'])
  })

  test.each([
    ['return', { 201: 1, 200: 29 }],
    ['update', { 201: 1, 200: 29 }],
    ['error', { 201: 1, CONFLICT: 29 }],
  ])(
    '30 concurrent requests to create the same person with onDuplicate: %s create one record',
    async (onDuplicate, expectedOutcomes) => {
      const emails = [{ value: `${onDuplicate}@once.test` }]
      const replies = await sendConcurrently(30, (i) =>
        asOwner().rest('POST', '/v1/people', {
          firstName: 'Once',
          source: `S${i}`,
          emails,
          onDuplicate,
        }),
      )
      expect(countOutcomes(replies)).toEqual(expectedOutcomes)
      const createdEmails = (await readRows('personEmails')).filter(
        ({ value }) => value === emails[0]?.value,
      )
      expect([
        createdEmails.length,
        new Set(replies.flatMap(({ body }) => body.data?.id ?? [])).size,
      ]).toEqual([1, 1])
    },
  )

  test('concurrent invitations to one email address create one user', async () => {
    const replies = await sendConcurrently(20, () =>
      asOwner().rest('POST', '/v1/users/invite', {
        firstName: 'New',
        email: 'invited@acme.test',
        role: 'Agent',
      }),
    )
    expect(countOutcomes(replies)).toEqual({ 201: 1, CONFLICT: 19 })
    expect(
      (await readRows('users')).filter(({ email }) => email === 'invited@acme.test').length,
    ).toBe(1)
  })
})

test('people who are moved into a stage during its deletion end up in an existing stage', async () => {
  const [deletedStage, targetStage] = [
    await createRecord('/v1/stages', { name: 'Going' }),
    await createRecord('/v1/stages', { name: 'Staying' }),
  ]
  const ids = await createPeople(12)
  const replies = await sendConcurrently(37, (i) =>
    i === 18
      ? asOwner().rest('DELETE', `/v1/stages/${deletedStage.id}?moveTo=${targetStage.id}`)
      : asOwner().rest('PUT', `/v1/people/${ids[i % 12]}`, { stageId: deletedStage.id }),
  )
  const {
    200: okCount = 0,
    VALIDATION_ERROR: lateCount = 0,
    ...otherOutcomes
  } = countOutcomes(replies)
  expect([replies[18]?.status, okCount + lateCount, otherOutcomes]).toEqual([200, 37, {}])
  const stages = new Set((await readRows('stages')).map(({ id }) => id))
  expect([
    stages.has(deletedStage.id),
    (await readRows('people')).filter(({ stageId }) => !stages.has(stageId as string)),
  ]).toEqual([false, []])
})

test("permanently deleting a person deletes the person's emails despite concurrent requests to trash and restore the person", async () => {
  const [id] = await createPeople(1, { tags: ['Trash me'], emails: [{ value: 'trash@x.test' }] })
  const replies = await sendConcurrently(30, (i) => {
    if (i % 3 === 0) return asOwner().rest('DELETE', `/v1/people/${id}`)
    return i === 25
      ? asOwner().rest('DELETE', `/v1/people/${id}?permanent=true`)
      : asOwner().rest('POST', `/v1/people/${id}/restore`)
  })
  const { 200: okCount = 0, NOT_FOUND: lateCount = 0, ...otherOutcomes } = countOutcomes(replies)
  expect([okCount + lateCount, otherOutcomes]).toEqual([30, {}])
  expect((await asOwner().rest('GET', `/v1/people/${id}`)).status).toBe(404)
  expect((await readRows('personEmails')).filter(({ value }) => value === 'trash@x.test')).toEqual(
    [],
  )
})
