import { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { everything } from './support/server.ts'
import { createWorld, type World } from './support/world.ts'

let started = 0

vi.mock('node:worker_threads', () => ({
  Worker: class extends EventEmitter {
    constructor() {
      super()
      started++
      setImmediate(() => this.emit('message', 'ready'))
    }
    unref() {}
    postMessage() {
      setImmediate(() => this.emit('error', Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' })))
    }
    async terminate() {}
  },
}))

let world: World
beforeAll(async () => {
  world = await createWorld({}, { inThreads: { ...everything } })
})
afterAll(() => world.stop())

test('a thread that fails costs nobody an answer, and is not tried again at once', async () => {
  for (let n = 0; n < 5; n++) {
    const replies = await Promise.all(Array.from({ length: 5 }, () => world.as('owner').gql('{ me { role } }')))
    for (const { body } of replies) expect(body.data.me.role).toBe('OWNER')
  }
  expect(started).toBeLessThan(3)
})
