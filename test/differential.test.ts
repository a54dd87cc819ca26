import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Postgres, realPostgres } from './differential/ground.ts'
import { type Pair, pairOf } from './differential/pair.ts'
import { plantAll } from './differential/plant.ts'
import { rootLists } from './differential/schema.ts'
import { walk } from './differential/walk.ts'

describe('SQLite and PostgreSQL', () => {
  let ground: Postgres
  let pair: Pair
  beforeAll(async () => {
    ground = (await realPostgres()) as Postgres
    pair = await pairOf(ground.open)
  })
  afterAll(async () => {
    await pair?.stop()
    await ground?.stop()
  })
  const same = async () => expect([...pair.differences(), ...(await pair.rows())].slice(0, 5).join('\n\n')).toBe('')

  test('start alike', same)

  test('plant', async () => {
    await plantAll(pair)
    await same()
  })

  for (const list of rootLists)
    test(`list ${list.field.name}`, async () => {
      for (const who of ['owner', 'leader', 'agent', 'stranger'] as const) {
        await walk(pair, { who, list })
        if (who === 'owner' || who === 'agent')
          for (const field of list.orders) for (const direction of ['asc', 'desc']) await walk(pair, { who, list, args: { orderBy: { field, direction } } })
      }
      await same()
    })
})
