import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Context, createContext } from '../src/context.ts'
import { writeEvents } from '../src/events/record-event.ts'
import type { MaybePromise } from '../src/lib/async.ts'
import { createSystemViewer, runAsSystem } from '../src/resources/companies/operations.ts'
import { toVisibleEvents } from '../src/resources/events/operations.ts'
import { createTeam, deleteTeam } from '../src/resources/teams/operations.ts'
import { createEndpoint } from '../src/resources/webhooks/operations.ts'
import type { Db } from '../src/store/db.ts'
import { query } from '../src/store/query.ts'
import { eventBySequenceQuery } from '../src/webhooks/queries.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'
import { createWorld, type World } from './support/world.ts'

/** Ends a request's transaction prematurely, as SQLite does when the disk is full. */
const endTransactionQuery = query<object, unknown>(() => sql`rollback`)
const secretNamesQuery = query((k, _: object) =>
  k.selectFrom('secrets').select('name').where('name', 'like', 'test%').orderBy('name'),
)

describe('Errors that end a transaction', requires(!onPostgres, 'SQLite'), () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  const writeAsSystem = (action: (db: Db) => MaybePromise<unknown>) =>
    world.deps.store.allCompanies.write(action)
  const insertSecret = async (db: Db, name: string) =>
    db.insert('secrets', { name: `test ${name}`, value: 'x' })
  const readSecrets = async () =>
    (await world.deps.store.allCompanies.readLatest((db) => db.all(secretNamesQuery, {}))).map(
      ({ name }) => name,
    )

  test('writes after the end of their transaction are never committed, even if the request ignores the error', async () => {
    const failingWrite = writeAsSystem(async (db) => {
      await insertSecret(db, 'before')
      await db.run(endTransactionQuery, {})
      await insertSecret(db, 'after').catch(() => undefined)
    })
    await expect(failingWrite).rejects.toThrow()
    expect(await readSecrets()).toEqual([])
    await writeAsSystem((db) => insertSecret(db, 'next'))
    expect(await readSecrets()).toEqual(['test next'])
  })

  test('a request that fails before it changes data does not make the other requests of its transaction run again', async () => {
    const readName = query<{ name: string }, { name: string }>(
      (_, p) => sql`
        select name from secrets where name = ${p.name}`,
    )
    let runCount = 0
    const write = writeAsSystem(() => {
      runCount++
    })
    const failingWrite = writeAsSystem(async (db) => {
      await db.all(readName, { name: 'test' })
      throw new Error('not found')
    })
    await Promise.allSettled([write, failingWrite])
    expect(runCount).toBe(1)
  })

  test('an error that ends a shared transaction fails the other requests without revealing the error message', async () => {
    const firstWrite = writeAsSystem((db) => insertSecret(db, 'first'))
    const secondWrite = writeAsSystem(async (db) => {
      await db.run(endTransactionQuery, {})
      throw new Error('error of the second request')
    })
    const [firstOutcome, secondOutcome] = await Promise.allSettled([firstWrite, secondWrite])
    expect(firstOutcome).toMatchObject({
      status: 'rejected',
      reason: { code: 'UNAVAILABLE', message: expect.not.stringContaining('second request') },
    })
    expect(secondOutcome).toMatchObject({
      status: 'rejected',
      reason: { message: 'error of the second request' },
    })
    expect(await readSecrets()).toEqual(['test next'])
  })
})

