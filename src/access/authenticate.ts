/** Authenticates API keys, and loads the viewer of a key or of a user for whom the server acts. */
import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { sql } from 'kysely'
import { type Deps, timestamp } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { type Cache, createCache, createDerivedCache } from '../lib/cache.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { Store } from '../store/store.ts'
import { type Company, dataScopeNames, type Rights, rightsOf, type Viewer } from './scopes.ts'

/** An API key is `dg_`, 32 random base62 characters (190 bits) and a 6-character CRC-32 of both. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretPattern = /^dg_[0-9A-Za-z]{38}$/

function computeChecksum(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let i = 0; i < 6; i++) {
    digits = alphabet[remainder % 62] + digits
    remainder = Math.floor(remainder / 62)
  }
  return digits
}

export function newSecret(randomBytes: (length: number) => Uint8Array): string {
  let body = ''
  while (body.length < 32)
    for (const byte of randomBytes(48))
      if (byte < 248 && body.length < 32) body += alphabet[byte % 62]
  return `dg_${body}${computeChecksum(`dg_${body}`)}`
}

/** Hashes a secret for storage. SHA-256 is enough for a secret of 190 random bits. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

const emptyHash = Buffer.alloc(32)

/** Compares a hash with the stored hash, if any, in constant time. */
function matchesHash(hash: string, storedHash: string | null | undefined): boolean {
  const stored = storedHash ? Buffer.from(storedHash, 'hex') : emptyHash
  return timingSafeEqual(Buffer.from(hash, 'hex'), stored) && storedHash != null
}

/** Returns whether a text has the form of a key, so that mistyped keys need no database query. */
const isWellFormed = (secret: string): boolean =>
  secretPattern.test(secret) && computeChecksum(secret.slice(0, -6)) === secret.slice(-6)

const companyColumns = [
  'companies.name as companyName',
  'companies.region',
  'companies.currency',
  'companies.timeZone',
] as const

/** CROSSES COMPANIES: the hash of a key determines its company. */
const keyByHash = query((k, p: { hash: string }) =>
  k
    .selectFrom('apiKeys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'apiKeys.companyId')
        .onRef('users.id', '=', 'apiKeys.userId'),
    )
    .innerJoin('companies', 'companies.id', 'apiKeys.companyId')
    .where((eb) =>
      eb.or([eb('apiKeys.hash', '=', p.hash), eb('apiKeys.previousHash', '=', p.hash)]),
    )
    .select([
      'apiKeys.id as keyId',
      'apiKeys.companyId',
      'apiKeys.hash',
      'apiKeys.previousHash',
      'apiKeys.scopes',
      'apiKeys.expiresAt',
      'apiKeys.revokedAt',
      'apiKeys.previousExpiresAt',
    ])
    .select([
      'users.id as userId',
      'users.firstName',
      'users.lastName',
      'users.role',
      'users.suspendedAt',
    ])
    .select(companyColumns)
    .select('companies.isDemo'),
)

const teamsOfUser = query(
  (_, p: { companyId: string; userId: string }) =>
    sql<{
      teamId: string
    }>`select "teamId" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${p.userId}`,
)

const membersLedBy = query(
  (_, p: { companyId: string; userId: string }) => sql<{
    userId: string
  }>`select distinct "member"."userId" from "teamMembers" as "led"
    join "teamMembers" as "member" on "member"."companyId" = "led"."companyId" and "member"."teamId" = "led"."teamId" and "member"."isMember" = 1
    where "led"."companyId" = ${p.companyId} and "led"."userId" = ${p.userId} and "led"."isLeader" = 1`,
)

const userById = query((k, p: { companyId: string; userId: string }) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .where('users.companyId', '=', p.companyId)
    .where('users.id', '=', p.userId)
    .select(['users.firstName', 'users.lastName', 'users.role', 'users.suspendedAt'])
    .select(companyColumns),
)

/** Loads the teams that the rights depend on: none if every level is `all`. */
async function loadTeams(db: Db, user: { companyId: string; userId: string }, rights: Rights) {
  const levels = dataScopeNames.map((name) => rights.level(name))
  const teamIds = levels.every((level) => level === 'all')
    ? []
    : (await db.all(teamsOfUser, user)).map((row) => row.teamId)
  const ledUserIds = levels.includes('team')
    ? (await db.all(membersLedBy, user)).map((row) => row.userId)
    : []
  return { teamIds, teamUserIds: [...new Set([user.userId, ...ledUserIds])] }
}

