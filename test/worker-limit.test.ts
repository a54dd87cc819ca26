import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { query } from '../src/store/query.ts'
import { createWorld, type World } from './support/world.ts'

vi.mock('node:worker_threads', () => ({
  Worker: class {
    constructor() {
      throw Object.assign(new Error('Worker initialization failure: EAGAIN'), {
        code: 'ERR_WORKER_INIT_FAILED',
      })
    }
  },
}))

const companyNamesQuery = query((k, _: object) => k.selectFrom('companies').select('name'))

describe('A system without available threads', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world.stop())

  test('writes succeed even if no thread is available for checkpoints of the write-ahead log', async () => {
    const { body } = await world.as('owner').rest('GET', '/v1/api-keys')
    const idempotencyRow = {
      companyId: world.company.id,
      apiKeyId: body.data[0].id as string,
      requestHash: '',
      status: 200,
      headers: '{}',
      conditions: '{}',
      createdAt: '2026-06-01T09:00:00.000Z',
    }
    for (const keyHash of ['a', 'b', 'c']) {
      await world.deps.store.allCompanies.write((db) =>
        db.insert('idempotencyKeys', { ...idempotencyRow, keyHash, body: Buffer.alloc(5_000_000) }),
      )
      expect((await world.as('owner').rest('POST', '/v1/tasks', { title: keyHash })).status).toBe(
        201,
      )
    }
  })

  test('a query that requires a worker is rejected if no thread is available, and other requests succeed', async () => {
    for (let i = 0; i < 3; i++) {
      const countPromise = world.deps.store.allCompanies.read((db) =>
        db.readFirstInWorker(companyNamesQuery, {}),
      )
      await expect(countPromise).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect((await world.as('owner').rest('GET', '/v1/people')).status).toBe(200)
    }
  })
})
