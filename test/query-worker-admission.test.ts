import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import { createQueryWorkers } from '../src/query-workers/pool.ts'
import { readSettings } from '../src/settings.ts'
import { openStore } from '../src/store/open.ts'
import { startTracing } from '../src/tracing/start.ts'
import { newFile, onPostgres } from './support/database.ts'
import { beside, newOperation, type SlowThreads } from './support/scripted-workers.ts'
import { everything } from './support/server.ts'

/**
 * Real threads that run a script of the tests' own. Time stands still, so that only what a test
 * says takes any.
 */
describe.skipIf(onPostgres)('a thread is asked', () => {
  const { deps, open } = beside()

  /** The first of them has started, and has nothing to do. */
  async function ready(...more: Parameters<typeof open>): Promise<SlowThreads> {
    const opened = open(...more)
    expect(await opened.whoAnswers(opened.usual(1000))).toBe(0)
    return opened
  }

  test('nowhere that none is allowed', () => {
    expect(createQueryWorkers(deps(), 0, everything)).toBeUndefined()
    expect(createQueryWorkers(deps(), -1, everything)).toBeUndefined()
  })

  test('nowhere that the database is not served from a file', async () => {
    const { url, remove } = newFile()
    const store = await openStore({ url })
    expect(createQueryWorkers({ ...deps(), store }, 1, everything)).toBeUndefined()
    await store.close()
    await remove()
  })

  test('nowhere that requests are followed', async () => {
    const tracing = await startTracing(
      readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }),
      pino({ level: 'silent' }),
    )
    expect(createQueryWorkers({ ...deps(), tracing }, 1, everything)).toBeUndefined()
    await tracing?.stop()
  })

  test('not for what has never been measured, however many others are being answered', async () => {
    const { keeps, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(newOperation())).toBe(false)
  })

  test('not for what usually takes less than half a millisecond, however many others are being answered', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(usual(0.4))).toBe(false)
    expect(keeps(usual(0.6))).toBe(true)
  })

  test('for what usually takes 20 ms though nobody else is there, once that has shown often enough', async () => {
    const { keeps, took } = await ready(1)
    const operation = newOperation()
    for (let n = 0; n < 15; n++) took(operation, 25)
    expect(keeps(operation)).toBe(false)
    took(operation, 25)
    expect(keeps(operation)).toBe(true)
  })

  test('that is only starting, where what is asked takes long enough to wait for that', async () => {
    const { keeps, usual, started } = open(1)
    expect(keeps(usual(49))).toBe(false)
    expect(keeps(usual(51))).toBe(true)
    expect(await started()).toHaveLength(1)
  })

  test('for what takes less only while others are being answered', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(1)
    expect(keeps(usual(5))).toBe(false)
    meanwhile(1)
    expect(keeps(usual(5))).toBe(true)
  })

  test('for the first time, too, while others are being answered', async () => {
    const { keeps, usual, meanwhile, started } = open(1)
    meanwhile(2)
    expect(keeps(usual(5))).toBe(false)
    expect(await started()).toHaveLength(1)
  })

  test('where there is one, no more than half of the questions that are being answered, but for those that take long', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(5)
    expect([5, 5, 5].map((time) => keeps(usual(time)))).toEqual([true, true, false])
    expect(keeps(usual(20))).toBe(true)
    meanwhile(3)
    expect(keeps(usual(5))).toBe(true)
  })

  test('no more than half, too, while a second one is starting', async () => {
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

  test('where two have started, no more than two thirds together', async () => {
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

  test('for as many as it answers in 50 ms, while as many others are being answered', async () => {
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

  test('no more than 32 at a time, however short they are', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(1000)
    const asked = Array.from({ length: 33 }, () => keeps(usual(1)))
    expect(asked.lastIndexOf(true)).toBe(31)
  })

  test('for what takes long, though those before it would keep a short one away', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect([10, 10, 10, 10, 10, 10].map((time) => keeps(usual(time)))).not.toContain(false)
    expect([1, 1000].map((time) => keeps(usual(time)))).toEqual([false, true])
  })

  test('no more than four of those that take longer at a time, however few others there are', async () => {
    const { ask, goOn, keeps, usual } = await ready(1)
    const first = ask(usual(1000), 'keep')
    expect([1, 2, 3, 4].map(() => keeps(usual(1000)))).toEqual([true, true, true, false])
    await goOn()
    await first
    expect(keeps(usual(1000))).toBe(true)
  })

  test('that comes to it soonest', async () => {
    const { keeps, usual, whoAnswers } = await ready(2)
    expect([70_000, 1000].map((time) => keeps(usual(time)))).toEqual([true, true])
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(keeps(usual(90_000))).toBe(true)
    expect(await whoAnswers(usual(10_000))).toBe(0)
  })

  test('that has not been started yet, where all others have something to do, up to as many as may be', async () => {
    const { keeps, started, usual, whoAnswers } = await ready(2)
    expect(await whoAnswers(usual(1000))).toBe(0)
    expect(await started()).toHaveLength(1)
    expect(keeps(usual(70_000))).toBe(true)
    expect(await whoAnswers(usual(1000))).toBe(1)
    expect(keeps(usual(70_000))).toBe(true)
    expect(keeps(usual(70_000))).toBe(true)
    expect(await started()).toHaveLength(2)
  })

  test('only one more while another one is starting', async () => {
    const { keeps, started, usual } = await ready(3)
    expect([70_000, 70_000, 70_000].map((time) => keeps(usual(time)))).toEqual([true, true, true])
    expect(await started()).toHaveLength(2)
  })

  test('not for what is short and would wait more than 50 ms for what is long', async () => {
    const { keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    expect(keeps(usual(49))).toBe(true)
    expect([1, 4].map((time) => keeps(usual(time)))).toEqual([true, true])
    expect(keeps(usual(4))).toBe(false)
  })

  test('for what would wait ten times as long as it takes itself, and not longer', async () => {
    const { keeps, usual } = await ready(1)
    expect(keeps(usual(1000))).toBe(true)
    expect(keeps(usual(99))).toBe(false)
    expect(keeps(usual(100))).toBe(true)
  })

  test('not for what would wait for something that takes longer than it usually does', async () => {
    const { keeps, usual } = await ready(1)
    expect(keeps(usual(100))).toBe(true)
    vi.advanceTimersByTime(1000)
    expect(keeps(usual(60))).toBe(false)
    expect(keeps(usual(200))).toBe(true)
  })

  test('not behind what should have been answered long ago, though what kept it was', async () => {
    const { ask, keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    const slow = ask(usual(10), 'answer')
    expect(keeps(usual(10))).toBe(true)
    vi.advanceTimersByTime(1000)
    await slow
    expect(keeps(usual(10))).toBe(false)
  })

  test('behind what has only waited for those before it', async () => {
    const { ask, keeps, usual, meanwhile } = await ready(1)
    meanwhile(100)
    const first = ask(usual(40), 'answer')
    expect(keeps(usual(40))).toBe(true)
    vi.advanceTimersByTime(70)
    await first
    expect(keeps(usual(4))).toBe(true)
  })

  test('again for what a thread has found to take long', async () => {
    const { ask, keeps } = await ready(1, { bounds: everything })
    const [known, unknown] = [newOperation(), newOperation()]
    expect((await ask(known, 'answer', 1000))?.blockingMs).toBe(1000)
    expect(keeps(known)).toBe(true)
    expect(keeps(unknown)).toBe(false)
    expect(keeps(known)).toBe(true)
  })

  test('no more for what a thread has found to be short', async () => {
    const { ask, keeps, usual } = await ready(1)
    const operation = usual(22)
    expect(await ask(operation, 'answer', 1)).toBeDefined()
    expect(keeps(operation)).toBe(false)
  })

  test('not again for what it could not answer, until that was answered 50 times without it', async () => {
    const { ask, keeps, outcomes, took, usual } = await ready(1)
    const operation = usual(1000)
    expect(await ask(operation, 'return')).toEqual({ durationMs: 1, blockingMs: 1 })
    for (let n = 0; n < 49; n++) took(operation, 1000)
    expect(keeps(operation)).toBe(false)
    took(operation, 1000)
    expect(keeps(operation)).toBe(true)
    expect(outcomes()).toEqual({ answered: 1, returned: 1, failed: 0 })
  })

  test('again at once for what was refused for a variable, which says nothing of the operation', async () => {
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
