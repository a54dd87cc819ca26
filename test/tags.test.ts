import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { runAsSystem } from '../src/resources/companies/operations.ts'
import type { PersonRow } from '../src/resources/people/operations.ts'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

const eventsQuery = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

const firstPersonQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('people').selectAll().where('companyId', '=', p.companyId).limit(1),
)

const taggedPeopleCountQuery = query((k, p: { companyId: string; tagId: string }) =>
  k
    .selectFrom('personTags')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('companyId', '=', p.companyId)
    .where('tagId', '=', p.tagId),
)

describe('Tags', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const readEvents = (recordId: string) =>
    world.deps.store.allCompanies.read((db) =>
      db.all(eventsQuery, { companyId: world.company.id, recordId }),
    )
  const createPerson = async (...tags: string[]) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Tagged', tags })).body.data
  const readTagNames = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data.tags
  const findTags = async (name: string) =>
    (
      await world
        .as('agent')
        .gql(
          'query($name: String) { tags(where: { name: { eq: $name } }) { nodes { id name version } } }',
          { name },
        )
    ).body.data.tags.nodes
  const renameTag = (id: string, name: string) =>
    world
      .as('agent')
      .gql(
        'mutation($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { tag { id name version } } }',
        { id, name },
      )

  test('every API key can list tags, newest first, and find tags by name, ignoring case', async () => {
    await createPerson('Alpha', 'Beta')
    const narrowedClient = await world.createKey('loner', ['users.view'])
    const listReply = await narrowedClient.rest('GET', '/v1/tags')
    expect(listReply.body.data.map((tag: { name: string }) => tag.name)).toEqual(['Beta', 'Alpha'])
    expect(listReply.body.meta).toMatchObject({ count: 2, hasMore: false })
    expect((await narrowedClient.rest('GET', '/v1/tags?name=ALPHA')).body.data).toMatchObject([
      { name: 'Alpha' },
    ])
    expect(await findTags('gamma')).toEqual([])
    const [tag] = await findTags('beta')
    const tagQuery = 'query($id: ID!) { tag(id: $id) { name } node(id: $id) { id } }'
    expect((await narrowedClient.gql(tagQuery, { id: tag.id })).body.data).toEqual({
      tag: { name: 'Beta' },
      node: { id: tag.id },
    })
    expect((await world.as('stranger').rest('GET', `/v1/tags/${tag.id}`)).body.error).toMatchObject(
      { code: 'NOT_FOUND', message: 'Tag not found' },
    )
    expect((await world.as('stranger').rest('GET', '/v1/tags')).body.data).toEqual([])
    expect((await world.client().rest('GET', '/v1/tags')).status).toBe(401)
  })

  test('renaming a tag changes the tag on every person, and an existing name causes a conflict', async () => {
    const { id } = await createPerson('Warm', 'Cold')
    const [warmTag] = await findTags('Warm')
    expect((await renameTag(warmTag.id, ' Hot ')).body.data.updateTag.tag).toMatchObject({
      name: 'Hot',
      version: 2,
    })
    expect((await renameTag(warmTag.id, 'HOT')).body.data.updateTag.tag).toMatchObject({
      name: 'HOT',
      version: 3,
    })
    expect((await renameTag(warmTag.id, 'HOT')).body.data.updateTag.tag.version).toBe(3)
    expect(await readTagNames(id)).toBe('HOT, Cold')
    const conflictReply = await world
      .as('agent')
      .rest('PUT', `/v1/tags/${warmTag.id}`, { name: 'cOLD' })
    expect(conflictReply.status).toBe(409)
    expect(conflictReply.body.error).toMatchObject({
      code: 'CONFLICT',
      details: [{ field: 'name' }],
    })
    const [lastEvent] = (await readEvents(warmTag.id)).slice(-1)
    expect([lastEvent?.type, JSON.parse(lastEvent?.changes ?? '')]).toEqual([
      'tag.updated',
      [{ field: 'name', from: 'Hot', to: 'HOT' }],
    ])
    for (const name of ['a, b', '', null, undefined])
      expect((await world.as('agent').rest('PUT', `/v1/tags/${warmTag.id}`, { name })).status).toBe(
        400,
      )
    expect(await findTags('Warm')).toEqual([])
  })

  const deleteTag = (id: string, queryString = '') =>
    world.as('agent').rest('DELETE', `/v1/tags/${id}${queryString}`)
  const readLastChanges = async (id: string) => {
    const lastEvent = (await readEvents(id)).at(-1)
    return [lastEvent?.type, JSON.parse(lastEvent?.changes ?? '')]
  }

  test('a tag can be created without a person, but not with the name of an existing tag, ignoring case', async () => {
    const creationReply = await world.as('agent').rest('POST', '/v1/tags', { name: ' Fresh ' })
    expect([creationReply.status, creationReply.headers.get('location')]).toEqual([
      201,
      `/v1/tags/${creationReply.body.data.id}`,
    ])
    expect(creationReply.body.data.name).toBe('Fresh')
    expect((await readEvents(creationReply.body.data.id)).map((event) => event.type)).toEqual([
      'tag.created',
    ])
    const createTag = (name: string) =>
      world
        .as('agent')
        .gql(
          'mutation($input: CreateTagInput!) { createTag(input: $input) { tag { name version } } }',
          {
            input: { name },
          },
        )
    expect((await createTag('Brisk')).body.data.createTag.tag).toEqual({
      name: 'Brisk',
      version: 1,
    })
    expect((await createTag('fRESH')).body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      details: [{ field: 'input.name' }],
    })
    expect((await world.as('agent').rest('POST', '/v1/tags', { name: 'FRESH' })).status).toBe(409)
    for (const name of ['a, b', '', null, undefined, 'x'.repeat(51)])
      expect((await world.as('agent').rest('POST', '/v1/tags', { name })).status).toBe(400)
    expect(await readTagNames((await createPerson('fresh')).id)).toBe('Fresh')
  })

  test('deleting a tag that is in use requires either moveTo or detach', async () => {
    const { id } = await createPerson('Doomed', 'Stays')
    const [tag] = await findTags('doomed')
    const rejectedReply = await deleteTag(tag.id)
    expect([
      rejectedReply.status,
      rejectedReply.body.error.code,
      rejectedReply.body.error.message,
    ]).toEqual([409, 'CONFLICT', expect.stringContaining('in use')])
    expect(rejectedReply.text).not.toMatch(/\b1 /)
    expect((await deleteTag(tag.id, '?detach=false')).status).toBe(409)
    const [keptTag] = await findTags('stays')
    const conflictReply = await deleteTag(tag.id, `?detach=true&moveTo=${keptTag.id}`)
    expect([conflictReply.status, conflictReply.body.error.details[0].field]).toEqual([
      400,
      'detach',
    ])
    for (const moveTo of [tag.id, 'tag_00000000', (await createPerson('Other')).id])
      expect((await deleteTag(tag.id, `?moveTo=${moveTo}`)).body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'moveTo', code: 'INVALID_REFERENCE' }],
      })
    expect(await readTagNames(id)).toBe('Doomed, Stays')
    expect((await readEvents(tag.id)).map((event) => event.type)).toEqual(['tag.created'])
  })

  test('deleting a tag with detach removes the tag from all people and records one event with the number of people', async () => {
    const [firstPerson, secondPerson] = [
      await createPerson('Doomed', 'Stays'),
      await createPerson('doomed'),
    ]
    const [tag] = await findTags('doomed')
    const eventCount = (await readEvents(firstPerson.id)).length
    expect((await deleteTag(tag.id, '?detach=true')).body).toMatchObject({
      success: true,
      message: 'Tag deleted',
    })
    expect([await readTagNames(firstPerson.id), await readTagNames(secondPerson.id)]).toEqual([
      'Stays',
      '',
    ])
    expect(await readEvents(firstPerson.id)).toHaveLength(eventCount)
    const deletionChanges = [
      { field: 'name', from: 'Doomed', to: null },
      { field: 'people', from: 3, to: 0 },
    ]
    expect(await readLastChanges(tag.id)).toEqual(['tag.deleted', deletionChanges])
    expect((await deleteTag(tag.id)).status).toBe(404)
  })

  test('an unused tag can be deleted without moveTo or detach', async () => {
    const { id } = (await world.as('agent').rest('POST', '/v1/tags', { name: 'Unused' })).body.data
    expect((await deleteTag(id)).status).toBe(200)
    expect(await readLastChanges(id)).toEqual([
      'tag.deleted',
      [{ field: 'name', from: 'Unused', to: null }],
    ])
  })

  test('deleting a tag with moveTo replaces the tag with the target tag on every person', async () => {
    const [personWithOld, personWithBoth] = [
      await createPerson('Old', 'X'),
      await createPerson('New', 'Y', 'Old'),
    ]
    const [[oldTag], [newTag]] = [await findTags('old'), await findTags('new')]
    expect((await deleteTag(oldTag.id, `?moveTo=${newTag.id}`)).status).toBe(200)
    expect([await readTagNames(personWithOld.id), await readTagNames(personWithBoth.id)]).toEqual([
      'New, X',
      'New, Y',
    ])
    const deletionChanges = [
      { field: 'name', from: 'Old', to: null },
      { field: 'people', from: 2, to: 0 },
      { field: 'mergedInto', from: null, to: newTag.id },
    ]
    expect(await readLastChanges(oldTag.id)).toEqual(['tag.deleted', deletionChanges])
    expect(await readLastChanges(newTag.id)).toEqual([
      'tag.merged',
      [{ field: 'mergedTags', from: [], to: ['Old'] }],
    ])
    expect((await findTags('new'))[0].version).toBe(2)
  })

  test('after tags are merged, each person who had any of them has the remaining tag once, at the position of their first merged tag', async () => {
    const tagNames = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff']
    const mergeTags = (id: string, otherIds: string[]) =>
      world
        .as('agent')
        .gql(
          'mutation($id: ID!, $otherIds: [ID!]!) { mergeTags(id: $id, otherIds: $otherIds) { tag { id name version } } }',
          { id, otherIds },
        )
    const tagListsArbitrary = fc.array(fc.shuffledSubarray(tagNames, { minLength: 1 }), {
      minLength: 1,
      maxLength: 5,
    })
    const property = fc.asyncProperty(
      tagListsArbitrary,
      fc.shuffledSubarray(tagNames, { minLength: 2 }),
      async (tagsBefore, [keptName = '', ...mergedNames]) => {
        await createPerson(...tagNames)
        const people = await Promise.all(tagsBefore.map((tags) => createPerson(...tags)))
        const findTagId = async (name: string) => (await findTags(name))[0].id as string
        const otherIds = await Promise.all(mergedNames.map(findTagId))
        expect((await mergeTags(await findTagId(keptName), otherIds)).body.errors).toBeUndefined()
        for (const [index, { id }] of people.entries()) {
          const expectedNames = (tagsBefore[index] ?? []).map((name) =>
            mergedNames.includes(name) ? keptName : name,
          )
          expect(await readTagNames(id)).toBe([...new Set(expectedNames)].join(', '))
        }
        for (const name of mergedNames) expect(await findTags(name)).toEqual([])
      },
    )
    await fc.assert(property, { numRuns: 25, seed: 20260601 })
  })

  test('merging a tag with itself, tags of other companies, no tags or more than 20 tags is rejected', async () => {
    const { id } = await createPerson('Kept', 'Spare')
    const [[keptTag], [spareTag]] = [await findTags('kept'), await findTags('spare')]
    const foreignTag = (await world.as('stranger').rest('POST', '/v1/tags', { name: 'Foreign' }))
      .body.data
    const mergeIntoKeptTag = (otherIds?: unknown) =>
      world.as('agent').rest('POST', `/v1/tags/${keptTag.id}/merge`, { otherIds })
    const readDetails = async (otherIds: string[]) =>
      (await mergeIntoKeptTag(otherIds)).body.error.details.map(
        ({ field, code }: Record<string, string>) => [field, code],
      )
    expect(await readDetails([spareTag.id, keptTag.id])).toEqual([['otherIds[1]', 'INVALID_VALUE']])
    expect(await readDetails([foreignTag.id, spareTag.id, 'tag_00000000'])).toEqual([
      ['otherIds[0]', 'INVALID_REFERENCE'],
      ['otherIds[2]', 'INVALID_REFERENCE'],
    ])
    for (const invalidIds of [undefined, [], Array(21).fill(spareTag.id)])
      expect((await mergeIntoKeptTag(invalidIds)).status).toBe(400)
    expect(
      (
        await world
          .as('agent')
          .rest('POST', '/v1/tags/tag_00000000/merge', { otherIds: [spareTag.id] })
      ).status,
    ).toBe(404)
    expect([await readTagNames(id), (await readEvents(keptTag.id)).length]).toEqual([
      'Kept, Spare',
      1,
    ])
    expect((await mergeIntoKeptTag([spareTag.id, spareTag.id])).body.data).toMatchObject({
      id: keptTag.id,
      name: 'Kept',
    })
    expect(await readTagNames(id)).toBe('Kept')
  })

  test('merging a tag that thousands of people have does not block other requests', async () => {
    const [keptTag, bigTag] = await Promise.all(
      ['Small', 'Big'].map(
        async (name) => (await world.as('owner').rest('POST', '/v1/tags', { name })).body.data,
      ),
    )
    await runAsSystem(world.deps, world.company, async (ctx) => {
      const { id: _, ...personFields } = (await ctx.db.first(firstPersonQuery, {
        companyId: world.company.id,
      })) as PersonRow
      for (let i = 0; i < 3500; i++) {
        const row = { ...personFields, ...newRecord(ctx, 'person') }
        await ctx.db.insert('people', row)
        await ctx.db.insert('personTags', {
          companyId: row.companyId,
          personId: row.id,
          position: 0,
          tagId: bigTag.id,
        })
      }
    })
    const completionOrder: string[] = []
    const mergeRequest = world
      .as('agent')
      .rest('POST', `/v1/tags/${keptTag.id}/merge`, { otherIds: [bigTag.id] })
    await Promise.all([
      mergeRequest.then(() => completionOrder.push('merged')),
      world
        .as('owner')
        .rest('GET', '/v1/me')
        .then(() => completionOrder.push('read')),
    ])
    expect((await mergeRequest).status).toBe(200)
    expect(completionOrder).toEqual(['read', 'merged'])
    expect(await readLastChanges(bigTag.id)).toMatchObject([
      'tag.deleted',
      [{ field: 'name' }, { field: 'people', from: 3500, to: 0 }, { field: 'mergedInto' }],
    ])
    expect(
      await world.deps.store.allCompanies.read((db) =>
        db.first(taggedPeopleCountQuery, { companyId: world.company.id, tagId: keptTag.id }),
      ),
    ).toEqual({ total: 3500 })
  })

  test('creating, renaming, deleting and merging tags requires tags.manage', async () => {
    const { id } = await createPerson('Guarded')
    const [tag] = await findTags('guarded')
    const narrowedClient = await world.createKey('owner', ['people.edit.all'])
    const path = `/v1/tags/${tag.id}`
    for (const [method, requestPath, body] of [
      ['PUT', path, { name: 'Mine' }],
      ['DELETE', `${path}?detach=true`, undefined],
      ['POST', `${path}/merge`, { otherIds: ['tag_00000000'] }],
    ] as const) {
      expect((await narrowedClient.rest(method, requestPath, body)).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('tags.manage'),
      })
      expect((await world.client().rest(method, requestPath, body)).status).toBe(401)
      expect((await world.as('stranger').rest(method, requestPath, body)).status).toBe(404)
    }
    expect((await narrowedClient.rest('POST', '/v1/tags', { name: 'Mine' })).status).toBe(403)
    expect((await world.client().rest('POST', '/v1/tags', { name: 'Mine' })).status).toBe(401)
    expect(await findTags('Mine')).toEqual([])
    expect(await readTagNames(id)).toBe('Guarded')
    expect((await readEvents(tag.id)).map((event) => event.type)).toEqual(['tag.created'])
  })
})
