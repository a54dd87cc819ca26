import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

const eventsOf = query((k, p: { companyId: string; recordId: string }) =>
  k.selectFrom('events').selectAll().where('companyId', '=', p.companyId).where('recordId', '=', p.recordId).orderBy('sequence'),
)

describe('the catalogue of tags', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const events = (recordId: string) => world.deps.store.read((db) => db.all(eventsOf, { companyId: world.company.id, recordId }))
  const person = async (...tags: string[]) => (await world.as('owner').rest('POST', '/v1/people', { firstName: 'Tagged', tags })).body.data
  const tagsOf = async (id: string) => (await world.as('owner').rest('GET', `/v1/people/${id}`)).body.data.tags
  const find = async (name: string) =>
    (await world.as('agent').gql('query($name: String) { tags(where: { name: $name }) { nodes { id name version } } }', { name })).body.data.tags.nodes
  const rename = (id: string, name: string) =>
    world.as('agent').gql('mutation($id: ID!, $name: TagName) { updateTag(id: $id, input: { name: $name }) { id name version } }', { id, name })

  test('lists newest first, finds by name in any case, any key', async () => {
    await person('Alpha', 'Beta')
    const narrowed = await world.keyOf('loner', ['users.view'])
    const all = await narrowed.rest('GET', '/v1/tags')
    expect(all.body.data.map((tag: { name: string }) => tag.name)).toEqual(['Beta', 'Alpha'])
    expect(all.body.meta).toMatchObject({ count: 2, hasMore: false })
    expect((await narrowed.rest('GET', '/v1/tags?name=ALPHA')).body.data).toMatchObject([{ name: 'Alpha' }])
    expect(await find('gamma')).toEqual([])
    const [tag] = await find('beta')
    const read = 'query($id: ID!) { tag(id: $id) { name } node(id: $id) { id } }'
    expect((await narrowed.gql(read, { id: tag.id })).body.data).toEqual({ tag: { name: 'Beta' }, node: { id: tag.id } })
    expect((await world.as('stranger').rest('GET', `/v1/tags/${tag.id}`)).body.error).toMatchObject({ code: 'NOT_FOUND', message: 'Tag not found' })
    expect((await world.as('stranger').rest('GET', '/v1/tags')).body.data).toEqual([])
    expect((await world.client().rest('GET', '/v1/tags')).status).toBe(401)
  })

  test('renames a tag on everybody; another tag of the name is a conflict, its own in another case is not', async () => {
    const { id } = await person('Warm', 'Cold')
    const [warm] = await find('Warm')
    expect((await rename(warm.id, ' Hot ')).body.data.updateTag).toMatchObject({ name: 'Hot', version: 2 })
    expect((await rename(warm.id, 'HOT')).body.data.updateTag).toMatchObject({ name: 'HOT', version: 3 })
    expect((await rename(warm.id, 'HOT')).body.data.updateTag.version).toBe(3)
    expect(await tagsOf(id)).toBe('HOT, Cold')
    const taken = await world.as('agent').rest('PUT', `/v1/tags/${warm.id}`, { name: 'cOLD' })
    expect(taken.status).toBe(409)
    expect(taken.body.error).toMatchObject({ code: 'CONFLICT', details: [{ field: 'name' }] })
    const [last] = (await events(warm.id)).slice(-1)
    expect([last?.type, JSON.parse(last?.changes ?? '')]).toEqual(['tag.updated', [{ field: 'name', from: 'Hot', to: 'HOT' }]])
    for (const name of ['a, b', '', null, undefined]) expect((await world.as('agent').rest('PUT', `/v1/tags/${warm.id}`, { name })).status).toBe(400)
    expect(await find('Warm')).toEqual([])
  })

  test('a tag that is deleted goes from everybody, and the event says from how many', async () => {
    const [first, second] = [await person('Doomed', 'Stays'), await person('doomed')]
    const [tag] = await find('doomed')
    const before = (await events(first.id)).length
    expect((await world.as('agent').rest('DELETE', `/v1/tags/${tag.id}`)).body).toMatchObject({ success: true, message: 'Tag deleted' })
    expect([await tagsOf(first.id), await tagsOf(second.id)]).toEqual(['Stays', ''])
    expect(await events(first.id)).toHaveLength(before)
    const deleted = (await events(tag.id)).at(-1)
    expect([deleted?.type, JSON.parse(deleted?.changes ?? '')]).toEqual([
      'tag.deleted',
      [
        { field: 'name', from: 'Doomed', to: null },
        { field: 'people', from: 2, to: 0 },
      ],
    ])
    expect((await world.as('agent').rest('DELETE', `/v1/tags/${tag.id}`)).status).toBe(404)
  })

  test('writing needs tags.manage, and a refusal changes nothing', async () => {
    const { id } = await person('Guarded')
    const [tag] = await find('guarded')
    const narrowed = await world.keyOf('owner', ['people.edit.all'])
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await narrowed.rest(method, `/v1/tags/${tag.id}`, body)).body.error).toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('tags.manage'),
      })
      expect((await world.client().rest(method, `/v1/tags/${tag.id}`, body)).status).toBe(401)
      expect((await world.as('stranger').rest(method, `/v1/tags/${tag.id}`, body)).status).toBe(404)
    }
    expect(await tagsOf(id)).toBe('Guarded')
    expect((await events(tag.id)).map((event) => event.type)).toEqual(['tag.created'])
  })
})
