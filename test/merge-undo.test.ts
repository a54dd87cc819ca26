/** Merges random people who share names, emails, tags and deals, and undoes the merges. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dump } from './support/dump.ts'
import { createWorld, type World } from './support/world.ts'

const generateSubset = <T>(...choices: T[]) => fc.subarray(choices)
const personIndexArbitrary = fc.nat({ max: 4 })
const personArbitrary = fc.record({
  firstName: fc.constantFrom('Ann', 'Bob', ''),
  lastName: fc.constantFrom('Miller', 'Smith Jones', ''),
  emails: generateSubset('a@x.test', 'b@x.test', 'c@x.test'),
  phones: generateSubset('415 555 0101', '415 555 0102', 'none 1'),
  tags: generateSubset('One', 'Two', 'Three'),
  source: fc.constantFrom(null, 'Web', 'Ad'),
  price: fc.constantFrom(null, 0, 5),
  relationship: fc.constantFrom(null, true, false),
  agent: fc.constantFrom(null, 'owner', 'agent'),
  customFields: fc.record({
    budget: fc.constantFrom(null, 1, 2),
    wants: generateSubset('pool', 'garden'),
  }),
  collaborators: generateSubset('agent', 'loner', 'leader'),
})
const planArbitrary = fc.record({
  people: fc.array(personArbitrary, { minLength: 5, maxLength: 5 }),
  merges: fc.array(fc.uniqueArray(personIndexArbitrary, { minLength: 2, maxLength: 4 }), {
    minLength: 1,
    maxLength: 2,
  }),
  tasks: fc.array(personIndexArbitrary, { maxLength: 4 }),
  activities: fc.array(personIndexArbitrary, { maxLength: 4 }),
  deals: fc.array(fc.uniqueArray(personIndexArbitrary, { maxLength: 4 }), { maxLength: 4 }),
  appointments: fc.array(fc.uniqueArray(personIndexArbitrary, { maxLength: 3 }), { maxLength: 2 }),
})
type Plan = typeof planArbitrary extends fc.Arbitrary<infer P> ? P : never

const ignoredTables = ['events', 'companies', 'personMerges']

let world: World
let pipelineId: string
beforeAll(async () => {
  world = await createWorld()
  pipelineId = (await world.as('owner').rest('GET', '/v1/pipelines')).body.data[0].id
  await postToApi('/v1/custom-fields', {
    record: 'person',
    key: 'budget',
    name: 'Budget',
    type: 'number',
  })
  const options = ['pool', 'garden'].map((value) => ({ value, label: value }))
  await postToApi('/v1/custom-fields', {
    record: 'person',
    key: 'wants',
    name: 'Wants',
    type: 'multipleChoice',
    options,
  })
})
afterAll(() => world.stop())

const postToApi = async (path: string, body?: object, status = 201) => {
  const reply = await world.as('owner').rest('POST', path, body)
  expect([path, reply.status, reply.text]).toEqual([path, status, reply.text])
  return reply.body.data
}

async function createRecords(plan: Plan): Promise<string[]> {
  const ids: string[] = []
  for (const { agent, collaborators, emails, phones, ...otherFields } of plan.people) {
    const contactLists = {
      emails: emails.map((value) => ({ value })),
      phones: phones.map((value) => ({ value })),
    }
    const userFields = {
      assignedAgentId: agent && world.users[agent as 'agent'].id,
      collaboratorIds: collaborators.map((collaborator) => world.users[collaborator as 'agent'].id),
    }
    const requiredName =
      otherFields.firstName || otherFields.lastName || emails.length || phones.length
        ? {}
        : { firstName: 'Someone' }
    ids.push(
      (
        await postToApi('/v1/people', {
          ...otherFields,
          ...contactLists,
          ...userFields,
          ...requiredName,
        })
      ).id,
    )
  }
  const getId = (index: number) => ids[index] as string
  for (const index of plan.tasks)
    await postToApi('/v1/tasks', { title: 'Task', personId: getId(index) })
  for (const index of plan.activities)
    await postToApi('/v1/activities', { channel: 'call', personId: getId(index) })
  for (const personIndexes of plan.deals)
    await postToApi('/v1/deals', { title: 'Deal', pipelineId, peopleIds: personIndexes.map(getId) })
  for (const personIndexes of plan.appointments)
    await postToApi('/v1/appointments', {
      title: 'Visit',
      startsAt: '2026-06-03T09:00:00Z',
      endsAt: '2026-06-03T10:00:00Z',
      peopleIds: personIndexes.map(getId),
    })
  return ids
}

const readRows = async () =>
  Object.fromEntries(
    Object.entries(await dump(world))
      .filter(([table]) => !ignoredTables.includes(table))
      .map(([table, rows]) => [
        table,
        rows.map((row) => row.replace(/"(version|updatedAt)":("[^"]*"|\d+),?/g, '')).sort(),
      ]),
  )

test('undoing random merges of people restores every record, except for versions and update times', async () => {
  await fc.assert(
    fc.asyncProperty(planArbitrary, async (plan) => {
      const ids = await createRecords(plan)
      const rowsBefore = await readRows()
      const mergeIds: string[] = []
      const deletedIds = new Set<number>()
      world.clock.advance(1000)
      for (const personIndexes of plan.merges) {
        const [survivorIndex, ...otherIndexes] = personIndexes.filter(
          (index) => !deletedIds.has(index),
        )
        if (survivorIndex === undefined || otherIndexes.length === 0) continue
        await postToApi(
          `/v1/people/${ids[survivorIndex]}/merge`,
          { otherIds: otherIndexes.map((index) => ids[index]) },
          200,
        )
        for (const index of otherIndexes) deletedIds.add(index)
        mergeIds.unshift(
          (await world.as('owner').rest('GET', `/v1/people/${ids[survivorIndex]}/merges`)).body
            .data[0].id,
        )
      }
      const countTableRows = (rowsByTable: Record<string, string[]>, table: string) =>
        rowsByTable[table]?.length ?? 0
      const rowsAfterMerge = await readRows()
      for (const table of ['tasks', 'activities', 'deals', 'appointments'])
        expect([table, countTableRows(rowsAfterMerge, table)]).toEqual([
          table,
          countTableRows(rowsBefore, table),
        ])
      const listDistinctWords = (table: string) =>
        [...new Set((rowsAfterMerge[table] ?? []).map((row) => JSON.parse(row).word))].sort()
      expect(listDistinctWords('nameWords')).toEqual(listDistinctWords('personWords'))
      expect(countTableRows(rowsAfterMerge, 'people')).toBe(
        countTableRows(rowsBefore, 'people') - deletedIds.size,
      )
      for (const id of mergeIds) await postToApi(`/v1/people/merges/${id}/undo`, undefined, 200)
      expect(await readRows()).toEqual(rowsBefore)
    }),
    { numRuns: 25 },
  )
}, 60_000)
