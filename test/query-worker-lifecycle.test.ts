import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '../src/context.ts'
import { Readers } from '../src/store/sqlite/readers.ts'
import { onPostgres } from './support/database.ts'
import { requires } from './support/requirements.ts'
import { ended, useScriptedWorkers } from './support/scripted-workers.ts'

/** Real worker threads run a test script, and fake timers define every duration. */
describe('Life cycle of query workers', requires(!onPostgres, 'SQLite'), () => {
  const { deps, open } = useScriptedWorkers()
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
    const { isAccepted, started, operationTaking, respondingWorker } = open(2)
    expect(await respondingWorker(operationTaking(1000))).toBe(0)
    vi.advanceTimersByTime(minute - 1)
    expect(await respondingWorker(operationTaking(1000))).toBe(0)
    vi.advanceTimersByTime(minute - 1)
    expect(await respondingWorker(operationTaking(1000))).toBe(0)
    vi.advanceTimersByTime(minute)
    await ended((await started())[0])
    expect(isAccepted(operationTaking(1000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('a worker does not end while it executes a query', async () => {
    const { sendAccepted, resume, started, operationTaking } = open(1)
    const response = sendAccepted(operationTaking(1000), 'keep')
    for (let n = 0; n < 3; n++) vi.advanceTimersByTime(minute)
    await resume()
    expect(await response).toMatchObject({ result: { status: 200 } })
    vi.advanceTimersByTime(minute)
    await ended((await started())[0])
  })

  test('queued queries of workers that are ended return to the server, and no worker starts again', async () => {
    const { sendAccepted, end, isAccepted, started, operationTaking, respondingWorker } = open(2)
    const operation = operationTaking(70_000)
    await respondingWorker(operation)
    const waiting = [
      sendAccepted(operation, 'keep'),
      sendAccepted(operation, 'keep'),
      sendAccepted(operation, 'keep'),
    ]
    await end()
    expect(await Promise.all(waiting)).toEqual([undefined, undefined, undefined])
    for (const each of await started()) await ended(each)
    vi.advanceTimersByTime(10 * minute)
    expect(isAccepted(operationTaking(1000))).toBe(false)
    expect(await started()).toHaveLength(2)
  })

  test('workers that cannot start return their queries and are tried again after a minute', async () => {
    const { sendAccepted, isAccepted, outcomes, started, operationTaking, warnings } = open(2, {
      runs: failing,
    })
    expect(
      await Promise.all([
        sendAccepted(operationTaking(1000), 'answer'),
        sendAccepted(operationTaking(1000), 'answer'),
      ]),
    ).toEqual([undefined, undefined])
    expect(outcomes()).toEqual({ answered: 0, returned: 0, failed: 2 })
    await ended((await started())[0])
    vi.advanceTimersByTime(minute - 1)
    expect(isAccepted(operationTaking(1000))).toBe(false)
    expect(await started()).toHaveLength(1)
    expect(warnings()).toEqual(['no such luck'])
    vi.advanceTimersByTime(1)
    expect(isAccepted(operationTaking(1000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('a failed worker returns all its queries, which are then executed 50 times without workers', async () => {
    const {
      sendAccepted,
      isAccepted,
      outcomes,
      started,
      recordDuration,
      operationTaking,
      warnings,
      respondingWorker,
    } = open(1)
    await respondingWorker(operationTaking(1000))
    const [waitingQuery, fatal] = [operationTaking(1000), operationTaking(1000)]
    expect(
      await Promise.all([sendAccepted(waitingQuery, 'keep'), sendAccepted(fatal, 'fail')]),
    ).toEqual([undefined, undefined])
    expect([outcomes(), warnings()]).toEqual([
      { answered: 1, returned: 0, failed: 2 },
      ['scripted failure'],
    ])
    vi.advanceTimersByTime(minute)
    expect([waitingQuery, fatal].map(isAccepted)).toEqual([false, false])
    for (let n = 0; n < 50; n++) recordDuration(waitingQuery, 1000)
    expect([waitingQuery, fatal].map(isAccepted)).toEqual([true, false])
    expect(await started()).toHaveLength(2)
  })

  test('a failed worker does not affect the others', async () => {
    const { sendAccepted, resume, operationTaking, respondingWorker } = open(2)
    await respondingWorker(operationTaking(1000))
    const waitingQuery = sendAccepted(operationTaking(70_000), 'keep')
    expect(await respondingWorker(operationTaking(1000))).toBe(1)
    expect(await sendAccepted(operationTaking(1000), 'fail')).toBeUndefined()
    await resume()
    expect(await waitingQuery).toMatchObject({ result: { status: 200 } })
    expect(await respondingWorker(operationTaking(1000))).toBe(0)
  })

  test('a lease is returned after every outcome of a query', async () => {
    const { own, away } = countLeases()
    const { sendAccepted, end, operationTaking } = open(1, own)
    for (const way of ['answer', 'return', 'refuse', 'fail'] as const) {
      const response = sendAccepted(operationTaking(1000), way)
      expect([way, away()]).toEqual([way, 1])
      await response
      expect([way, away()]).toEqual([way, 0])
    }
    vi.advanceTimersByTime(minute)
    const response = sendAccepted(operationTaking(1000), 'keep')
    await end()
    await response
    expect(away()).toBe(0)
  })

  test('no query is sent to a worker while the write-ahead log restarts', async () => {
    const { databaseFile } = deps().store
    if (!databaseFile) throw new Error('expected a served file')
    let isAllowed = true
    const leave = () => (isAllowed ? databaseFile.lease() : undefined)
    const { isAccepted, operationTaking } = open(1, {
      store: { ...deps().store, databaseFile: { ...databaseFile, lease: leave } },
    })
    isAllowed = false
    expect(isAccepted(operationTaking(1000))).toBe(false)
    isAllowed = true
    expect(isAccepted(operationTaking(1000))).toBe(true)
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
