import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '../src/context.ts'
import { ReaderPool } from '../src/store/sqlite/reader-pool.ts'
import { useScriptedWorkers, waitForExit } from './support/scripted-workers.ts'

/**
 * The worker threads are real but run a scripted worker, and fake timers control every duration.
 */
describe('Query worker life cycle', () => {
  const { deps, openWorkers } = useScriptedWorkers()
  const minuteMs = 60_000
  const failingModule = new URL('data:text/javascript,throw new Error("module failed")')

  const failToOpenReader = (): never => {
    throw new Error('unexpected read')
  }

  /** Creates dependencies that count the database leases that workers have not yet returned. */
  function createLeaseCounter(): { ownDeps: Partial<Deps>; leaseCount(): number } {
    const { databaseFile } = deps().store
    if (!databaseFile) throw new Error('expected a served database file')
    let leaseCount = 0
    const takeLease = () => {
      const returnLease = databaseFile.lease()
      leaseCount++
      return () => {
        leaseCount--
        returnLease?.()
      }
    }
    return {
      ownDeps: { store: { ...deps().store, databaseFile: { ...databaseFile, lease: takeLease } } },
      leaseCount: () => leaseCount,
    }
  }

  test('query workers are not started before the first query', async () => {
    const { listStartedWorkers } = openWorkers(3)
    expect(await listStartedWorkers()).toEqual([])
  })

  test('a query worker stops after a minute without work, and the next query starts a new worker', async () => {
    const { isAccepted, listStartedWorkers, createTimedOperation, findRespondingWorker } =
      openWorkers(2)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(0)
    vi.advanceTimersByTime(minuteMs - 1)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(0)
    vi.advanceTimersByTime(minuteMs - 1)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(0)
    vi.advanceTimersByTime(minuteMs)
    await waitForExit((await listStartedWorkers())[0])
    expect(isAccepted(createTimedOperation(1000))).toBe(true)
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('a query worker does not end while it is executing a query', async () => {
    const { sendAccepted, resume, listStartedWorkers, createTimedOperation } = openWorkers(1)
    const response = sendAccepted(createTimedOperation(1000), 'hold')
    for (let i = 0; i < 3; i++) vi.advanceTimersByTime(minuteMs)
    await resume()
    expect(await response).toMatchObject({ result: { status: 200 } })
    vi.advanceTimersByTime(minuteMs)
    await waitForExit((await listStartedWorkers())[0])
  })

  test('query workers that are shut down return their queued queries to the server and do not start again', async () => {
    const {
      sendAccepted,
      end,
      isAccepted,
      listStartedWorkers,
      createTimedOperation,
      findRespondingWorker,
    } = openWorkers(2)
    const operation = createTimedOperation(70_000)
    await findRespondingWorker(operation)
    const waitingQueries = [
      sendAccepted(operation, 'hold'),
      sendAccepted(operation, 'hold'),
      sendAccepted(operation, 'hold'),
    ]
    await end()
    expect(await Promise.all(waitingQueries)).toEqual([undefined, undefined, undefined])
    for (const worker of await listStartedWorkers()) await waitForExit(worker)
    vi.advanceTimersByTime(10 * minuteMs)
    expect(isAccepted(createTimedOperation(1000))).toBe(false)
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('if a query worker cannot start, its queries run on the main thread, and a worker is started again after a minute', async () => {
    const {
      sendAccepted,
      isAccepted,
      readOutcomes,
      listStartedWorkers,
      createTimedOperation,
      listWarnings,
    } = openWorkers(2, {
      workerScript: failingModule,
    })
    expect(
      await Promise.all([
        sendAccepted(createTimedOperation(1000), 'respond'),
        sendAccepted(createTimedOperation(1000), 'respond'),
      ]),
    ).toEqual([undefined, undefined])
    expect(readOutcomes()).toEqual({ answered: 0, returned: 0, failed: 2 })
    await waitForExit((await listStartedWorkers())[0])
    vi.advanceTimersByTime(minuteMs - 1)
    expect(isAccepted(createTimedOperation(1000))).toBe(false)
    expect(await listStartedWorkers()).toHaveLength(1)
    expect(listWarnings()).toEqual(['module failed'])
    vi.advanceTimersByTime(1)
    expect(isAccepted(createTimedOperation(1000))).toBe(true)
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('the queries of a failed query worker run on the main thread, and so do the next 50 executions of each query', async () => {
    const {
      sendAccepted,
      isAccepted,
      readOutcomes,
      listStartedWorkers,
      recordDuration,
      createTimedOperation,
      listWarnings,
      findRespondingWorker,
    } = openWorkers(1)
    await findRespondingWorker(createTimedOperation(1000))
    const [waitingQuery, fatalQuery] = [createTimedOperation(1000), createTimedOperation(1000)]
    expect(
      await Promise.all([sendAccepted(waitingQuery, 'hold'), sendAccepted(fatalQuery, 'fail')]),
    ).toEqual([undefined, undefined])
    expect([readOutcomes(), listWarnings()]).toEqual([
      { answered: 1, returned: 0, failed: 2 },
      ['scripted failure'],
    ])
    vi.advanceTimersByTime(minuteMs)
    expect([waitingQuery, fatalQuery].map(isAccepted)).toEqual([false, false])
    for (let i = 0; i < 50; i++) recordDuration(waitingQuery, 1000)
    expect([waitingQuery, fatalQuery].map(isAccepted)).toEqual([true, false])
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('a failed query worker does not affect the queries of other workers', async () => {
    const { sendAccepted, resume, createTimedOperation, findRespondingWorker } = openWorkers(2)
    await findRespondingWorker(createTimedOperation(1000))
    const waitingQuery = sendAccepted(createTimedOperation(70_000), 'hold')
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(1)
    expect(await sendAccepted(createTimedOperation(1000), 'fail')).toBeUndefined()
    await resume()
    expect(await waitingQuery).toMatchObject({ result: { status: 200 } })
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(0)
  })

  test("a query worker's database lease is returned after every outcome of a query", async () => {
    const { ownDeps, leaseCount } = createLeaseCounter()
    const { sendAccepted, end, createTimedOperation } = openWorkers(1, ownDeps)
    for (const outcome of ['respond', 'return', 'reject', 'fail'] as const) {
      const response = sendAccepted(createTimedOperation(1000), outcome)
      expect([outcome, leaseCount()]).toEqual([outcome, 1])
      await response
      expect([outcome, leaseCount()]).toEqual([outcome, 0])
    }
    vi.advanceTimersByTime(minuteMs)
    const response = sendAccepted(createTimedOperation(1000), 'hold')
    await end()
    await response
    expect(leaseCount()).toBe(0)
  })

  test('no query is sent to a worker while the server grants no database lease', async () => {
    const { databaseFile } = deps().store
    if (!databaseFile) throw new Error('expected a served database file')
    let isAllowed = true
    const leaseIfAllowed = () => (isAllowed ? databaseFile.lease() : undefined)
    const { isAccepted, createTimedOperation } = openWorkers(1, {
      store: { ...deps().store, databaseFile: { ...databaseFile, lease: leaseIfAllowed } },
    })
    isAllowed = false
    expect(isAccepted(createTimedOperation(1000))).toBe(false)
    isAllowed = true
    expect(isAccepted(createTimedOperation(1000))).toBe(true)
  })

  test('a query worker refuses to run for a server of another release', async () => {
    const worker = new Worker(new URL('../src/query-workers/worker.ts', import.meta.url), {
      workerData: { version: '0.0.0' },
    })
    const [error] = await once(worker, 'error')
    expect(error.message).toContain('0.0.0 is running, ')
  })

  test('the server grants no new database lease while it is waiting for query workers to return their leases', () => {
    const readerPool = new ReaderPool(failToOpenReader)
    const [firstLease, secondLease] = [readerPool.leaseToWorker(), readerPool.leaseToWorker()]
    expect(readerPool.pauseWorkers()).toBe(false)
    expect(readerPool.leaseToWorker()).toBeUndefined()
    firstLease?.()
    expect(readerPool.pauseWorkers()).toBe(false)
    secondLease?.()
    expect(readerPool.pauseWorkers()).toBe(true)
    expect(readerPool.leaseToWorker()).toBeDefined()
  })

  test('the server waits at most two seconds for query workers to return their database leases', () => {
    const readerPool = new ReaderPool(failToOpenReader)
    readerPool.leaseToWorker()
    expect(readerPool.pauseWorkers()).toBe(false)
    vi.advanceTimersByTime(1999)
    expect([readerPool.pauseWorkers(), readerPool.leaseToWorker()]).toEqual([false, undefined])
    vi.advanceTimersByTime(1)
    expect(readerPool.pauseWorkers()).toBe(true)
    expect(readerPool.leaseToWorker()).toBeDefined()
    expect(readerPool.pauseWorkers()).toBe(false)
    vi.advanceTimersByTime(60_000)
    expect(readerPool.pauseWorkers()).toBe(true)
    expect(readerPool.pauseWorkers()).toBe(false)
    readerPool.resumeWorkers()
    expect(readerPool.leaseToWorker()).toBeDefined()
  })
})