describe('Concurrent writes', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  interface RequestOperations {
    /** The number of times that this request was executed before. */
    earlierRuns: number
    insertRow(name?: string): Promise<void>
    /** Runs `action` in a savepoint and then makes the savepoint fail. */
    runFailingSavepoint(action: () => Promise<void>): Promise<void>
    fail(): never
  }

  /** Kinds of requests, each with its action and the suffixes of the row names that it commits. */
  const requestKinds: Record<
    string,
    [action: (operations: RequestOperations) => Promise<unknown>, suffixes?: readonly string[]]
  > = {
    writes: [({ insertRow }) => insertRow(), ['']],
    fails: [async ({ fail }) => fail()],
    'fails when it has written': [({ insertRow, fail }) => insertRow().then(fail)],
    'fails if it is run again': [
      ({ earlierRuns: runs, insertRow, fail }) => (runs > 0 ? fail() : insertRow()),
      [''],
    ],
    'has a part that fails': [
      ({ insertRow, runFailingSavepoint }) =>
        insertRow().then(() => runFailingSavepoint(() => insertRow(' part'))),
      [''],
    ],
  }
  const namesQuery = query((k, p: { namePattern: string }) =>
    k.selectFrom('secrets').select('name').where('name', 'like', p.namePattern).orderBy('name'),
  )

  test('concurrent writes in a shared transaction succeed or fail independently', async () => {
    const { allCompanies } = world.deps.store
    let round = 0
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...Object.keys(requestKinds)), { minLength: 1, maxLength: 12 }),
      async (kindNames) => {
        const prefix = `round ${round++} `
        const formatName = (index: number, name: string) =>
          `${prefix}${String(index).padStart(2, '0')}${name}`
        const executions = kindNames.map((kind, index) => {
          let runCount = 0
          const fail = () => {
            throw new Error(kind)
          }
          return allCompanies.write((db) => {
            const insertRow = async (name = '') =>
              db.insert('secrets', { name: formatName(index, name), value: kind })
            const runFailingSavepoint = (action: () => Promise<void>) =>
              db.withSavepoint(() => action().then(fail)).catch(() => undefined)
            return (
              requestKinds[kind]?.[0]({
                earlierRuns: runCount++,
                insertRow,
                runFailingSavepoint,
                fail,
              }) ?? fail()
            )
          })
        })
        const outcomes = await Promise.allSettled(executions)
        for (const [index, outcome] of outcomes.entries())
          if (outcome.status === 'rejected') expect(outcome.reason.message).toBe(kindNames[index])
        const keptRows = await allCompanies.readLatest((db) =>
          db.all(namesQuery, { namePattern: `${prefix}%` }),
        )
        const expectedNames = outcomes.flatMap(({ status }, index) =>
          status === 'fulfilled'
            ? (requestKinds[kindNames[index] ?? '']?.[1] ?? []).map((name) =>
                formatName(index, name),
              )
            : [],
        )
        expect(keptRows.map(({ name }) => name)).toEqual(expectedNames)
        for (const [index, kind] of kindNames.entries())
          if (kind !== 'fails if it is run again')
            expect(outcomes[index]?.status).toBe(/^fails/.test(kind) ? 'rejected' : 'fulfilled')
      },
    )
    await fc.assert(property, { numRuns: 60 })
  })

  test(
    'queued writes run in one turn of the event loop, even after failed writes',
    requires(!onPostgres, 'SQLite'),
    async () => {
      const { allCompanies } = world.deps.store
      let turnCount = 0
      let isStopped = false
      const countTurn = () => {
        turnCount++
        if (!isStopped) setImmediate(countTurn)
      }
      setImmediate(countTurn)
      const startTurns: number[] = []
      const rejectedWrites = Array.from({ length: 20 }, () =>
        allCompanies.write(() => {
          throw new Error('refused')
        }),
      )
      const executions = Array.from({ length: 20 }, (_, n) =>
        allCompanies.write(async (db) => {
          startTurns.push(turnCount)
          await db.insert('secrets', { name: `gathered ${n}`, value: 'x' })
        }),
      )
      await Promise.allSettled(rejectedWrites)
      await Promise.all(executions)
      isStopped = true
      expect(startTurns).toHaveLength(20)
      expect(new Set(startTurns).size).toBe(1)
      expect(startTurns[0]).toBeLessThan(4)
    },
  )

  const teamEventsQuery = query((k, p: { namePattern: string }) =>
    k
      .selectFrom('teams')
      .innerJoin('events', (join) =>
        join
          .onRef('events.companyId', '=', 'teams.companyId')
          .onRef('events.recordId', '=', 'teams.id'),
      )
      .where('teams.name', 'like', p.namePattern)
      .select(['sequence', 'teams.id as teamId'])
      .orderBy('sequence'),
  )

  const laterEventsQuery = query((k, p: { after: number }) =>
    k
      .selectFrom('events')
      .select('sequence')
      .where('companyId', '=', world.company.id)
      .where('sequence', '>', p.after),
  )

  /**
   * Sends 20 concurrent requests: 16 create a team, and 4 call `fail`. Expects only the events of
   * the teams, with consecutive numbers.
   */
  async function expectConsecutiveTeamEvents(
    name: string,
    fail: (ctx: Context) => MaybePromise<unknown>,
  ) {
    const { deps, company } = world
    const createTeamOrFail = (ctx: Context, n: number) =>
      n % 5 === 2 ? fail(ctx) : createTeam(ctx, { name: `${name} ${n}` })
    await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        runAsSystem(deps, company, (ctx) => createTeamOrFail(ctx, n)),
      ),
    )
    const teamEvents = await deps.store.allCompanies.readLatest((db) =>
      db.all(teamEventsQuery, { namePattern: `${name} %` }),
    )
    const teamIds = teamEvents.map(({ teamId }) => teamId)
    expect(teamIds).toEqual(teamIds.toSorted())
    const laterEvents = await deps.store.allCompanies.readLatest((db) =>
      db.all(laterEventsQuery, { after: (teamEvents[0]?.sequence ?? 0) - 1 }),
    )
    expect(teamEvents.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 16 }, (_, n) => (teamEvents[0]?.sequence ?? 0) + n),
    )
    expect(laterEvents).toHaveLength(16)
  }

  test('events of concurrent requests are numbered in the order of the changes, without gaps', async () => {
    await expectConsecutiveTeamEvents('at once', () => {
      throw new Error('fails')
    })
    await expectConsecutiveTeamEvents('apart', async (ctx) => {
      await createTeam(ctx, { name: 'not made' })
      throw new Error('fails')
    })
  })

  const url = 'https://example.com/hook'

  /**
   * Runs a write as the Owner. The result of the DNS lookup of the webhook host is already
   * available.
   */
  const runRequest = <T>(requestId: string, action: (ctx: Context) => Promise<T>) => {
    const { deps, company, users } = world
    const viewer = { ...createSystemViewer(company), userId: users.owner.id }
    return deps.store.forCompany(company.id).write(async (db) => {
      const ctx = {
        ...createContext(deps, { viewer, requestId, db }),
        lookupResults: new Map([[`address of ${url}`, undefined]]),
      }
      const actionResult = await action(ctx)
      await writeEvents(ctx)
      return actionResult
    })
  }

  test('a new webhook endpoint does not receive earlier events of the same transaction', async () => {
    const [, createdEndpoint] = await Promise.all([
      runRequest('before', (ctx) => createTeam(ctx, { name: 'before' })),
      runRequest('endpoint', (ctx) => createEndpoint(ctx, { url, events: ['*'] })),
    ])
    const teamEvents = await world.deps.store.allCompanies.readLatest((db) =>
      db.all(teamEventsQuery, { namePattern: 'before' }),
    )
    expect(createdEndpoint.webhookEndpoint.lastSequence).toBe(teamEvents[0]?.sequence)
  })

  test('events of a record deleted in the same transaction are visible to callers who could view the record', async () => {
    const team = await runRequest('create', (ctx) => createTeam(ctx, { name: 'told' }))
    const { sequence } = (
      await world.deps.store.allCompanies.readLatest((db) =>
        db.all(teamEventsQuery, { namePattern: 'told' }),
      )
    )[0] ?? { sequence: 0 }
    const [, visibleEvents] = await Promise.all([
      runRequest('delete', (ctx) => deleteTeam(ctx, team.id)),
      runRequest('look', async (ctx) => {
        const row = await ctx.db.first(eventBySequenceQuery, {
          companyId: ctx.viewer.companyId,
          sequence,
        })
        return row && toVisibleEvents(ctx, [row])
      }),
    ])
    expect(visibleEvents?.map(({ type }) => type)).toEqual(['team.created'])
  })

  test('uncommitted writes are invisible to other reads', async () => {
    const { allCompanies } = world.deps.store
    const readCommittedNames = () =>
      allCompanies.readLatest((db) => db.all(namesQuery, { namePattern: 'looked %' }))
    await allCompanies.write(async (db) => {
      await db.insert('secrets', { name: 'looked at', value: 'x' })
      await new Promise(setImmediate)
      expect(await readCommittedNames()).toEqual([])
    })
    expect(await readCommittedNames()).toEqual([{ name: 'looked at' }])
  })

  test(
    'the database version changes before a write is acknowledged',
    requires(!onPostgres, 'SQLite'),
    async () => {
      const { store } = world.deps
      for (let i = 0; i < 20; i++) {
        const versionBefore = store.readVersion()
        await store.allCompanies.write((db) =>
          db.insert('secrets', { name: `version ${i}`, value: 'x' }),
        )
        expect(store.readVersion()).not.toBe(versionBefore)
      }
    },
  )
})
