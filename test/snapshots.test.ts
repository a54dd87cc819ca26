import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

const snapshotsQuery = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'snapshot%'),
)

describe('Snapshots', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test('a read that starts after a write never shares a snapshot from before the write', async () => {
    const { allCompanies } = world.deps.store
    for (let i = 1; i <= 50; i++) {
      let isWritten = false
      const writePromise = allCompanies
        .write((db) => db.insert('secrets', { name: `snapshot ${i}`, value: 'x' }))
        .then(() => {
          isWritten = true
        })
      const reads: unknown[] = []
      while (!isWritten) {
        reads.push(
          allCompanies.read(async (db) => [await db.all(snapshotsQuery, {}), await writePromise]),
        )
        await yieldToEventLoop()
      }
      expect(await allCompanies.read((db) => db.all(snapshotsQuery, {}))).toHaveLength(i)
      await Promise.all(reads)
    }
  })

  test(
    'an SQL query after the end of its transaction is rejected',
    requires(onPostgres, 'PostgreSQL'),
    async () => {
      const companyStore = world.deps.store.forCompany(world.company.id)
      let lateQuery: Promise<unknown> | undefined
      await companyStore.read((db) => {
        lateQuery = expect(
          yieldToEventLoop().then(() => db.all(snapshotsQuery, {})),
        ).rejects.toThrow('The transaction has ended')
      })
      await lateQuery
    },
  )

  test('a GraphQL query with a rejected field does not affect concurrent queries', async () => {
    const owner = world.as('owner')
    const tags = ['a', 'b']
    for (let i = 0; i < 5; i++)
      await owner.rest('POST', '/v1/people', {
        firstName: `P${i}`,
        tags,
        emails: [{ value: `p${i}@example.test` }],
      })
    const personFields =
      'emails { value } tags { name } deals { nodes { id } } tasks { nodes { id } } activities { nodes { id } } collaborators { id }'
    const validQuery = `{ people { nodes { id ${personFields} } totalCount } stages { nodes { name } } }`
    const expectedReply = await owner.gql(validQuery)
    const invalidQueries = [
      `{ a: deals(after: "none") { nodes { id } } people { nodes { id ${personFields} } totalCount } }`,
      `{ people { totalCount nodes { ${personFields} none: deals(after: "none") { nodes { id } } } } stages { nodes { id } } }`,
    ]
    for (let i = 0; i < 10; i++) {
      const replies = await Promise.all(
        [
          invalidQueries[0],
          validQuery,
          invalidQueries[1],
          validQuery,
          invalidQueries[0],
          validQuery,
        ].map((document) => owner.gql(document as string)),
      )
      for (const replyIndex of [1, 3, 5])
        expect(replies[replyIndex]?.body.data).toEqual(expectedReply.body.data)
      for (const replyIndex of [0, 2, 4])
        expect(replies[replyIndex]?.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    }
  })
})
