import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { startTracing } from '../src/create-deps.ts'
import { createQueryWorkers } from '../src/query-workers/pool.ts'
import { readSettings } from '../src/settings.ts'
import { openStore } from '../src/store/open.ts'
import { newSqliteDatabase } from './support/database.ts'
import {
  newOperation,
  type ScriptedWorkers,
  useScriptedWorkers,
} from './support/scripted-workers.ts'
import { everyQueryThresholds } from './support/server.ts'

/**
 * The worker threads are real but run a scripted worker, and fake timers control every duration.
 */
describe('Query worker admission', () => {
  const { deps, openWorkers } = useScriptedWorkers()

  /** Opens a worker pool whose first worker has started and is idle. */
  async function openReadyWorkers(
    ...options: Parameters<typeof openWorkers>
  ): Promise<ScriptedWorkers> {
    const workers = openWorkers(...options)
    expect(await workers.findRespondingWorker(workers.createTimedOperation(1000))).toBe(0)
    return workers
  }

  test('no query worker is created if the configured number of query workers is 0 or less', () => {
    expect(createQueryWorkers(deps(), 0, everyQueryThresholds)).toBeUndefined()
    expect(createQueryWorkers(deps(), -1, everyQueryThresholds)).toBeUndefined()
  })

  test('no query worker is created unless a server opened the database file', async () => {
    const { url, remove } = newSqliteDatabase()
    const store = await openStore({ url })
    expect(createQueryWorkers({ ...deps(), store }, 1, everyQueryThresholds)).toBeUndefined()
    await store.close()
    await remove()
  })

  test('no query worker is created if tracing is enabled', async () => {
    const tracing = await startTracing(
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }),
      pino({ level: 'silent' }),
    )
    expect(createQueryWorkers({ ...deps(), tracing }, 1, everyQueryThresholds)).toBeUndefined()
    await tracing?.stop()
  })

  test('a query worker rejects an operation of unknown duration', async () => {
    const { isAccepted, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    expect(isAccepted(newOperation())).toBe(false)
  })

  test('a query worker rejects an operation that takes less than 0.5 ms', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    expect(isAccepted(createTimedOperation(0.4))).toBe(false)
    expect(isAccepted(createTimedOperation(0.6))).toBe(true)
  })

  test('without concurrent requests, a query worker accepts an operation after 16 executions of 25 ms', async () => {
    const { isAccepted, recordDuration } = await openReadyWorkers(1)
    const operation = newOperation()
    for (let i = 0; i < 15; i++) recordDuration(operation, 25)
    expect(isAccepted(operation)).toBe(false)
    recordDuration(operation, 25)
    expect(isAccepted(operation)).toBe(true)
  })

  test('a query worker that is starting accepts only operations that take at least 50 ms', async () => {
    const { isAccepted, createTimedOperation, listStartedWorkers } = openWorkers(1)
    expect(isAccepted(createTimedOperation(49))).toBe(false)
    expect(isAccepted(createTimedOperation(51))).toBe(true)
    expect(await listStartedWorkers()).toHaveLength(1)
  })

  test('a query worker accepts a 5 ms operation only while another request is in progress', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(1)
    expect(isAccepted(createTimedOperation(5))).toBe(false)
    addRequests(1)
    expect(isAccepted(createTimedOperation(5))).toBe(true)
  })

  test('a 5 ms operation starts a query worker if another request is in progress', async () => {
    const { isAccepted, createTimedOperation, addRequests, listStartedWorkers } = openWorkers(1)
    addRequests(2)
    expect(isAccepted(createTimedOperation(5))).toBe(false)
    expect(await listStartedWorkers()).toHaveLength(1)
  })

  test('one query worker accepts at most half of the concurrent requests, but accepts a long query even beyond this limit', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(5)
    expect([5, 5, 5].map((time) => isAccepted(createTimedOperation(time)))).toEqual([
      true,
      true,
      false,
    ])
    expect(isAccepted(createTimedOperation(20))).toBe(true)
    addRequests(3)
    expect(isAccepted(createTimedOperation(5))).toBe(true)
  })

  test('one query worker accepts at most half of the concurrent requests while a second worker is starting', async () => {
    const { isAccepted, createTimedOperation, addRequests, listStartedWorkers } =
      await openReadyWorkers(2)
    addRequests(9)
    expect([5, 5, 5, 5, 5].map((time) => isAccepted(createTimedOperation(time)))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('two query workers accept at most two thirds of the concurrent requests', async () => {
    const { isAccepted, createTimedOperation, addRequests, findRespondingWorker } =
      await openReadyWorkers(2)
    expect(isAccepted(createTimedOperation(70_000))).toBe(true)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(1)
    addRequests(9)
    expect([5, 5, 5, 5, 5, 5].map((time) => isAccepted(createTimedOperation(time)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('a query worker accepts operations of 10 ms until a new one would wait longer than 50 ms', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    expect(
      [10, 10, 10, 10, 10, 10, 10].map((time) => isAccepted(createTimedOperation(time))),
    ).toEqual([true, true, true, true, true, true, false])
  })

  test('a query worker has at most 32 pending operations', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(1000)
    const acceptances = Array.from({ length: 33 }, () => isAccepted(createTimedOperation(1)))
    expect(acceptances.lastIndexOf(true)).toBe(31)
  })

  test('a query worker accepts a long operation even if its queue is too long for a short operation', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    expect(
      [10, 10, 10, 10, 10, 10].map((time) => isAccepted(createTimedOperation(time))),
    ).not.toContain(false)
    expect([1, 1000].map((time) => isAccepted(createTimedOperation(time)))).toEqual([false, true])
  })

  test('a query worker has at most four pending long operations, including the one in progress', async () => {
    const { send, resume, isAccepted, createTimedOperation } = await openReadyWorkers(1)
    const firstQuery = send(createTimedOperation(1000), 'hold')
    expect([1, 2, 3, 4].map(() => isAccepted(createTimedOperation(1000)))).toEqual([
      true,
      true,
      true,
      false,
    ])
    await resume()
    await firstQuery
    expect(isAccepted(createTimedOperation(1000))).toBe(true)
  })

  test('an operation is assigned to the query worker with the shortest expected wait', async () => {
    const { isAccepted, createTimedOperation, findRespondingWorker } = await openReadyWorkers(2)
    expect([70_000, 1000].map((time) => isAccepted(createTimedOperation(time)))).toEqual([
      true,
      true,
    ])
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(1)
    expect(isAccepted(createTimedOperation(90_000))).toBe(true)
    expect(await findRespondingWorker(createTimedOperation(10_000))).toBe(0)
  })

  test('another query worker starts if all workers are busy, up to the configured maximum', async () => {
    const { isAccepted, listStartedWorkers, createTimedOperation, findRespondingWorker } =
      await openReadyWorkers(2)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(0)
    expect(await listStartedWorkers()).toHaveLength(1)
    expect(isAccepted(createTimedOperation(70_000))).toBe(true)
    expect(await findRespondingWorker(createTimedOperation(1000))).toBe(1)
    expect(isAccepted(createTimedOperation(70_000))).toBe(true)
    expect(isAccepted(createTimedOperation(70_000))).toBe(true)
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('only one query worker starts at a time', async () => {
    const { isAccepted, listStartedWorkers, createTimedOperation } = await openReadyWorkers(3)
    expect([70_000, 70_000, 70_000].map((time) => isAccepted(createTimedOperation(time)))).toEqual([
      true,
      true,
      true,
    ])
    expect(await listStartedWorkers()).toHaveLength(2)
  })

  test('a query worker rejects a short operation that would wait longer than 50 ms', async () => {
    const { isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    expect(isAccepted(createTimedOperation(49))).toBe(true)
    expect([1, 4].map((time) => isAccepted(createTimedOperation(time)))).toEqual([true, true])
    expect(isAccepted(createTimedOperation(4))).toBe(false)
  })

  test('a query worker accepts an operation that would wait up to ten times its own duration', async () => {
    const { isAccepted, createTimedOperation } = await openReadyWorkers(1)
    expect(isAccepted(createTimedOperation(1000))).toBe(true)
    expect(isAccepted(createTimedOperation(99))).toBe(false)
    expect(isAccepted(createTimedOperation(100))).toBe(true)
  })

  test('the delay of an overdue operation counts towards the expected wait of a new operation', async () => {
    const { isAccepted, createTimedOperation } = await openReadyWorkers(1)
    expect(isAccepted(createTimedOperation(100))).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(isAccepted(createTimedOperation(60))).toBe(false)
    expect(isAccepted(createTimedOperation(200))).toBe(true)
  })

  test('a query worker rejects a short operation if a pending operation is overdue because an earlier one ran longer than estimated', async () => {
    const { send, isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    const slowQuery = send(createTimedOperation(10), 'respond')
    expect(isAccepted(createTimedOperation(10))).toBe(true)
    vi.advanceTimersByTime(1000)
    await slowQuery
    expect(isAccepted(createTimedOperation(10))).toBe(false)
  })

  test("the time that an operation waits in a query worker's queue does not make the operation overdue", async () => {
    const { send, isAccepted, createTimedOperation, addRequests } = await openReadyWorkers(1)
    addRequests(100)
    const firstQuery = send(createTimedOperation(40), 'respond')
    expect(isAccepted(createTimedOperation(40))).toBe(true)
    vi.advanceTimersByTime(70)
    await firstQuery
    expect(isAccepted(createTimedOperation(4))).toBe(true)
  })

  test('an operation that took 1 s in a query worker can be sent to a worker again', async () => {
    const { send, isAccepted } = await openReadyWorkers(1, { thresholds: everyQueryThresholds })
    const [slowOperation, newSlowOperation] = [newOperation(), newOperation()]
    expect((await send(slowOperation, 'respond', 1000))?.blockingMs).toBe(1000)
    expect(isAccepted(slowOperation)).toBe(true)
    expect(isAccepted(newSlowOperation)).toBe(false)
    expect(isAccepted(slowOperation)).toBe(true)
  })

  test('on an idle server, an operation is no longer sent to a query worker once its average duration is below 20 ms', async () => {
    const { send, isAccepted, createTimedOperation } = await openReadyWorkers(1)
    const operation = createTimedOperation(22)
    expect(await send(operation, 'respond', 1)).toBeDefined()
    expect(isAccepted(operation)).toBe(false)
  })

  test('an operation that a query worker did not execute is offered to a worker again after 50 executions on the main thread', async () => {
    const { send, isAccepted, readOutcomes, recordDuration, createTimedOperation } =
      await openReadyWorkers(1)
    const operation = createTimedOperation(1000)
    expect(await send(operation, 'return')).toEqual({ durationMs: 1, blockingMs: 1 })
    for (let i = 0; i < 49; i++) recordDuration(operation, 1000)
    expect(isAccepted(operation)).toBe(false)
    recordDuration(operation, 1000)
    expect(isAccepted(operation)).toBe(true)
    expect(readOutcomes()).toEqual({ answered: 1, returned: 1, failed: 0 })
  })

  test('an operation with an invalid variable can immediately be sent to a query worker again', async () => {
    const { send, isAccepted, createTimedOperation } = await openReadyWorkers(1)
    const operation = createTimedOperation(1000)
    expect(await send(operation, 'reject')).toEqual({
      durationMs: 0,
      blockingMs: 0,
      inputRejected: true,
    })
    expect(isAccepted(operation)).toBe(true)
  })
})
