import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getOutcomes } from './support/metrics.ts'
import { everyQueryThresholds } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * The mocked state of the system: the number of started workers, and whether another thread can
 * start.
 */
const threadSystem = vi.hoisted(() => ({ startedCount: 0, allowsThreads: true }))

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor(script: URL) {
      super()
      if (script.pathname.includes('/query-workers/worker.')) threadSystem.startedCount++
      if (!threadSystem.allowsThreads)
        throw Object.assign(new Error('Worker initialization failure: EAGAIN'), {
          code: 'ERR_WORKER_INIT_FAILED',
        })
      setImmediate(() => this.emit('message', 'ready'))
    }
    ref() {}
    unref() {}
    postMessage() {
      setImmediate(() =>
        this.emit(
          'error',
          Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }),
        ),
      )
    }
    async terminate() {}
  },
}))

describe('Query worker failures', () => {
  let world: World
  let logLines: string[]
  beforeEach(async () => {
    Object.assign(threadSystem, { startedCount: 0, allowsThreads: true })
    logLines = []
    world = await createWorld(
      {},
      { queryWorkers: { ...everyQueryThresholds }, log: (line) => void logLines.push(line) },
    )
  })
  afterEach(() => world.stop())

  const countFailedQueries = () => getOutcomes(world.deps.meters)['failed']
  const listWarnings = () => logLines.filter((line) => line.includes('a query worker failed'))

  /**
   * Sends new operations, because the server does not send a failed operation to a worker again.
   */
  async function expectSuccessfulQueries(name: string): Promise<void> {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.as('owner').gql(`query ${name} { me { role } }`)),
    )
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([200, { data: { me: { role: 'OWNER' } } }])
  }

  test('a query succeeds even if its query worker fails, and no worker is started again immediately', async () => {
    for (let i = 0; listWarnings().length === 0; i++) await expectSuccessfulQueries(`Round${i}`)
    const failureCountBefore = countFailedQueries()
    expect(failureCountBefore).toBeGreaterThan(0)
    for (let i = 0; i < 5; i++) await expectSuccessfulQueries(`Later${i}`)
    expect([threadSystem.startedCount, listWarnings().length, countFailedQueries()]).toEqual([
      1,
      1,
      failureCountBefore,
    ])
  })

  test("a query whose worker fails is executed on the main thread with the caller's current permissions", async () => {
    const { queryWorkers } = world.deps
    if (!queryWorkers) throw new Error('expected query workers')
    const agentClient = await world.createKey('agent')
    const suspendAgent = async () =>
      expect(
        (
          await world
            .as('owner')
            .rest('PUT', `/v1/users/${world.users.agent.id}`, { suspended: true })
        ).status,
      ).toBe(200)
    world.deps.queryWorkers = {
      recordDuration: queryWorkers.recordDuration.bind(queryWorkers),
      end: queryWorkers.end.bind(queryWorkers),
      run: (...args) =>
        queryWorkers.run(...args)?.then((result) => suspendAgent().then(() => result)),
    }
    let reply = await agentClient.gql('{ me { id } }')
    while (countFailedQueries() === 0) reply = await agentClient.gql('{ me { id } }')
    expect([reply.status, reply.text.includes('UNAUTHORIZED')]).toEqual([401, true])
  })

  test('queries succeed even if the system cannot start a query worker, and the server does not immediately try to start one again', async () => {
    threadSystem.allowsThreads = false
    for (let i = 0; i < 5; i++) await expectSuccessfulQueries(`Round${i}`)
    expect([threadSystem.startedCount, listWarnings().length, countFailedQueries()]).toEqual([
      1, 1, 0,
    ])
  })
})
