import { createHash, hkdfSync } from 'node:crypto'
import type { ReachSnapshot } from '../access/narrowing.ts'
import { type Deps, timestamp } from '../context.ts'
import { badRequest, keyBusy, keyReused } from '../errors.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import { type HttpResponse, type RequestContext, viewerOf } from './request-context.ts'

/**
 * `Idempotency-Key`: the same request of an API key under the same Idempotency-Key has one effect,
 * and is answered with the same bytes for 24 hours. The answer is kept in the transaction of its
 * effect, encrypted under the Idempotency-Key. It belongs to the API key by id, which a rotation
 * keeps; another key of the same user is a different caller.
 */
export interface Once {
  find(db: Db): Promise<StoredAnswer | undefined>
  keep(db: Db, stored: StoredAnswer): Promise<void>
  done(): void
}

export interface StoredAnswer {
  answer: HttpResponse
  conditions: ReplayConditions
}

/** Stored with a response: the conditions under which it may be replayed. */
export interface ReplayConditions {
  /** Ids of the records in the response, also if they were not selected. */
  ids: readonly string[]
  /** Scopes required by its fields; of `a or b` one is enough. */
  scopes: readonly string[]
  reach: ReachSnapshot
}

interface IdempotencyRow {
  companyId: string
  apiKeyId: string
  keyHash: string
  requestHash: string
  status: number
  headers: string
  body: Buffer
  /** JSON: `ReplayConditions` */
  conditions: string
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

const kept = query((k, p: { companyId: string; apiKeyId: string; keyHash: string }) =>
  k
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('apiKeyId', '=', p.apiKeyId)
    .where('keyHash', '=', p.keyHash),
)

const expire = query((k, p: { before: string }) =>
  k.deleteFrom('idempotencyKeys').where('createdAt', '<=', p.before),
)

const horizon = (deps: Deps) => new Date(deps.now() - hoursKept * 3_600_000).toISOString()

/** Forgets the keys of all companies that are older than 24 hours. */
export const forgetOldKeys = (deps: Deps): Promise<number> =>
  deps.store.allCompanies.write((db) => db.run(expire, { before: horizon(deps) }))

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
export function once(x: RequestContext, request: () => unknown): Once | undefined {
  const given = x.request.headersDistinct['idempotency-key']
  if (!given) return undefined
  const [key = ''] = given
  if (given.length !== 1 || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw badRequest('Idempotency-Key must be one header of 1 to 255 visible ASCII characters')
  const { companyId, keyId } = viewerOf(x)
  if (keyId === null) throw new Error('a request without an API key')
  const slot = `${companyId} ${keyId} ${key}`
  const busy = running.get(x.deps.store) ?? new Set()
  running.set(x.deps.store, busy)
  if (busy.has(slot)) throw keyBusy()
  busy.add(slot)
  return {
    ...memory(x, { companyId, apiKeyId: keyId }, key, sha256(canonical(request()))),
    done: () => void busy.delete(slot),
  }
}

function memory(
  x: RequestContext,
  caller: Pick<IdempotencyRow, 'companyId' | 'apiKeyId'>,
  key: string,
  requestHash: string,
) {
  const row = { ...caller, keyHash: sha256(key) }
  const salt = `${caller.companyId} ${caller.apiKeyId}`
  const secret = Buffer.from(hkdfSync('sha256', key, salt, 'idempotency', 32))
  return {
    async find(db: Db): Promise<StoredAnswer | undefined> {
      const found = await db.first(kept, row)
      if (!found || found.createdAt <= horizon(x.deps)) return undefined
      if (found.requestHash !== requestHash) throw keyReused()
      const { status } = found
      const conditions = JSON.parse(found.conditions) as ReplayConditions
      const headers = {
        ...(JSON.parse(found.headers) as Record<string, string>),
        'Idempotent-Replayed': 'true',
      }
      return { conditions, answer: { status, headers, body: decrypt(secret, found.body) } }
    },
    async keep(db: Db, { conditions, answer }: StoredAnswer): Promise<void> {
      const { status, headers = {}, body } = answer
      await db.delete('idempotencyKeys', row)
      await db.insert('idempotencyKeys', {
        ...row,
        requestHash,
        status,
        headers: JSON.stringify(headers),
        body: encrypt(secret, body, x.deps.randomBytes(12)),
        conditions: JSON.stringify(conditions),
        createdAt: timestamp(x.deps),
      })
    },
  }
}
