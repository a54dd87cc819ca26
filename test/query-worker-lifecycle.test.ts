import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '../src/context.ts'
import { Readers } from '../src/store/sqlite/readers.ts'
import { onPostgres } from './support/database.ts'
import { beside, ended } from './support/scripted-workers.ts'

/**
 * Real threads that run a script of the tests' own; see `query-worker-admission.test.ts`. Time passes only
 * where a test says so.
 */
describe.skipIf(onPostgres)('threads', () => {
  const { deps, open } = beside()
  const minute = 60_000
  const failing = new URL('data:text/javascript,throw new Error("no such luck")')

  const nobody = (): never => {
    throw new Error('nobody reads here')
  }

  /** How many of the questions that were let go to threads are not back. */
  function counting(): { own: Partial<Deps>; away(): number } {
    const { databaseFile: apart } = deps().store
    if (!apart) throw new Error('it is served, and a file')
    let away = 0
    const leave = () => {
      const back = apart.lease()
      away++
      return () => {
        away--
        back?.()
      }
    }
    return {
      own: { store: { ...deps().store, databaseFile: { ...apart, lease: leave } } },
      away: () => away,
    }
  }

  test('are not there before they are needed', async () => {
    const { started } = open(3)
    expect(await started()).toEqual([])
  })

  test('end when they were asked nothing for a minute, and are started again when they are needed', async () => {
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

  test('do not end while one of them has something to do', async () => {
    const { asked, goOn, started, usual } = open(1)
    const told = asked(usual(1000), 'keep')
    for (let n = 0; n < 3; n++) vi.advanceTimersByTime(minute)
    await goOn()
    expect(await told).toMatchObject({ result: { status: 200 } })
    vi.advanceTimersByTime(minute)
    await ended((await started())[0])
  })

  test('that are ended answer those who wait with nothing, and none is started any more', async () => {
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

  test('that cannot be started cost nobody an answer, and are not started again for a minute', async () => {
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

  test('that fail answer with nothing whatever they were asked, which is answered without them 50 times', async () => {
    const { asked, keeps, outcomes, started, took, usual, warnings, whoAnswers } = open(1)
    await whoAnswers(usual(1000))
    const [kept, fatal] = [usual(1000), usual(1000)]
    expect(await Promise.all([asked(kept, 'keep'), asked(fatal, 'fail')])).toEqual([
      undefined,
      undefined,
    ])
    expect([outcomes(), warnings()]).toEqual([
      { answered: 1, returned: 0, failed: 2 },
      ['out of luck'],
    ])
    vi.advanceTimersByTime(minute)
    expect([kept, fatal].map(keeps)).toEqual([false, false])
    for (let n = 0; n < 50; n++) took(kept, 1000)
    expect([kept, fatal].map(keeps)).toEqual([true, false])
    expect(await started()).toHaveLength(2)
  })

  test('leave the others alone when one of them fails', async () => {
    const { asked, goOn, usual, whoAnswers } = open(2)
    await whoAnswers(usual(1000))
    const kept = asked(usual(70_000), 'keep')
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(await asked(usual(1000), 'fail')).toBeUndefined()
    await goOn()
    expect(await kept).toMatchObject({ result: { status: 200 } })
    expect(await whoAnswers(usual(1000))).toBe(0)
  })

  test('are not waited for any more, whatever became of a question', async () => {
    const { own, away } = counting()
    const { asked, end, usual } = open(1, own)
    for (const way of ['answer', 'return', 'refuse', 'fail'] as const) {
      const told = asked(usual(1000), way)
      expect([way, away()]).toEqual([way, 1])
      await told
      expect([way, away()]).toEqual([way, 0])
    }
    vi.advanceTimersByTime(minute)
    const told = asked(usual(1000), 'keep')
    await end()
    await told
    expect(away()).toBe(0)
  })

  test('are asked nothing while nobody may begin to read, for the log is to begin anew', async () => {
    const { databaseFile: apart } = deps().store
    if (!apart) throw new Error('it is served, and a file')
    let may = true
    const leave = () => (may ? apart.lease() : undefined)
    const { keeps, usual } = open(1, {
      store: { ...deps().store, databaseFile: { ...apart, lease: leave } },
    })
    may = false
    expect(keeps(usual(1000))).toBe(false)
    may = true
    expect(keeps(usual(1000))).toBe(true)
  })

  test('run no other release than the server does', async () => {
    const worker = new Worker(new URL('../src/query-workers/worker.ts', import.meta.url), {
      workerData: { version: '0.0.0' },
    })
    const [error] = await once(worker, 'error')
    expect(error.message).toContain('0.0.0 is running: restart it')
  })

  test('that are called back are let go no more until all are there', () => {
    const readers = new Readers(nobody)
    const [one, other] = [readers.leaseToWorker(), readers.leaseToWorker()]
    expect(readers.pauseWorkers()).toBe(false)
    expect(readers.leaseToWorker()).toBeUndefined()
    one?.()
    expect(readers.pauseWorkers()).toBe(false)
    other?.()
    expect(readers.pauseWorkers()).toBe(true)
    expect(readers.leaseToWorker()).toBeDefined()
  })

  test('that are called back and do not come are not waited for longer than two seconds', () => {
    const readers = new Readers(nobody)
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
