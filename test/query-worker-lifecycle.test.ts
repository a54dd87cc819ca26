import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '../src/context.ts'
import { Readers } from '../src/store/sqlite/readers.ts'
import { onPostgres } from './support/database.ts'
import { beside, ended } from './support/scripted-workers.ts'

/** Real worker threads run a test script, and fake timers define every duration. */
describe.skipIf(onPostgres)('Life cycle of query workers', () => {
  const { deps, open } = beside()
  const minute = 60_000
  const failing = new URL('data:text/javascript,throw new Error("no such luck")')

  const refuseReads = (): never => {
    throw new Error('unexpected read')
  }

  /** Counts the leases of workers that have not been returned. */
  function countLeases(): { own: Partial<Deps>; away(): number } {
    const { databaseFile } = deps().store
    if (!databaseFile) throw new Error('expected a served file')
    let away = 0
    const leave = () => {
      const back = databaseFile.lease()
      away++
      return () => {
        away--
        back?.()
      }
    }
    return {
      own: { store: { ...deps().store, databaseFile: { ...databaseFile, lease: leave } } },
      away: () => away,
    }
  }

  test('workers are not started before the first query', async () => {
    const { started } = open(3)
    expect(await started()).toEqual([])
  })

  test('a worker ends after an idle minute and is started again by the next query', async () => {
    const { keeps, started, usual, whoAnswers } = open(2)
    expect(await whoAnswers(usual(1000))).toBe(0)
    vi.advanceTimersByTime(minute - 1)
    expect(await whoAnswers(usual(1000))).toBe(0)
    vi.advanceTimersByTime(minute - 1)
    expect(await whoAnswers(usual(1000))).toBe(0)
    vi.advanceTimersByTime(minute)
    await ended((await started())[0])
    expect(keeps(usual(1000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('a worker does not end while it executes a query', async () => {
    const { asked, goOn, started, usual } = open(1)
    const response = asked(usual(1000), 'keep')
    for (let n = 0; n < 3; n++) vi.advanceTimersByTime(minute)
    await goOn()
    expect(await response).toMatchObject({ result: { status: 200 } })
    vi.advanceTimersByTime(minute)
    await ended((await started())[0])
  })

  test('queued queries of workers that are ended return to the server, and no worker starts again', async () => {
    const { asked, end, keeps, started, usual, whoAnswers } = open(2)
    const operation = usual(70_000)
    await whoAnswers(operation)
    const waiting = [asked(operation, 'keep'), asked(operation, 'keep'), asked(operation, 'keep')]
    await end()
    expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined])
    for (const each of await started()) await ended(each)
    vi.advanceTimersByTime(10 * minute)
    expect(keeps(usual(1000))).toBe(false)
    expect(await started()).toHaveLength(2)
  })

  test('workers that cannot start return their queries and are tried again after a minute', async () => {
    const { asked, keeps, outcomes, started, usual, warnings } = open(2, { runs: failing })
    expect(await Promise.all([asked(usual(1000), 'answer'), asked(usual(1000), 'answer')])).toEqual(
      [undefined, undefined],
    )
    expect(outcomes()).toEqual({ answered: 0, returned: 0, failed: 2 })
    await ended((await started())[0])
    vi.advanceTimersByTime(minute - 1)
    expect(keeps(usual(1000))).toBe(false)
    expect(await started()).toHaveLength(1)
    expect(warnings()).toEqual(['no such luck'])
    vi.advanceTimersByTime(1)
    expect(keeps(usual(1000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('a failed worker returns all its queries, which are then executed 50 times without workers', async () => {
    const { asked, keeps, outcomes, started, took, usual, warnings, whoAnswers } = open(1)
    await whoAnswers(usual(1000))
    const [waitingQuery, fatal] = [usual(1000), usual(1000)]
    expect(await Promise.all([asked(waitingQuery, 'keep'), asked(fatal, 'fail')])).toEqual([
      undefined,
      undefined,
    ])
    expect([outcomes(), warnings()]).toEqual([
      { answered: 1, returned: 0, failed: 2 },
      ['out of luck'],
    ])
    vi.advanceTimersByTime(minute)
    expect([waitingQuery, fatal].map(keeps)).toEqual([false, false])
    for (let n = 0; n < 50; n++) took(waitingQuery, 1000)
    expect([waitingQuery, fatal].map(keeps)).toEqual([true, false])
    expect(await started()).toHaveLength(2)
  })

  test('a failed worker does not affect the others', async () => {
    const { asked, goOn, usual, whoAnswers } = open(2)
    await whoAnswers(usual(1000))
    const waitingQuery = asked(usual(70_000), 'keep')
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(await asked(usual(1000), 'fail')).toBeUndefined()
    await goOn()
    expect(await waitingQuery).toMatchObject({ result: { status: 200 } })
    expect(await whoAnswers(usual(1000))).toBe(0)
  })

  test('a lease is returned after every outcome of a query', async () => {
    const { own, away } = countLeases()
    const { asked, end, usual } = open(1, own)
    for (const way of ['answer', 'return', 'refuse', 'fail'] as const) {
      const response = asked(usual(1000), way)
      expect([way, away()]).toEqual([way, 1])
      await response
      expect([way, away()]).toEqual([way, 0])
    }
    vi.advanceTimersByTime(minute)
    const response = asked(usual(1000), 'keep')
    await end()
    await response
    expect(away()).toBe(0)
  })

  test('no query is sent to a worker while the write-ahead log restarts', async () => {
    const { databaseFile } = deps().store
    if (!databaseFile) throw new Error('expected a served file')
    let isAllowed = true
    const leave = () => (isAllowed ? databaseFile.lease() : undefined)
    const { keeps, usual } = open(1, {
      store: { ...deps().store, databaseFile: { ...databaseFile, lease: leave } },
    })
    isAllowed = false
    expect(keeps(usual(1000))).toBe(false)
    isAllowed = true
    expect(keeps(usual(1000))).toBe(true)
  })

  test('a worker refuses to run for a server of another release', async () => {
    const worker = new Worker(new URL('../src/query-workers/worker.ts', import.meta.url), {
      workerData: { version: '0.0.0' },
    })
    const [error] = await once(worker, 'error')
    expect(error.message).toContain('0.0.0 is running: restart it')
  })

  test('paused readers lease nothing until all leases are returned', () => {
    const readers = new Readers(refuseReads)
    const [one, other] = [readers.leaseToWorker(), readers.leaseToWorker()]
    expect(readers.pauseWorkers()).toBe(false)
    expect(readers.leaseToWorker()).toBeUndefined()
    one?.()
    expect(readers.pauseWorkers()).toBe(false)
    other?.()
    expect(readers.pauseWorkers()).toBe(true)
    expect(readers.leaseToWorker()).toBeDefined()
  })

  test('a pause of readers ends after two seconds without all leases', () => {
    const readers = new Readers(refuseReads)
    readers.leaseToWorker()
    expect(readers.pauseWorkers()).toBe(false)
    vi.advanceTimersByTime(1999)
    expect([readers.pauseWorkers(), readers.leaseToWorker()]).toEqual([false, undefined])
    vi.advanceTimersByTime(1)
    expect(readers.pauseWorkers()).toBe(true)
    expect(readers.leaseToWorker()).toBeDefined()
    expect(readers.pauseWorkers()).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(readers.pauseWorkers()).toBe(true)
    expect(readers.pauseWorkers()).toBe(false)
    readers.resumeWorkers()
    expect(readers.leaseToWorker()).toBeDefined()
  })
})
