import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWorld, type World } from './support/world.ts'

/**
 * Concurrent requests may share a snapshot, but the snapshot must not be older than an acknowledged
 * write.
 */
describe('Concurrent reads and writes', () => {
  let world: World
  const callerNumbers = Array.from({ length: 16 }, (_, n) => n)
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '1000000' })
  })
  afterAll(() => world.stop())

  test('a client reads its own writes during concurrent requests through REST and GraphQL', async () => {
    const owner = world.as('owner')
    const callerLoops = callerNumbers.map(async (n) => {
      const { body } = await owner.rest('POST', '/v1/people', { firstName: `No ${n}` })
      const { id } = body.data
      for (let round = 0; round < 15; round++) {
        const firstName = `No ${n}, ${round}`
        expect((await owner.rest('PUT', `/v1/people/${id}`, { firstName })).status).toBe(200)
        const [restReply, graphqlReply, listReply] = await Promise.all([
          owner.rest('GET', `/v1/people/${id}`),
          owner.gql('query($id: ID!) { person(id: $id) { firstName } }', { id }),
          owner.rest('GET', '/v1/people?limit=100'),
        ])
        const listedPerson = listReply.body.data.find(
          (candidate: { id: string }) => candidate.id === id,
        )
        expect([
          restReply.body.data.firstName,
          graphqlReply.body.data.person.firstName,
          listedPerson.firstName,
        ]).toEqual([firstName, firstName, firstName])
      }
    })
    await Promise.all(callerLoops)
  })

  test('cached users, stages and tags reflect each change immediately', async () => {
    const owner = world.as('owner')
    const { body } = await owner.rest('POST', '/v1/people', {
      firstName: 'Kept',
      assignedAgentId: world.users.agent.id,
      tags: ['Kept'],
    })
    const readPerson = async () =>
      (
        await owner.gql(
          `{ person(id: "${body.data.id}") { assignee { firstName } stage { id name } tags { id name } } }`,
        )
      ).body.data.person
    const personBefore = await readPerson()
    for (const name of ['One', 'Two', 'Three']) {
      await owner.gql(
        `mutation { updateUser(id: "${world.users.agent.id}", input: { firstName: "${name}" }) { user { id } } }`,
      )
      await owner.gql(
        `mutation { updateStage(id: "${personBefore.stage.id}", input: { name: "Stage ${name}" }) { stage { id } } }`,
      )
      await owner.gql(
        `mutation { updateTag(id: "${personBefore.tags[0].id}", input: { name: "Tag ${name}" }) { tag { id } } }`,
      )
      expect(await readPerson()).toMatchObject({
        assignee: { firstName: name },
        stage: { name: `Stage ${name}` },
        tags: [{ name: `Tag ${name}` }],
      })
    }
  })

  test('a revoked API key is rejected immediately, even during concurrent requests', async () => {
    const keyReply = await world
      .as('owner')
      .gql('mutation { createApiKey(input: { name: "busy" }) { apiKey { id } secret } }')
    const { apiKey, secret } = keyReply.body.data.createApiKey
    const revokedClient = world.client(secret)
    let isRevoked = false
    const requestLoops = callerNumbers.map(async () => {
      for (let round = 0; round < 40; round++) {
        const wasRevoked = isRevoked
        const { status } = await revokedClient.rest('GET', '/v1/me')
        if (wasRevoked) expect(status).toBe(401)
      }
    })
    await revokedClient.rest('GET', '/v1/me')
    await world.as('owner').gql(`mutation { revokeApiKey(id: "${apiKey.id}") { apiKey { id } } }`)
    isRevoked = true
    await Promise.all(requestLoops)
    expect((await revokedClient.rest('GET', '/v1/me')).status).toBe(401)
  })
})
