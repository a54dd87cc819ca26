import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../src/context.ts'
import { asSystem } from '../src/resources/companies/operations.ts'
import { createTeam } from '../src/resources/teams/operations.ts'
import type { Db } from '../src/store/db.ts'
import type { Maybe } from '../src/store/maybe.ts'
import { query } from '../src/store/query.ts'
import { onPostgres } from './support/database.ts'
import { createWorld, type World } from './support/world.ts'

/** Does what some faults do, such as a full disk: ends the transaction under the request. */
const endTransaction = query<object, unknown>(() => sql`rollback`)
const secretNames = query((k, _: object) => k.selectFrom('secrets').select('name').where('name', 'like', 'test%').orderBy('name'))

describe.skipIf(onPostgres)('a fault that ends the transaction under a request', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const write = (work: (db: Db) => Maybe<unknown>) => world.deps.store.everyCompany.write(work)
  const keep = async (db: Db, name: string) => db.insert('secrets', { name: `test ${name}`, value: 'x' })
  const kept = async () => (await world.deps.store.everyCompany.look((db) => db.all(secretNames, {}))).map(({ name }) => name)

  test('keeps what the request writes after it from being committed by itself, even where the request does not notice', async () => {
    const halves = write(async (db) => {
      await keep(db, 'before')
      await db.run(endTransaction, {})
      await keep(db, 'after').catch(() => undefined)
    })
    await expect(halves).rejects.toThrow()
    expect(await kept()).toEqual([])
    await write((db) => keep(db, 'next'))
    expect(await kept()).toEqual(['test next'])
  })

  test('fails the others of its group, who hear nothing of what was wrong with that one', async () => {
    const first = write((db) => keep(db, 'first'))
    const second = write(async (db) => {
      await db.run(endTransaction, {})
      throw new Error('a matter of the second')
    })
    const [one, two] = await Promise.allSettled([first, second])
    expect(one).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } })
    expect(two).toMatchObject({ status: 'rejected', reason: { message: 'a matter of the second' } })
    expect(await kept()).toEqual(['test next'])
  })
})

