import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onPostgres } from './support/database.ts'
import { getOutcomes } from './support/metrics.ts'
import { requires } from './support/requirements.ts'
import { everyQuery } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

/** The number of started workers, and whether the system permits another thread. */
const threadSystem = vi.hoisted(() => ({ started: 0, allows: true }))

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor(script: URL) {
      super()
      if (script.pathname.endsWith('/query-workers/worker.ts')) threadSystem.started++
      if (!threadSystem.allows)
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

describe('Query worker failures', requires(!onPostgres, 'SQLite'), () => {
  let world: World
  let lines: string[]
  beforeEach(async () => {
    Object.assign(threadSystem, { started: 0, allows: true })
    lines = []
    world = await createWorld(
      {},
      { queryWorkers: { ...everyQuery }, log: (line) => void lines.push(line) },
    )
  })
  afterEach(() => world.stop())

  const countFailed = () => getOutcomes(world.deps.meters)['failed']
  const listWarnings = () => lines.filter((line) => line.includes('a query worker failed'))

  /** Each call sends a new operation, because a failed operation is not sent to a worker again. */
  async function expectResponses(name: string): Promise<void> {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.as('owner').gql(`query ${name} { me { role } }`)),
    )
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([200, { data: { me: { role: 'OWNER' } } }])
  }

  test('a query succeeds even if its worker fails, and the worker is not restarted immediately', async () => {
    for (let n = 0; listWarnings().length === 0; n++) await expectResponses(`Round${n}`)
    const failuresBefore = countFailed()
    expect(failuresBefore).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) await expectResponses(`Later${n}`)
    expect([threadSystem.started, listWarnings().length, countFailed()]).toEqual([
      1,
      1,
      failuresBefore,
    ])
  })

  test("a query whose worker fails is executed on the main thread with the caller's current permissions", async () => {
    const { queryWorkers } = world.deps
    if (!queryWorkers) throw new Error('expected query workers')
    const agent = await world.createKey('agent')
    const suspend = async () =>
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
      run: (...args) => queryWorkers.run(...args)?.then((result) => suspend().then(() => result)),
    }
    let reply = await agent.gql('{ me { id } }')
    while (countFailed() === 0) reply = await agent.gql('{ me { id } }')
    expect([reply.status, reply.text.includes('UNAUTHORIZED')]).toEqual([401, true])
  })

  test('queries succeed if the system cannot start another thread, and no further worker is started immediately', async () => {
    threadSystem.allows = false
    for (let n = 0; n < 5; n++) await expectResponses(`Round${n}`)
    expect([threadSystem.started, listWarnings().length, countFailed()]).toEqual([1, 1, 0])
  })
})
