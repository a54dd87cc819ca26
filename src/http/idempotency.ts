import { createHash, hkdfSync } from 'node:crypto'
import type { Viewer } from '../auth/viewer.ts'
import { type Deps, timestamp } from '../context.ts'
import { badRequest, keyBusy, keyReused } from '../errors.ts'
import { open, seal } from '../sealing.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { Answer, Exchange } from './exchange.ts'
import { viewerOf } from './exchange.ts'

/**
 * `Idempotency-Key`: the same request under the same key has one effect, and is answered with the
 * same bytes for 24 hours. The answer is kept in the transaction of its effect, encrypted under the
 * key itself.
 */
export interface Once {
  find(db: Db): Promise<Answer | undefined>
  keep(db: Db, answer: Answer): Promise<void>
  done(): void
}

interface IdempotencyRow {
  companyId: string
  userId: string
  keyHash: string
  requestHash: string
  status: number
  headers: string
  body: Buffer
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    idempotencyKeys: IdempotencyRow
  }
}

const hoursKept = 24
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const running = new WeakMap<object, Set<string>>()

const kept = query((k, p: { companyId: string; userId: string; keyHash: string }) =>
  k
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('userId', '=', p.userId)
    .where('keyHash', '=', p.keyHash),
)

const expire = query((k, p: { before: string }) =>
  k.deleteFrom('idempotencyKeys').where('createdAt', '<=', p.before),
)

const horizon = (deps: Deps) => new Date(deps.now() - hoursKept * 3_600_000).toISOString()

/** Forgets the keys of all companies that are older than 24 hours. */
export const forgetOldKeys = (deps: Deps): Promise<number> =>
  deps.store.everyCompany.write((db) => db.run(expire, { before: horizon(deps) }))

/** A request in a form in which equal ones are equal: objects with their keys in order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}

/**
 * @param request tells what must be equal for a repetition to be one; asked only where there is a
 * key
 * @throws BAD_REQUEST for an unusable key, CONFLICT while the first request is still running
 */
export function once(x: Exchange, request: () => unknown): Once | undefined {
  const given = x.request.headersDistinct['idempotency-key']
  if (!given) return undefined
  const [key = ''] = given
  if (given.length !== 1 || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be one header of 1 to 255 visible ASCII characters')
  const viewer = viewerOf(x)
  const slot = `${viewer.companyId} ${viewer.userId} ${key}`
  const busy = running.get(x.deps.store) ?? new Set()
  running.set(x.deps.store, busy)
  if (busy.has(slot)) throw keyBusy()
  busy.add(slot)
  return {
    ...memory(x, viewer, key, sha256(canonical(request()))),
    done: () => void busy.delete(slot),
  }
}

function memory(x: Exchange, { companyId, userId }: Viewer, key: string, requestHash: string) {
  const row = { companyId, userId, keyHash: sha256(key) }
  const secret = Buffer.from(hkdfSync('sha256', key, `${companyId} ${userId}`, 'idempotency', 32))
  return {
    async find(db: Db): Promise<Answer | undefined> {
      const found = await db.first(kept, row)
      if (!found || found.createdAt <= horizon(x.deps)) return undefined
      if (found.requestHash !== requestHash) throw keyReused()
      return {
        status: found.status,
        headers: {
          ...(JSON.parse(found.headers) as Record<string, string>),
          'Idempotent-Replayed': 'true',
        },
        body: open(secret, found.body),
      }
    },
    async keep(db: Db, { status, headers = {}, body }: Answer): Promise<void> {
      await db.delete('idempotencyKeys', row)
      await db.insert('idempotencyKeys', {
        ...row,
        requestHash,
        status,
        headers: JSON.stringify(headers),
        body: seal(secret, body, x.deps.randomBytes(12)),
        createdAt: timestamp(x.deps),
      })
    },
  }
}