describe('requests that write at once', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const kinds = [
    'writes',
    'fails',
    'fails when it has written',
    'fails when it is run again',
    'has a part that fails',
    'leaves rows to be written last',
    'leaves more rows than wait',
    'fails when it has left a row',
    'fails with a row that it has left',
  ] as const
  interface Left {
    name: string
    refused?: string
  }
  const writeLeft = async (db: Db, rows: readonly Left[]) => {
    for (const { name, refused } of rows) {
      await db.insert('secrets', { name, value: 'left' })
      if (refused) throw new Error(refused)
    }
  }
  const rowsLeft = {
    'leaves rows to be written last': 2,
    'leaves more rows than wait': 150,
    'fails when it has left a row': 1,
    'fails with a row that it has left': 1,
  } as const
  const names = query((k, p: { like: string }) => k.selectFrom('secrets').select('name').where('name', 'like', p.like).orderBy('name'))

  test('are done or refused each by itself, whatever becomes of the others', async () => {
    let round = 0
    const law = fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 12 }), async (jobs) => {
      const prefix = `round ${round++} `
      const nameOf = (index: number, more: string) => `${prefix}${String(index).padStart(2, '0')}${more}`
      const done = jobs.map((kind, index) => {
        let runs = 0
        return world.deps.store.everyCompany.write(async (db) => {
          const keep = (more = '') => db.insert('secrets', { name: nameOf(index, more), value: kind })
          if (kind === 'fails' || (kind === 'fails when it is run again' && runs++ > 0)) throw new Error(kind)
          if (kind in rowsLeft) {
            const rows = Array.from({ length: rowsLeft[kind as keyof typeof rowsLeft] }, (_, n) => ({
              name: nameOf(index, ` left ${String(n).padStart(3, '0')}`),
            }))
            await db.writeLast<Left>(writeLeft, kind === 'fails with a row that it has left' ? rows.map((row) => ({ ...row, refused: kind })) : rows)
            if (kind === 'fails when it has left a row') throw new Error(kind)
            return kind
          }
          await keep()
          if (kind === 'fails when it has written') throw new Error(kind)
          if (kind !== 'has a part that fails') return kind
          const part = db.savepoint(async () => {
            await keep(' part')
            throw new Error(kind)
          })
          return part.catch(() => kind)
        })
      })
      const settled = await Promise.allSettled(done)
      expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.message))).toEqual(jobs)
      const kept = await world.deps.store.everyCompany.look((db) => db.all(names, { like: `${prefix}%` }))
      const namesOf = (index: number) => {
        const left = rowsLeft[jobs[index] as keyof typeof rowsLeft]
        return left ? Array.from({ length: left }, (_, n) => nameOf(index, ` left ${String(n).padStart(3, '0')}`)) : [nameOf(index, '')]
      }
      const good = settled.flatMap(({ status }, index) => (status === 'fulfilled' ? namesOf(index) : []))
      expect(kept.map(({ name }) => name)).toEqual(good)
      for (const [index, kind] of jobs.entries())
        if (kind !== 'fails when it is run again') expect(settled[index]?.status).toBe(/^fails/.test(kind) ? 'rejected' : 'fulfilled')
    })
    await fc.assert(law, { numRuns: 40 })
  })

  test.skipIf(onPostgres)('are worked on one right after another, and wait for the loop once, also behind some that are refused', async () => {
    const { everyCompany } = world.deps.store
    let turns = 0
    let over = false
    const turn = () => {
      turns++
      if (!over) setImmediate(turn)
    }
    setImmediate(turn)
    const at: number[] = []
    const refused = Array.from({ length: 20 }, () =>
      everyCompany.write(() => {
        throw new Error('refused')
      }),
    )
    const done = Array.from({ length: 20 }, (_, n) =>
      everyCompany.write(async (db) => {
        at.push(turns)
        await db.insert('secrets', { name: `gathered ${n}`, value: 'x' })
      }),
    )
    await Promise.allSettled(refused)
    await Promise.all(done)
    over = true
    expect(at).toHaveLength(20)
    expect(new Set(at).size).toBe(1)
    expect(at[0]).toBeLessThan(4)
  })

  const told = query((k, p: { like: string }) =>
    k
      .selectFrom('teams')
      .innerJoin('events', (join) => join.onRef('events.companyId', '=', 'teams.companyId').onRef('events.recordId', '=', 'teams.id'))
      .where('teams.name', 'like', p.like)
      .select(['sequence', 'teams.id as teamId'])
      .orderBy('sequence'),
  )

  /** Makes sixteen teams at once, and four that fail. */
  async function makeTeams(name: string, fail: (ctx: Context) => Maybe<unknown>) {
    const { deps, company } = world
    const make = (ctx: Context, n: number) => (n % 5 === 2 ? fail(ctx) : createTeam(ctx, { name: `${name} ${n}` }))
    world.statements()
    await Promise.allSettled(Array.from({ length: 20 }, (_, n) => asSystem(deps, company, (ctx) => make(ctx, n))))
    const numbered = world.statements().filter((sql) => sql.startsWith('update "companies"'))
    const found = await deps.store.everyCompany.look((db) => db.all(told, { like: `${name} %` }))
    const ids = found.map(({ teamId }) => teamId)
    expect(ids).toEqual(ids.toSorted())
    expect(found.map(({ sequence }) => sequence)).toEqual(Array.from({ length: 16 }, (_, n) => (found[0]?.sequence ?? 0) + n))
    return numbered.length
  }

  test('leave their events to be numbered without a gap, in the order of the changes, and once for all who share a transaction', async () => {
    const numbered = await makeTeams('at once', () => {
      throw new Error('fails')
    })
    expect(numbered).toBe(onPostgres ? 16 : 1)
    await makeTeams('apart', async (ctx) => {
      await createTeam(ctx, { name: 'not made' })
      throw new Error('fails')
    })
  })

  test('are not seen by look-ups before they are done', async () => {
    const { everyCompany } = world.deps.store
    const seen = () => everyCompany.look((db) => db.all(names, { like: 'looked %' }))
    await everyCompany.write(async (db) => {
      await db.insert('secrets', { name: 'looked at', value: 'x' })
      await new Promise(setImmediate)
      expect(await seen()).toEqual([])
    })
    expect(await seen()).toEqual([{ name: 'looked at' }])
  })

  test.skipIf(onPostgres)('have made another version of the data as soon as they are told that they are done', async () => {
    const { store } = world.deps
    for (let n = 0; n < 20; n++) {
      const before = store.version()
      await store.everyCompany.write((db) => db.insert('secrets', { name: `version ${n}`, value: 'x' }))
      expect(store.version()).not.toBe(before)
    }
  })
})
