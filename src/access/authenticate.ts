import { type Deps, timestamp } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { Store } from '../store/store.ts'
import { type Rights, type Role, rightsOf } from './scopes.ts'
import { hashOf, isHash, wellFormed } from './secret.ts'
import { roleLevel, type Viewer } from './viewer.ts'

/** Crosses companies by its nature: a key's hash is what tells the company. */
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
    .select(['companies.name as companyName', 'companies.region', 'companies.isDemo']),
)

const teamsOf = query((k, p: { companyId: string; userId: string }) =>
  k
    .selectFrom('teamMembers')
    .select(['teamId', 'isLeader'])
    .where('companyId', '=', p.companyId)
    .where('userId', '=', p.userId),
)

const membersLedBy = query((k, p: { companyId: string; userId: string }) =>
  k
    .selectFrom('teamMembers as led')
    .innerJoin('teamMembers as member', (join) =>
      join
        .onRef('member.companyId', '=', 'led.companyId')
        .onRef('member.teamId', '=', 'led.teamId'),
    )
    .where('led.companyId', '=', p.companyId)
    .where('led.userId', '=', p.userId)
    .where('led.isLeader', '=', 1)
    .where('member.isMember', '=', 1)
    .select('member.userId')
    .distinct(),
)

/**
 * The teams that decide what a user sees: those they belong to, and whom those they lead consist
 * of. Whoever sees everything needs neither; a narrowed key of an Owner may.
 */
export async function teamsSeenBy(
  db: Db,
  key: { companyId: string; userId: string },
  role: Role,
  rights: Rights,
) {
  const levels = [
    roleLevel[role],
    rights.level('people.view'),
    rights.level('people.edit'),
    rights.level('deals.view'),
  ]
  const teamIds = levels.every((level) => level === 'all')
    ? []
    : (await db.all(teamsOf, key)).map((row) => row.teamId)
  const led = levels.includes('team')
    ? (await db.all(membersLedBy, key)).map((row) => row.userId)
    : []
  return { teamIds, teamUserIds: [...new Set([key.userId, ...led])] }
}

/** Whose a key is, and until when. */
interface Owned {
  viewer: Viewer
  expires: string | null
  isDemo: boolean
}

const longAgo = '0000'

/** Nothing for one that is unknown or revoked, or of a suspended user. */
async function ownerOf(db: Db, hash: string): Promise<Owned | undefined> {
  const found = await db.first(keyByHash, { hash })
  const [current, previous] = [isHash(hash, found?.hash), isHash(hash, found?.previousHash)]
  if (!found || !(current || previous) || found.revokedAt || found.suspendedAt) return undefined
  const expires = current
    ? found.expiresAt
    : ([found.expiresAt, found.previousExpiresAt].filter(Boolean).sort()[0] ?? longAgo)
  const { companyId, companyName, region, userId, keyId, role } = found
  const rights = rightsOf(role, found.scopes ? (JSON.parse(found.scopes) as string[]) : null)
  const teams = await teamsSeenBy(db, { companyId, userId }, role, rights)
  const fullName = `${found.firstName} ${found.lastName}`.trim()
  return {
    viewer: { companyId, companyName, region, userId, keyId, role, fullName, ...teams, rights },
    expires,
    isDemo: found.isDemo === 1,
  }
}

/** The owner of a key, unless it has expired or is a demo key with `DEMO=false`. */
function viewerOfUsable(
  deps: Pick<Deps, 'now' | 'settings'>,
  owned: Owned | undefined,
): Viewer | undefined {
  if (!owned || (owned.isDemo && !deps.settings.DEMO)) return undefined
  return owned.expires && owned.expires <= timestamp(deps) ? undefined : owned.viewer
}

/**
 * @returns who the key's owner is, or nothing for a secret that is unknown, expired, revoked, of a
 * suspended user, or of the demo company with `DEMO=false`
 */
export async function authenticate(
  deps: Pick<Deps, 'now' | 'settings'>,
  db: Db,
  secret: string,
): Promise<Viewer | undefined> {
  return wellFormed(secret) ? viewerOfUsable(deps, await ownerOf(db, hashOf(secret))) : undefined
}

/** So many keys are remembered. */
const mostKnown = 1000
const known = new WeakMap<Store, { version: number; owners: Map<string, Owned> }>()

/**
 * The same on the newest state, looked up anew only if anything has been committed since the last
 * time.
 */
export function authenticateNow(deps: Deps, secret: string): MaybePromise<Viewer | undefined> {
  if (!wellFormed(secret)) return undefined
  const version = deps.store.version()
  let kept = known.get(deps.store)
  if (kept?.version !== version || kept.owners.size >= mostKnown) {
    kept = { version, owners: new Map() }
    known.set(deps.store, kept)
  }
  const hash = hashOf(secret)
  const viewer = viewerOfUsable(deps, kept.owners.get(hash))
  if (viewer) return viewer
  // One that has expired is looked up like one that is unknown, so that nobody can tell which it
  // is.
  const { owners } = kept
  return mapMaybePromise(
    deps.store.allCompanies.readLatest((db) => ownerOf(db, hash)),
    (owned) => {
      const found = viewerOfUsable(deps, owned)
      if (owned && found) owners.set(hash, owned)
      return found
    },
  )
}
