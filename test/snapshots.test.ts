import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { createWorld, type World } from './support/world.ts'

const kept = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'snapshot%'),
)

describe('a snapshot', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test('that outlasts a change is nobody else’s, however young it is', async () => {
    const { allCompanies: everyCompany } = world.deps.store
    for (let n = 1; n <= 50; n++) {
      let done = false
      const written = everyCompany
        .write((db) => db.insert('secrets', { name: `snapshot ${n}`, value: 'x' }))
        .then(() => {
          done = true
        })
      const reading: unknown[] = []
      while (!done) {
        reading.push(everyCompany.read(async (db) => [await db.all(kept, {}), await written]))
        await turn()
      }
      expect(await everyCompany.read((db) => db.all(kept, {}))).toHaveLength(n)
      await Promise.all(reading)
    }
  })

  test.runIf(onPostgres)(
    'that is over answers nobody: its connection is another’s by then',
    async () => {
      const company = world.deps.store.forCompany(world.company.id)
      let late: Promise<unknown> | undefined
      await company.read((db) => {
        late = expect(turn().then(() => db.all(kept, {}))).rejects.toThrow(
          'The transaction is over',
        )
      })
      await late
    },
  )

  test('that is over takes with it what a refused part of a query has left undone, and harms no other', async () => {
    const owner = world.as('owner')
    const tags = ['a', 'b']
    for (let n = 0; n < 5; n++)
      await owner.rest('POST', '/v1/people', {
        firstName: `P${n}`,
        tags,
        emails: [{ value: `p${n}@example.test` }],
      })
    const rest =
      'emails { value } tags { name } deals { nodes { id } } tasks { nodes { id } } activities { nodes { id } } collaborators { id }'
    const whole = `{ people { nodes { id ${rest} } totalCount } stages { nodes { name } } }`
    const expected = await owner.gql(whole)
    const refused = [
      `{ a: deals(after: "none") { nodes { id } } people { nodes { id ${rest} } totalCount } }`,
      `{ people { totalCount nodes { ${rest} none: deals(after: "none") { nodes { id } } } } stages { nodes { id } } }`,
    ]
    for (let n = 0; n < 10; n++) {
      const replies = await Promise.all(
        [refused[0], whole, refused[1], whole, refused[0], whole].map((document) =>
          owner.gql(document as string),
        ),
      )
      for (const at of [1, 3, 5]) expect(replies[at]?.body.data).toEqual(expected.body.data)
      for (const at of [0, 2, 4])
        expect(replies[at]?.body.errors[0].extensions.code).toBe('VALIDATION_ERROR')
    }
  })
})
