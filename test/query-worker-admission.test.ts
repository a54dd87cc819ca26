import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { startTracing } from '../src/deps.ts'
import { createQueryWorkers } from '../src/query-workers/pool.ts'
import { readSettings } from '../src/settings.ts'
import { openStore } from '../src/store/open.ts'
import { newFile, onPostgres } from './support/database.ts'
import { beside, newOperation, type SlowThreads } from './support/scripted-workers.ts'
import { everything } from './support/server.ts'

/** Real worker threads run a test script, and fake timers define every duration. */
describe.skipIf(onPostgres)('Admission of queries to workers', () => {
  const { deps, open } = beside()

  /** Opens workers, of which the first has started and is idle. */
  async function ready(...more: Parameters<typeof open>): Promise<SlowThreads> {
    const opened = open(...more)
    expect(await opened.whoAnswers(opened.usual(1000))).toBe(0)
    return opened
  }

  test('no worker exists if their number is 0', () => {
    expect(createQueryWorkers(deps(), 0, everything)).toBeUndefined()
    expect(createQueryWorkers(deps(), -1, everything)).toBeUndefined()
  })

  test('no worker exists if the database is not a served file', async () => {
    const { url, remove } = newFile()
    const store = await openStore({ url })
    expect(createQueryWorkers({ ...deps(), store }, 1, everything)).toBeUndefined()
    await store.close()
    await remove()
  })

  test('no worker exists during tracing', async () => {
    const tracing = await startTracing(
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }),
      pino({ level: 'silent' }),
    )
    expect(createQueryWorkers({ ...deps(), tracing }, 1, everything)).toBeUndefined()
    await tracing?.stop()
  })

  test('a worker refuses an operation of unknown duration', async () => {
    const { keeps, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(newOperation())).toBe(false)
  })

  test('a worker refuses an operation that takes less than 0.5 ms', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(usual(0.4))).toBe(false)
    expect(keeps(usual(0.6))).toBe(true)
  })

  test('a worker accepts an operation of 20 ms without other requests once its duration is known', async () => {
    const { keeps, took } = await ready(1)
    const operation = newOperation()
    for (let n = 0; n < 15; n++) took(operation, 25)
    expect(keeps(operation)).toBe(false)
    took(operation, 25)
    expect(keeps(operation)).toBe(true)
  })

  test('a starting worker accepts only operations that take longer than its start', async () => {
    const { keeps, usual, started } = open(1)
    expect(keeps(usual(49))).toBe(false)
    expect(keeps(usual(51))).toBe(true)
    expect(await started()).toHaveLength(1)
  })

  test('a worker accepts shorter operations only during other requests', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(1)
    expect(keeps(usual(5))).toBe(false)
    meanwhile(1)
    expect(keeps(usual(5))).toBe(true)
  })

  test('a worker is started by a shorter operation during other requests', async () => {
    const { keeps, usual, meanwhile, started } = open(1)
    meanwhile(2)
    expect(keeps(usual(5))).toBe(false)
    expect(await started()).toHaveLength(1)
  })

  test('one worker accepts at most half of the concurrent requests, except long ones', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(5)
    expect([5, 5, 5].map((time) => keeps(usual(time)))).toEqual([true, true, false])
    expect(keeps(usual(20))).toBe(true)
    meanwhile(3)
    expect(keeps(usual(5))).toBe(true)
  })

  test('one worker accepts at most half of the concurrent requests while a second one starts', async () => {
    const { keeps, usual, meanwhile, started } = await ready(2)
    meanwhile(9)
    expect([5, 5, 5, 5, 5].map((time) => keeps(usual(time)))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ])
    expect(await started()).toHaveLength(2)
  })

  test('two workers accept at most two thirds of the concurrent requests', async () => {
    const { keeps, usual, meanwhile, whoAnswers } = await ready(2)
    expect(keeps(usual(70_000))).toBe(true)
    expect(await whoAnswers(usual(1000))).toBe(1)
    meanwhile(9)
    expect([5, 5, 5, 5, 5, 5].map((time) => keeps(usual(time)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('a worker queues only as many operations as it can execute within 50 ms', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect([10, 10, 10, 10, 10, 10, 10].map((time) => keeps(usual(time)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ])
  })

  test('a worker queues at most 32 operations', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(1000)
    const admitted = Array.from({ length: 33 }, () => keeps(usual(1)))
    expect(admitted.lastIndexOf(true)).toBe(31)
  })

  test('a worker accepts a long operation though its queue would delay a short one', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect([10, 10, 10, 10, 10, 10].map((time) => keeps(usual(time)))).not.toContain(false)
    expect([1, 1000].map((time) => keeps(usual(time)))).toEqual([false, true])
  })

  test('a worker queues at most four long operations', async () => {
    const { ask, goOn, keeps, usual } = await ready(1)
    const first = ask(usual(1000), 'keep')
    expect([1, 2, 3, 4].map(() => keeps(usual(1000)))).toEqual([true, true, true, false])
    await goOn()
    await first
    expect(keeps(usual(1000))).toBe(true)
  })

  test('an operation is assigned to the worker with the shortest queue', async () => {
    const { keeps, usual, whoAnswers } = await ready(2)
    expect([70_000, 1000].map((time) => keeps(usual(time)))).toEqual([true, true])
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(keeps(usual(90_000))).toBe(true)
    expect(await whoAnswers(usual(10_000))).toBe(0)
  })

  test('a further worker starts if all others are busy, up to the maximum', async () => {
    const { keeps, started, usual, whoAnswers } = await ready(2)
    expect(await whoAnswers(usual(1000))).toBe(0)
    expect(await started()).toHaveLength(1)
    expect(keeps(usual(70_000))).toBe(true)
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(keeps(usual(70_000))).toBe(true)
    expect(keeps(usual(70_000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('only one worker starts at a time', async () => {
    const { keeps, started, usual } = await ready(3)
    expect([70_000, 70_000, 70_000].map((time) => keeps(usual(time)))).toEqual([true, true, true])
    expect(await started()).toHaveLength(2)
  })

  test('a worker refuses a short operation that would wait longer than 50 ms', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(usual(49))).toBe(true)
    expect([1, 4].map((time) => keeps(usual(time)))).toEqual([true, true])
    expect(keeps(usual(4))).toBe(false)
  })

  test('a worker accepts an operation that would wait up to ten times its duration', async () => {
    const { keeps, usual } = await ready(1)
    expect(keeps(usual(1000))).toBe(true)
    expect(keeps(usual(99))).toBe(false)
    expect(keeps(usual(100))).toBe(true)
  })

  test('a worker refuses an operation that would wait for an overdue one', async () => {
    const { keeps, usual } = await ready(1)
    expect(keeps(usual(100))).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(keeps(usual(60))).toBe(false)
    expect(keeps(usual(200))).toBe(true)
  })

  test('a worker refuses an operation after an overdue one in its queue', async () => {
    const { ask, keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    const slow = ask(usual(10), 'answer')
    expect(keeps(usual(10))).toBe(true)
    vi.advanceTimersByTime(1000)
    await slow
    expect(keeps(usual(10))).toBe(false)
  })

  test('a worker accepts an operation after one that only waited', async () => {
    const { ask, keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    const first = ask(usual(40), 'answer')
    expect(keeps(usual(40))).toBe(true)
    vi.advanceTimersByTime(70)
    await first
    expect(keeps(usual(4))).toBe(true)
  })

  test('an operation that took long in a worker is sent to a worker again', async () => {
    const { ask, keeps } = await ready(1, { bounds: everything })
    const [slowOperation, newSlowOperation] = [newOperation(), newOperation()]
    expect((await ask(slowOperation, 'answer', 1000))?.blockingMs).toBe(1000)
    expect(keeps(slowOperation)).toBe(true)
    expect(keeps(newSlowOperation)).toBe(false)
    expect(keeps(slowOperation)).toBe(true)
  })

  test('an operation that was short in a worker is not sent to a worker again', async () => {
    const { ask, keeps, usual } = await ready(1)
    const operation = usual(22)
    expect(await ask(operation, 'answer', 1)).toBeDefined()
    expect(keeps(operation)).toBe(false)
  })

  test('an operation that a worker returned is sent again after 50 executions without workers', async () => {
    const { ask, keeps, outcomes, took, usual } = await ready(1)
    const operation = usual(1000)
    expect(await ask(operation, 'return')).toEqual({ durationMs: 1, blockingMs: 1 })
    for (let n = 0; n < 49; n++) took(operation, 1000)
    expect(keeps(operation)).toBe(false)
    took(operation, 1000)
    expect(keeps(operation)).toBe(true)
    expect(outcomes()).toEqual({ answered: 1, returned: 1, failed: 0 })
  })

  test('an operation refused for a variable can be sent to a worker again at once', async () => {
    const { ask, keeps, usual } = await ready(1)
    const operation = usual(1000)
    expect(await ask(operation, 'refuse')).toEqual({
      durationMs: 0,
      blockingMs: 0,
      inputRejected: true,
    })
    expect(keeps(operation)).toBe(true)
  })
})
