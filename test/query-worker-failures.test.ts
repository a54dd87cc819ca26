import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onPostgres } from './support/database.ts'
import { outcomesOf } from './support/metrics.ts'
import { everything } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

/** Of reading threads only: how many were started, and whether the system allows another one. */
const system = vi.hoisted(() => ({ started: 0, allows: true }))

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor(script: URL) {
      super()
      if (script.pathname.endsWith('/query-workers/worker.ts')) system.started++
      if (!system.allows)
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

describe.skipIf(onPostgres)('a thread', () => {
  let world: World
  let lines: string[]
  beforeEach(async () => {
    Object.assign(system, { started: 0, allows: true })
    lines = []
    world = await createWorld(
      {},
      { inThreads: { ...everything }, log: (line) => void lines.push(line) },
    )
  })
  afterEach(() => world.stop())

  const failed = () => outcomesOf(world.deps.meters)['failed']
  const warnings = () => lines.filter((line) => line.includes('a query worker failed'))

  /**
   * An operation of its own each time: of one that a thread has failed of, none would be asked
   * again anyway.
   */
  async function everybodyIsAnswered(name: string): Promise<void> {
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.as('owner').gql(`query ${name} { me { role } }`)),
    )
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([200, { data: { me: { role: 'OWNER' } } }])
  }

  test('that fails when it is asked costs nobody an answer, and none is started again at once', async () => {
    for (let n = 0; warnings().length === 0; n++) await everybodyIsAnswered(`Round${n}`)
    const before = failed()
    expect(before).toBeGreaterThan(0)
    for (let n = 0; n < 5; n++) await everybodyIsAnswered(`Later${n}`)
    expect([system.started, warnings().length, failed()]).toEqual([1, 1, before])
  })

  test('that fails leaves it to be answered with the rights of then', async () => {
    const { queryWorkers: threads } = world.deps
    if (!threads) throw new Error('there are threads')
    const agent = await world.keyOf('agent')
    const suspend = async () =>
      expect(
        (
          await world
            .as('owner')
            .rest('PUT', `/v1/users/${world.users.agent.id}`, { suspended: true })
        ).status,
      ).toBe(200)
    world.deps.queryWorkers = {
      recordDuration: threads.recordDuration.bind(threads),
      end: threads.end.bind(threads),
      run: (...given) => threads.run(...given)?.then((told) => suspend().then(() => told)),
    }
    let reply = await agent.gql('{ me { id } }')
    while (failed() === 0) reply = await agent.gql('{ me { id } }')
    expect([reply.status, reply.text.includes('UNAUTHORIZED')]).toEqual([401, true])
  })

  test('that the system does not allow costs nobody an answer, and it is not asked for one again at once', async () => {
    system.allows = false
    for (let n = 0; n < 5; n++) await everybodyIsAnswered(`Round${n}`)
    expect([system.started, warnings().length, failed()]).toEqual([1, 1, 0])
  })
})
