import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

/** Lists are merged from what each member has, the first dozen of them and the others in two ways. */
describe('the lists of somebody who leads thirty', () => {
  let world: World
  let leader: Client
  const members: string[] = []
  const people: string[] = []
  const tasks: string[] = []
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '1000000' })
    const owner = world.as('owner')
    const made = async (path: string, body: object) => (await owner.rest('POST', path, body)).body.data.id as string
    for (let n = 0; n < 30; n++) {
      const { body } = await owner.gql(`mutation { createUser(input: { firstName: "M${n}", email: "m${n}@acme.test", role: AGENT }) { id } }`)
      members.push(body.data.createUser.id)
    }
    const leaderId = world.users.leader.id
    await owner.gql(
      'mutation($id: ID!, $leaderIds: [ID!], $memberIds: [ID!]) { updateTeam(id: $id, input: { leaderIds: $leaderIds, memberIds: $memberIds }) { id } }',
      {
        id: world.teamId,
        leaderIds: [leaderId],
        memberIds: members,
      },
    )
    for (let n = 0; n < 120; n++) {
      // Now and then by somebody outside the team, whom the leader may see as a collaborator all the same.
      const outside = n % 7 === 0
      const id = await made('/v1/people', { firstName: `P${n}`, assignedAgentId: outside ? world.users.loner.id : members[(n * 7) % 30] })
      if (n % 14 === 0)
        await owner.gql('mutation($id: ID!, $userIds: [ID!]!) { addPersonCollaborators(id: $id, userIds: $userIds) { id } }', { id, userIds: [leaderId] })
      if (n % 11 === 5) await owner.rest('DELETE', `/v1/people/${id}`)
      else if (!outside || n % 14 === 0) people.unshift(id)
      if (!outside) tasks.unshift(await made('/v1/tasks', { title: `T${n}`, assignedTo: members[(n * 11) % 30] }))
    }
    leader = world.as('leader')
  })
  afterAll(() => world.stop())

  test.each([
    ['people', () => people],
    ['tasks', () => tasks],
  ] as const)('%s: pages of any size, from either end, are the whole, newest first', async (list, expected) => {
    for (const size of [1, 7, 50]) {
      for (const [count, place, more, end] of [
        ['first', 'after', 'hasNextPage', 'endCursor'],
        ['last', 'before', 'hasPreviousPage', 'startCursor'],
      ] as const) {
        const found: string[] = []
        for (let cursor: string | null = null; ; ) {
          const { body }: { body: { data: Record<string, { nodes: { id: string }[]; pageInfo: Record<string, unknown> }> } } = await leader.gql(
            `query($cursor: String) { ${list}(${count}: ${size}, ${place}: $cursor) { nodes { id } pageInfo { ${more} ${end} } } }`,
            { cursor },
          )
          const { nodes, pageInfo } = body.data[list] as { nodes: { id: string }[]; pageInfo: Record<string, unknown> }
          const ids = nodes.map(({ id }) => id)
          if (count === 'first') found.push(...ids)
          else found.unshift(...ids)
          if (!pageInfo[more]) break
          cursor = pageInfo[end] as string
        }
        expect(found).toEqual(expected())
      }
    }
  })
})
