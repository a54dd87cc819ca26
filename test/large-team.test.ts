import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

/** Lists of a large team are merged from access paths per member for a dozen members only. */
describe('Lists of a leader of thirty', () => {
  let world: World
  let leader: Client
  const members: string[] = []
  const people: string[] = []
  const peopleAndTrash: string[] = []
  const tasks: string[] = []
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '1000000' })
    const owner = world.as('owner')
    const create = async (path: string, body: object) =>
      (await owner.rest('POST', path, body)).body.data.id as string
    for (let n = 0; n < 30; n++) {
      const { body } = await owner.gql(
        `mutation { createUser(input: { firstName: "M${n}", email: "m${n}@acme.test", role: AGENT }) { id } }`,
      )
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
      // Some belong to users outside the team, and the leader can view some of those as collaborator.
      const outside = n % 7 === 0
      const id = await create('/v1/people', {
        firstName: `P${n}`,
        assignedAgentId: outside ? world.users.loner.id : members[(n * 7) % 30],
      })
      if (n % 14 === 0)
        await owner.gql(
          'mutation($id: ID!, $userIds: [ID!]!) { addPersonCollaborators(id: $id, userIds: $userIds) { id } }',
          { id, userIds: [leaderId] },
        )
      const isVisible = !outside || n % 14 === 0
      if (n % 11 === 5) await owner.rest('DELETE', `/v1/people/${id}`)
      else if (isVisible) people.unshift(id)
      if (isVisible) peopleAndTrash.unshift(id)
      if (!outside)
        tasks.unshift(
          await create('/v1/tasks', { title: `T${n}`, assignedTo: members[(n * 11) % 30] }),
        )
    }
    leader = world.as('leader')
  })
  afterAll(() => world.stop())

  test.each([
    ['people', '', () => people],
    ['people', ', includeTrash: true', () => peopleAndTrash],
    ['tasks', '', () => tasks],
  ] as const)(
    'the list %s%s of a leader of thirty has the same order in pages of any size, from either end and between cursors',
    async (list, also, expected) => {
      const all = expected()
      const edges = async (range: string, variables: object = {}) => {
        const used = ['after', 'before']
          .filter((name) => range.includes(`$${name}`))
          .map((name) => `$${name}: String`)
        const query = `query(${used.join(', ')}) { ${list}(${range}${also}) { edges { cursor node { id } } } }`
        const { body } = await leader.gql(query, variables as Record<string, unknown>)
        return body.data[list].edges as { cursor: string; node: { id: string } }[]
      }
      const cursors: string[] = []
      for (const size of [7, 50]) {
        const [forward, backward]: [string[], string[]] = [[], []]
        for (let after: string | undefined; ; ) {
          const page = await edges(`first: ${size}, after: $after`, { after })
          forward.push(...page.map(({ node }) => node.id))
          if (size === 50) cursors.push(...page.map(({ cursor }) => cursor))
          if (page.length < size) break
          after = page.at(-1)?.cursor
        }
        for (let before: string | undefined; ; ) {
          const page = await edges(`last: ${size}, before: $before`, { before })
          backward.unshift(...page.map(({ node }) => node.id))
          if (page.length < size) break
          before = page[0]?.cursor
        }
        expect(forward).toEqual(all)
        expect(backward).toEqual(all)
      }
      for (const [from, to] of [
        [0, 30],
        [13, 14],
        [20, all.length - 1],
      ] as const) {
        const inside = all.slice(from + 1, to)
        const between = { after: cursors[from], before: cursors[to] }
        const found = async (range: string, variables: object) =>
          (await edges(range, variables)).map(({ node }) => node.id)
        expect(await found('first: 5, after: $after, before: $before', between)).toEqual(
          inside.slice(0, 5),
        )
        expect(await found('last: 5, after: $after, before: $before', between)).toEqual(
          inside.slice(-5),
        )
        expect(await found('first: 5, before: $before', between)).toEqual(
          all.slice(0, Math.min(5, to)),
        )
        expect(await found('last: 5, after: $after', between)).toEqual(
          all.slice(from + 1).slice(-5),
        )
      }
    },
  )
})
