import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * On SQLite, the query of a list merges the records of up to 12 team members in order, and reads the
 * records of further members in a subquery.
 */
describe('Lists for the leader of a large team', () => {
  let world: World
  let leader: Client
  const memberIds: string[] = []
  const personIds: string[] = []
  const personIdsWithTrash: string[] = []
  const taskIds: string[] = []
  beforeAll(async () => {
    world = await createWorld({ RATE_LIMIT_PER_HOUR: '1000000' })
    const owner = world.as('owner')
    const createRecord = async (path: string, body: object) =>
      (await owner.rest('POST', path, body)).body.data.id as string
    for (let index = 0; index < 30; index++) {
      const { body } = await owner.gql(
        `mutation { createUser(input: { firstName: "M${index}", email: "m${index}@acme.test", role: AGENT }) { user { id } } }`,
      )
      memberIds.push(body.data.createUser.user.id)
    }
    const leaderId = world.users.leader.id
    await owner.gql(
      'mutation($id: ID!, $leaderIds: [ID!], $memberIds: [ID!]) { updateTeam(id: $id, input: { leaderIds: $leaderIds, memberIds: $memberIds }) { team { id } } }',
      {
        id: world.teamId,
        leaderIds: [leaderId],
        memberIds: memberIds,
      },
    )
    for (let index = 0; index < 120; index++) {
      // Some people are assigned to users outside the team. The leader is a collaborator of every
      // second one of them, and can therefore view that person.
      const isOutsideTeam = index % 7 === 0
      const id = await createRecord('/v1/people', {
        firstName: `P${index}`,
        assignedAgentId: isOutsideTeam ? world.users.loner.id : memberIds[(index * 7) % 30],
      })
      if (index % 14 === 0)
        await owner.gql(
          'mutation($id: ID!, $userIds: [ID!]!) { addPersonCollaborators(id: $id, userIds: $userIds) { person { id } } }',
          { id, userIds: [leaderId] },
        )
      const isVisible = !isOutsideTeam || index % 14 === 0
      if (index % 11 === 5) await owner.rest('DELETE', `/v1/people/${id}`)
      else if (isVisible) personIds.unshift(id)
      if (isVisible) personIdsWithTrash.unshift(id)
      if (!isOutsideTeam)
        taskIds.unshift(
          await createRecord('/v1/tasks', {
            title: `T${index}`,
            assignedTo: memberIds[(index * 11) % 30],
          }),
        )
    }
    leader = world.as('leader')
  })
  afterAll(() => world.stop())

  test.each([
    ['people', 'people', '', () => personIds],
    ['people including Trash', 'people', ', includeTrash: true', () => personIdsWithTrash],
    ['tasks', 'tasks', '', () => taskIds],
  ] as const)(
    'the list of %s for the leader of a team of 30 members has the same order for any page size and direction',
    async (_, list, trashArgument, listExpectedIds) => {
      const expectedIds = listExpectedIds()
      const readEdges = async (range: string, variables: object = {}) => {
        const variableDeclarations = ['after', 'before']
          .filter((name) => range.includes(`$${name}`))
          .map((name) => `$${name}: String`)
        const query = `query(${variableDeclarations.join(', ')}) { ${list}(${range}${trashArgument}) { edges { cursor node { id } } } }`
        const { body } = await leader.gql(query, variables as Record<string, unknown>)
        return body.data[list].edges as { cursor: string; node: { id: string } }[]
      }
      const cursors: string[] = []
      for (const pageSize of [7, 50]) {
        const [forwardIds, backwardIds]: [string[], string[]] = [[], []]
        for (let endCursor: string | undefined; ; ) {
          const page = await readEdges(`first: ${pageSize}, after: $after`, { after: endCursor })
          forwardIds.push(...page.map(({ node }) => node.id))
          if (pageSize === 50) cursors.push(...page.map(({ cursor }) => cursor))
          if (page.length < pageSize) break
          endCursor = page.at(-1)?.cursor
        }
        for (let startCursor: string | undefined; ; ) {
          const page = await readEdges(`last: ${pageSize}, before: $before`, {
            before: startCursor,
          })
          backwardIds.unshift(...page.map(({ node }) => node.id))
          if (page.length < pageSize) break
          startCursor = page[0]?.cursor
        }
        expect(forwardIds).toEqual(expectedIds)
        expect(backwardIds).toEqual(expectedIds)
      }
      for (const [fromIndex, toIndex] of [
        [0, 30],
        [13, 14],
        [20, expectedIds.length - 1],
      ] as const) {
        const idsBetween = expectedIds.slice(fromIndex + 1, toIndex)
        const cursorRange = { after: cursors[fromIndex], before: cursors[toIndex] }
        const readIds = async (range: string, variables: object) =>
          (await readEdges(range, variables)).map(({ node }) => node.id)
        expect(await readIds('first: 5, after: $after, before: $before', cursorRange)).toEqual(
          idsBetween.slice(0, 5),
        )
        expect(await readIds('last: 5, after: $after, before: $before', cursorRange)).toEqual(
          idsBetween.slice(-5),
        )
        expect(await readIds('first: 5, before: $before', cursorRange)).toEqual(
          expectedIds.slice(0, Math.min(5, toIndex)),
        )
        expect(await readIds('last: 5, after: $after', cursorRange)).toEqual(
          expectedIds.slice(fromIndex + 1).slice(-5),
        )
      }
    },
  )
})