type UserOfViewer = Pick<Viewer, 'companyId' | 'userId' | 'role'> &
  Omit<Company, 'id' | 'name'> & { companyName: string; firstName: string; lastName: string }

/** @param scopes JSON list of scopes that narrow the rights; null for all rights of the role */
async function createViewer(
  db: Db,
  { firstName, lastName, companyName: name, region, currency, timeZone, ...user }: UserOfViewer,
  keyId: string | null,
  scopes: string | null,
): Promise<Viewer> {
  const { companyId, userId, role } = user
  const company = { id: companyId, name, region, currency, timeZone }
  const rights = rightsOf(role, scopes === null ? null : (JSON.parse(scopes) as string[]))
  const fullName = `${firstName} ${lastName}`.trim()
  const teams = await loadTeams(db, { companyId, userId }, rights)
  return { companyId, company, userId, keyId, role, fullName, ...teams, rights }
}

/** Loads the viewer for a user's background work; undefined if the user is suspended or deleted. */
export async function viewerOfUser(
  db: Db,
  { companyId, userId, scopes }: { companyId: string; userId: string; scopes: string | null },
): Promise<Viewer | undefined> {
  const user = await db.first(userById, { companyId, userId })
  if (!user || user.suspendedAt) return undefined
  return createViewer(db, { ...user, companyId, userId }, null, scopes)
}

interface KeyOwner {
  viewer: Viewer
  expiresAt: string | null
  isDemo: boolean
}

const earliestTimestamp = '0000'

/** @returns undefined if the key is unknown or revoked, or its user is suspended */
async function findKeyOwner(db: Db, hash: string): Promise<KeyOwner | undefined> {
  const key = await db.first(keyByHash, { hash })
  const isCurrent = matchesHash(hash, key?.hash)
  const isPrevious = matchesHash(hash, key?.previousHash)
  if (!key || !(isCurrent || isPrevious) || key.revokedAt || key.suspendedAt) return undefined
  const expiresAt = isCurrent
    ? key.expiresAt
    : ([key.expiresAt, key.previousExpiresAt].filter(Boolean).sort()[0] ?? earliestTimestamp)
  const viewer = await createViewer(db, key, key.keyId, key.scopes)
  return { viewer, expiresAt, isDemo: key.isDemo === 1 }
}

/** Returns the viewer of a key; undefined if it has expired, or is a demo key and `DEMO=false`. */
function getUsableViewer(
  deps: Pick<Deps, 'now' | 'settings'>,
  owner: KeyOwner | undefined,
): Viewer | undefined {
  if (!owner || (owner.isDemo && !deps.settings.DEMO)) return undefined
  return owner.expiresAt && owner.expiresAt <= timestamp(deps) ? undefined : owner.viewer
}

/** @returns undefined if the key is unknown, expired or revoked, or its user is suspended */
export async function authenticate(
  deps: Pick<Deps, 'now' | 'settings'>,
  db: Db,
  secret: string,
): Promise<Viewer | undefined> {
  return isWellFormed(secret)
    ? getUsableViewer(deps, await findKeyOwner(db, hashSecret(secret)))
    : undefined
}

/** Key owners by hash of the key, each valid for one version of the store. */
type OwnerCache = Cache<string, { owner: KeyOwner; version: number }>

const createOwnerCache = (): OwnerCache => createCache('key_owners', { maxEntries: 1000 })

const ownerCaches = createDerivedCache<Store, OwnerCache>('key_owner_caches')

/** Authenticates an API key, and caches its owner until the next commit to the database. */
export function authenticateCached(deps: Deps, secret: string): MaybePromise<Viewer | undefined> {
  if (!isWellFormed(secret)) return undefined
  const version = deps.store.readVersion()
  const cache = ownerCaches.getOrCreate(deps.store, createOwnerCache)
  const hash = hashSecret(secret)
  const cached = cache.get(hash)
  const viewer = cached?.version === version && getUsableViewer(deps, cached.owner)
  if (viewer) return viewer
  // An expired key is looked up like an unknown one, so that timing does not distinguish them.
  return mapMaybePromise(
    deps.store.allCompanies.readLatest((db) => findKeyOwner(db, hash)),
    (owner) => {
      const usableViewer = getUsableViewer(deps, owner)
      if (owner && usableViewer) cache.set(hash, { owner, version })
      return usableViewer
    },
  )
}
