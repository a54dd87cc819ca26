import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newRecord } from '../src/crud/records.ts'
import { asSystem } from '../src/resources/companies/operations.ts'
import type { PersonRow } from '../src/resources/people/operations.ts'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

const eventsOf = query((k, p: { companyId: string; recordId: string }) =>
  k
    .selectFrom('events')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('recordId', '=', p.recordId)
    .orderBy('sequence'),
)

const firstPerson = query((k, p: { companyId: string }) =>
  k.selectFrom('people').selectAll().where('companyId', '=', p.companyId).limit(1),
)

const countTagged = query((k, p: { companyId: string; tagId: string }) =>
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

  const events = (recordId: string) =>
    world.deps.store.allCompanies.read((db) =>
      db.all(eventsOf, { companyId: world.company.id, recordId }),
    )
  const person = async (...tags: string[]) =>
    (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Tagged', tags })).body.data
  const tagsOf = async (id: string) =>
    (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data.tags
  const find = async (name: string) =>
    (
      await world
        .as('agent')
        .gql(
          'query($name: String) { tags(where: { name: $name }) { nodes { id name version } } }',
          { name },
        )
    ).body.data.tags.nodes
  const rename = (id: string, name: string) =>
    world
      .as('agent')
      .gql(
        'mutation($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { id name version } }',
        { id, name },
      )

  test('tags are listed newest first and can be found by name in any case with every key', async () => {
    await person('Alpha', 'Beta')
    const narrowed = await world.createKey('loner', ['users.view'])
    const all = await narrowed.rest('GET', '/v1/tags')
    expect(all.body.data.map((tag: { name: string }) => tag.name)).toEqual(['Beta', 'Alpha'])
    expect(all.body.meta).toMatchObject({ count: 2, hasMore: false })
    expect((await narrowed.rest('GET', '/v1/tags?name=ALPHA')).body.data).toMatchObject([
      { name: 'Alpha' },
    ])
    expect(await find('gamma')).toEqual([])
    const [tag] = await find('beta')
    const read = 'query($id: ID!) { tag(id: $id) { name } node(id: $id) { id } }'
    expect((await narrowed.gql(read, { id: tag.id })).body.data).toEqual({
      tag: { name: 'Beta' },
      node: { id: tag.id },
    })
    expect((await world.as('stranger').rest('GET', `/v1/tags/${tag.id}`)).body.error).toMatchObject(
      { code: 'NOT_FOUND', message: 'Tag not found' },
    )
    expect((await world.as('stranger').rest('GET', '/v1/tags')).body.data).toEqual([])
    expect((await world.client().rest('GET', '/v1/tags')).status).toBe(401)
  })

  test('a renamed tag changes on every person, and the name of another tag is a conflict', async () => {
    const { id } = await person('Warm', 'Cold')
    const [warm] = await find('Warm')
    expect((await rename(warm.id, ' Hot ')).body.data.updateTag).toMatchObject({
      name: 'Hot',
      version: 2,
    })
    expect((await rename(warm.id, 'HOT')).body.data.updateTag).toMatchObject({
      name: 'HOT',
      version: 3,
    })
    expect((await rename(warm.id, 'HOT')).body.data.updateTag.version).toBe(3)
    expect(await tagsOf(id)).toBe('HOT, Cold')
    const taken = await world.as('agent').rest('PUT', `/v1/tags/${warm.id}`, { name: 'cOLD' })
    expect(taken.status).toBe(409)
    expect(taken.body.error).toMatchObject({ code: 'CONFLICT', details: [{ field: 'name' }] })
    const [last] = (await events(warm.id)).slice(-1)
    expect([last?.type, JSON.parse(last?.changes ?? '')]).toEqual([
      'tag.updated',
      [{ field: 'name', from: 'Hot', to: 'HOT' }],
    ])
    for (const name of ['a, b', '', null, undefined])
      expect((await world.as('agent').rest('PUT', `/v1/tags/${warm.id}`, { name })).status).toBe(
        400,
      )
    expect(await find('Warm')).toEqual([])
  })

  const remove = (id: string, search = '') =>
    world.as('agent').rest('DELETE', `/v1/tags/${id}${search}`)
  const changesOf = async (id: string) => {
    const last = (await events(id)).at(-1)
    return [last?.type, JSON.parse(last?.changes ?? '')]
  }

  test('a tag can be created without a person, and an existing name in any case is a conflict', async () => {
    const created = await world.as('agent').rest('POST', '/v1/tags', { name: ' Fresh ' })
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `/v1/tags/${created.body.data.id}`,
    ])
    expect(created.body.data.name).toBe('Fresh')
    expect((await events(created.body.data.id)).map((event) => event.type)).toEqual(['tag.created'])
    const create = (name: string) =>
      world
        .as('agent')
        .gql('mutation($input: CreateTagInput!) { createTag(input: $input) { name version } }', {
          input: { name },
        })
    expect((await create('Brisk')).body.data.createTag).toEqual({ name: 'Brisk', version: 1 })
    expect((await create('fRESH')).body.errors[0].extensions).toMatchObject({
      code: 'CONFLICT',
      details: [{ field: 'name' }],
    })
    expect((await world.as('agent').rest('POST', '/v1/tags', { name: 'FRESH' })).status).toBe(409)
    for (const name of ['a, b', '', null, undefined, 'x'.repeat(51)])
      expect((await world.as('agent').rest('POST', '/v1/tags', { name })).status).toBe(400)
    expect(await tagsOf((await person('fresh')).id)).toBe('Fresh')
  })

  test('deleting a used tag requires a target or an explicit detach', async () => {
    const { id } = await person('Doomed', 'Stays')
    const [tag] = await find('doomed')
    const refusal = await remove(tag.id)
    expect([refusal.status, refusal.body.error.code, refusal.body.error.message]).toEqual([
      409,
      'CONFLICT',
      expect.stringContaining('in use'),
    ])
    expect(refusal.text).not.toMatch(/\b1 /)
    expect((await remove(tag.id, '?detach=false')).status).toBe(409)
    const [stays] = await find('stays')
    const both = await remove(tag.id, `?detach=true&moveTo=${stays.id}`)
    expect([both.status, both.body.error.details[0].field]).toEqual([400, 'detach'])
    for (const moveTo of [tag.id, 'tag_00000000', (await person('Other')).id])
      expect((await remove(tag.id, `?moveTo=${moveTo}`)).body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: [{ field: 'moveTo', code: 'INVALID_REFERENCE' }],
      })
    expect(await tagsOf(id)).toBe('Doomed, Stays')
    expect((await events(tag.id)).map((event) => event.type)).toEqual(['tag.created'])
  })

  test('deleting a tag with detach removes it from every person and records one event with their number', async () => {
    const [first, second] = [await person('Doomed', 'Stays'), await person('doomed')]
    const [tag] = await find('doomed')
    const before = (await events(first.id)).length
    expect((await remove(tag.id, '?detach=true')).body).toMatchObject({
      success: true,
      message: 'Tag deleted',
    })
    expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual(['Stays', ''])
    expect(await events(first.id)).toHaveLength(before)
    const deleted = [
      { field: 'name', from: 'Doomed', to: null },
      { field: 'people', from: 3, to: 0 },
    ]
    expect(await changesOf(tag.id)).toEqual(['tag.deleted', deleted])
    expect((await remove(tag.id)).status).toBe(404)
  })

  test('deleting an unused tag needs no option', async () => {
    const { id } = (await world.as('agent').rest('POST', '/v1/tags', { name: 'Unused' })).body.data
    expect((await remove(id)).status).toBe(200)
    expect(await changesOf(id)).toEqual([
      'tag.deleted',
      [{ field: 'name', from: 'Unused', to: null }],
    ])
  })

  test('deleting a tag with moveTo replaces it on every person', async () => {
    const [one, both] = [await person('Old', 'X'), await person('New', 'Y', 'Old')]
    const [[old], [fresh]] = [await find('old'), await find('new')]
    expect((await remove(old.id, `?moveTo=${fresh.id}`)).status).toBe(200)
    expect([await tagsOf(one.id), await tagsOf(both.id)]).toEqual(['New, X', 'New, Y'])
    const deleted = [
      { field: 'name', from: 'Old', to: null },
      { field: 'people', from: 2, to: 0 },
      { field: 'mergedInto', from: null, to: fresh.id },
    ]
    expect(await changesOf(old.id)).toEqual(['tag.deleted', deleted])
    expect(await changesOf(fresh.id)).toEqual([
      'tag.merged',
      [{ field: 'mergedTags', from: [], to: ['Old'] }],
    ])
    expect((await find('new'))[0].version).toBe(2)
  })

  test('a merge of tags replaces them on every person once, in the first position', async () => {
    const words = ['Aa', 'Bb', 'Cc', 'Dd', 'Ee', 'Ff']
    const merge = (id: string, otherIds: string[]) =>
      world
        .as('agent')
        .gql(
          'mutation($id: ID!, $otherIds: [ID!]!) { mergeTags(id: $id, otherIds: $otherIds) { id name version } }',
          { id, otherIds },
        )
    const sets = fc.array(fc.shuffledSubarray(words, { minLength: 1 }), {
      minLength: 1,
      maxLength: 5,
    })
    const law = fc.asyncProperty(
      sets,
      fc.shuffledSubarray(words, { minLength: 2 }),
      async (before, [kept = '', ...going]) => {
        await person(...words)
        const people = await Promise.all(before.map((tags) => person(...tags)))
        const idOf = async (name: string) => (await find(name))[0].id as string
        const otherIds = await Promise.all(going.map(idOf))
        expect((await merge(await idOf(kept), otherIds)).body.errors).toBeUndefined()
        for (const [index, { id }] of people.entries()) {
          const merged = (before[index] ?? []).map((name) => (going.includes(name) ? kept : name))
          expect(await tagsOf(id)).toBe([...new Set(merged)].join(', '))
        }
        for (const name of going) expect(await find(name)).toEqual([])
      },
    )
    await fc.assert(law, { numRuns: 25, seed: 20260601 })
  })

  test('a merge of tags refuses the tag itself, tags of other companies, no tags and more than 20', async () => {
    const { id } = await person('Kept', 'Spare')
    const [[kept], [spare]] = [await find('kept'), await find('spare')]
    const foreign = (await world.as('stranger').rest('POST', '/v1/tags', { name: 'Foreign' })).body
      .data
    const merge = (otherIds?: unknown) =>
      world.as('agent').rest('POST', `/v1/tags/${kept.id}/merge`, { otherIds })
    const details = async (otherIds: string[]) =>
      (await merge(otherIds)).body.error.details.map(({ field, code }: Record<string, string>) => [
        field,
        code,
      ])
    expect(await details([spare.id, kept.id])).toEqual([['otherIds[1]', 'INVALID_VALUE']])
    expect(await details([foreign.id, spare.id, 'tag_00000000'])).toEqual([
      ['otherIds[0]', 'INVALID_REFERENCE'],
      ['otherIds[2]', 'INVALID_REFERENCE'],
    ])
    for (const faults of [undefined, [], Array(21).fill(spare.id)])
      expect((await merge(faults)).status).toBe(400)
    expect(
      (
        await world
          .as('agent')
          .rest('POST', '/v1/tags/tag_00000000/merge', { otherIds: [spare.id] })
      ).status,
    ).toBe(404)
    expect([await tagsOf(id), (await events(kept.id)).length]).toEqual(['Kept, Spare', 1])
    expect((await merge([spare.id, spare.id])).body.data).toMatchObject({
      id: kept.id,
      name: 'Kept',
    })
    expect(await tagsOf(id)).toBe('Kept')
  })

  test('a merge of a tag with thousands of people does not block other requests', async () => {
    const [kept, big] = await Promise.all(
      ['Small', 'Big'].map(
        async (name) => (await world.as('owner').rest('POST', '/v1/tags', { name })).body.data,
      ),
    )
    await asSystem(world.deps, world.company, async (ctx) => {
      const { id: _, ...like } = (await ctx.db.first(firstPerson, {
        companyId: world.company.id,
      })) as PersonRow
      for (let i = 0; i < 3500; i++) {
        const row = { ...like, ...newRecord(ctx, 'person') }
        await ctx.db.insert('people', row)
        await ctx.db.insert('personTags', {
          companyId: row.companyId,
          personId: row.id,
          position: 0,
          tagId: big.id,
        })
      }
    })
    const order: string[] = []
    const merging = world
      .as('agent')
      .rest('POST', `/v1/tags/${kept.id}/merge`, { otherIds: [big.id] })
    await Promise.all([
      merging.then(() => order.push('merged')),
      world
        .as('owner')
        .rest('GET', '/v1/me')
        .then(() => order.push('read')),
    ])
    expect((await merging).status).toBe(200)
    expect(order).toEqual(['read', 'merged'])
    expect(await changesOf(big.id)).toMatchObject([
      'tag.deleted',
      [{ field: 'name' }, { field: 'people', from: 3500, to: 0 }, { field: 'mergedInto' }],
    ])
    expect(
      await world.deps.store.allCompanies.read((db) =>
        db.first(countTagged, { companyId: world.company.id, tagId: kept.id }),
      ),
    ).toEqual({ total: 3500 })
  })

  test('changes of tags require tags.manage', async () => {
    const { id } = await person('Guarded')
    const [tag] = await find('guarded')
    const narrowed = await world.createKey('owner', ['people.edit.all'])
    const path = `/v1/tags/${tag.id}`
    for (const [method, address, body] of [
      ['PUT', path, { name: 'Mine' }],
      ['DELETE', `${path}?detach=true`, undefined],
      ['POST', `${path}/merge`, { otherIds: ['tag_00000000'] }],
    ] as const) {
      expect((await narrowed.rest(method, address, body)).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('tags.manage'),
      })
      expect((await world.client().rest(method, address, body)).status).toBe(401)
      expect((await world.as('stranger').rest(method, address, body)).status).toBe(404)
    }
    expect((await narrowed.rest('POST', '/v1/tags', { name: 'Mine' })).status).toBe(403)
    expect((await world.client().rest('POST', '/v1/tags', { name: 'Mine' })).status).toBe(401)
    expect(await find('Mine')).toEqual([])
    expect(await tagsOf(id)).toBe('Guarded')
    expect((await events(tag.id)).map((event) => event.type)).toEqual(['tag.created'])
  })
})
