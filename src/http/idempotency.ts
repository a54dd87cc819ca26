/**
 * `Idempotency-Key`: for 24 hours, repeating a successful request with the same API key or identity
 * has no further effect and returns the first response. The first transaction stores that response,
 * encrypted with a key derived from the header. The response survives key rotation and new tokens.
 */
import { createHash, hkdfSync } from 'node:crypto'
import type { RightsSnapshot } from '../access/narrowing.ts'
import { type Deps, timestamp, toTimestamp } from '../context.ts'
import { badRequest, idempotencyKeyInUse, idempotencyKeyReused } from '../errors.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'
import { dayMs } from '../lib/time.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import { type HttpResponse, type RequestContext, requireViewer } from './request-context.ts'

export type StoredResponse = { response: HttpResponse; conditions: ReplayConditions }

/** Conditions for replaying a stored response; they are stored with the response. */
export interface ReplayConditions {
  /** The ids of all records in the response, even if the client did not select `id`. */
  ids: readonly string[]
  /** The scopes that the response's fields require; `a or b` requires only one of two scopes. */
  scopes: readonly string[]
  reach: RightsSnapshot
}

interface IdempotencyRow {
  companyId: string
  /** The id of the API key or identity; the column name is kept for older program versions. */
  apiKeyId: string
  keyHash: string
  requestHash: string
  status: number
  headers: string
  body: Buffer
  /** The `ReplayConditions` as a JSON object. */
  conditions: string
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    idempotencyKeys: IdempotencyRow
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const busySlotsByStore = new WeakMap<object, Set<string>>()

const responseQuery = query((k, p: { companyId: string; apiKeyId: string; keyHash: string }) =>
  k
    .selectFrom('idempotencyKeys')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('apiKeyId', '=', p.apiKeyId)
    .where('keyHash', '=', p.keyHash),
)

const deletionStatement = query((k, p: { before: string }) =>
  k.deleteFrom('idempotencyKeys').where('createdAt', '<=', p.before),
)

const getCutoff = (deps: Deps) => toTimestamp(deps.now() - dayMs)

/** Deletes stored responses older than 24 hours, in all companies. */
export const deleteExpiredKeys = (deps: Deps): Promise<number> =>
  deps.store.allCompanies.write((db) => db.run(deletionStatement, { before: getCutoff(deps) }))

/** Returns JSON with sorted keys, so that equal requests have equal hashes. */
function canonicalize(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    item && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
}

/** An `Idempotency-Key` that is reserved for a request until `release` is called. */
export class IdempotencyKey {
  readonly #deps: Deps
  readonly #requestHash: string
  readonly #rowKey: Pick<IdempotencyRow, 'companyId' | 'apiKeyId' | 'keyHash'>
  readonly #cipherKey: Buffer
  readonly #slot: string
  readonly #busySlots: Set<string>

  /**
   * Reserves the request's key.
   * @param requestParts the parts of the request that a repeated request must match
   * @throws BAD_REQUEST for a malformed key, CONFLICT while the first request is running
   */
  constructor(http: RequestContext, requestParts: unknown) {
    const [key = '', secondKey] = http.request.headersDistinct['idempotency-key'] ?? []
    if (secondKey !== undefined || !/^[\x21-\x7e]{1,255}$/.test(key))
      throw badRequest('Idempotency-Key must be one header of 1 to 255 visible ASCII characters')
    const { companyId, credentialId: apiKeyId } = requireViewer(http)
    if (apiKeyId === null) throw new Error('The request has no credential')
    const salt = `${companyId} ${apiKeyId}`
    this.#deps = http.deps
    this.#requestHash = sha256(canonicalize(requestParts))
    this.#rowKey = { companyId, apiKeyId, keyHash: sha256(key) }
    this.#cipherKey = Buffer.from(hkdfSync('sha256', key, salt, 'idempotency', 32))
    this.#slot = `${salt} ${key}`
    this.#busySlots = busySlotsByStore.get(http.deps.store) ?? new Set()
    busySlotsByStore.set(http.deps.store, this.#busySlots)
    if (this.#busySlots.has(this.#slot)) throw idempotencyKeyInUse()
    this.#busySlots.add(this.#slot)
  }

  /** Releases the key for use by other requests. */
  release(): void {
    this.#busySlots.delete(this.#slot)
  }

  /** @throws IDEMPOTENCY_KEY_REUSED if the key was used for a different request */
  async find(db: Db): Promise<StoredResponse | undefined> {
    const storedRow = await db.first(responseQuery, this.#rowKey)
    if (!storedRow || storedRow.createdAt <= getCutoff(this.#deps)) return undefined
    if (storedRow.requestHash !== this.#requestHash) throw idempotencyKeyReused()
    const { status } = storedRow
    const conditions = JSON.parse(storedRow.conditions) as ReplayConditions
    const headers = {
      ...(JSON.parse(storedRow.headers) as Record<string, string>),
      'Idempotent-Replayed': 'true',
    }
    const body = decrypt(this.#cipherKey, storedRow.body)
    return { conditions, response: { status, headers, body } }
  }

  /** Stores the response in the request's transaction. */
  async store(db: Db, { conditions, response }: StoredResponse): Promise<void> {
    const { status, headers = {}, body } = response
    await db.delete('idempotencyKeys', this.#rowKey)
    await db.insert('idempotencyKeys', {
      ...this.#rowKey,
      requestHash: this.#requestHash,
      status,
      headers: JSON.stringify(headers),
      body: encrypt(this.#cipherKey, body, this.#deps.randomBytes),
      conditions: JSON.stringify(conditions),
      createdAt: timestamp(this.#deps),
    })
  }
}
