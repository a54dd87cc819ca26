/** Creates, hashes and authenticates API keys. */
import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Deps } from '../context.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { Viewer } from './scopes.ts'
import {
  type Caller,
  createCaller,
  findViewerCached,
  getUsableViewer,
  selectUsers,
} from './viewers.ts'

/** An API key consists of `dg_`, 32 random base62 characters (190 bits) and a CRC-32 of both. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretPattern = /^dg_[0-9A-Za-z]{38}$/

function computeChecksum(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let position = 0; position < 6; position++) {
    digits = alphabet[remainder % 62] + digits
    remainder = Math.floor(remainder / 62)
  }
  return digits
}

export function createSecret(randomBytes: (length: number) => Uint8Array): string {
  let randomPart = ''
  while (randomPart.length < 32)
    for (const byte of randomBytes(48))
      if (byte < 248 && randomPart.length < 32) randomPart += alphabet[byte % 62]
  return `dg_${randomPart}${computeChecksum(`dg_${randomPart}`)}`
}

/** Hashes a secret for storage. SHA-256 is sufficient, because a secret has 190 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

const emptyHash = Buffer.alloc(32)

/** Compares, in constant time, a hash with a stored hash, which may be missing. */
function matchesHash(hash: string, storedHash: string | null | undefined): boolean {
  const storedBytes = storedHash ? Buffer.from(storedHash, 'hex') : emptyHash
  return timingSafeEqual(Buffer.from(hash, 'hex'), storedBytes) && storedHash != null
}

/** Returns whether a secret is well-formed, so that mistyped keys need no database query. */
const isWellFormed = (secret: string): boolean =>
  secretPattern.test(secret) && computeChecksum(secret.slice(0, -6)) === secret.slice(-6)

/** CROSSES COMPANIES: the key hash determines the company. */
const keyByHashQuery = query((k, p: { hash: string }) =>
  selectUsers(k)
    .innerJoin('apiKeys', (join) =>
      join
        .onRef('apiKeys.companyId', '=', 'users.companyId')
        .onRef('apiKeys.userId', '=', 'users.id'),
    )
    .where((eb) =>
      eb.or([eb('apiKeys.hash', '=', p.hash), eb('apiKeys.previousHash', '=', p.hash)]),
    )
    .select([
      'apiKeys.id as keyId',
      'apiKeys.hash',
      'apiKeys.previousHash',
      'apiKeys.scopes',
      'apiKeys.expiresAt',
      'apiKeys.revokedAt',
      'apiKeys.previousExpiresAt',
    ]),
)

const earliestTimestamp = '0000'

/** Finds a key's caller; undefined if the key is unknown or revoked, or its user is suspended. */
async function findKeyCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const key = await db.first(keyByHashQuery, { hash })
  const isCurrent = matchesHash(hash, key?.hash)
  const isPrevious = matchesHash(hash, key?.previousHash)
  if (!key || !(isCurrent || isPrevious) || key.revokedAt) return undefined
  const expiresAt = isCurrent
    ? key.expiresAt
    : ([key.expiresAt, key.previousExpiresAt].filter(Boolean).sort()[0] ?? earliestTimestamp)
  return createCaller(db, key, {
    credentialId: key.keyId,
    scopes: key.scopes,
    authentication: { method: 'API_KEY', expiresAt },
  })
}

/** Returns a key's viewer; undefined if the key, its user or its company is not accepted. */
export async function authenticateKey(
  deps: Pick<Deps, 'now' | 'settings'>,
  db: Db,
  secret: string,
): Promise<Viewer | undefined> {
  return isWellFormed(secret)
    ? getUsableViewer(deps, await findKeyCaller(db, hashSecret(secret)))
    : undefined
}

/** Authenticates an API key; on SQLite, caches its viewer until the next commit. */
export function authenticateKeyCached(deps: Deps, secret: string) {
  if (!isWellFormed(secret)) return undefined
  const hash = hashSecret(secret)
  return findViewerCached(deps, hash, (db) => findKeyCaller(db, hash))
}
