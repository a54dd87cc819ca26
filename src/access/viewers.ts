/** Loads viewers: callers with a credential's permissions, or users for whom the server acts. */
import { type InferResult, sql } from 'kysely'
import { type Deps, timestamp } from '../context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { type Cache, createCache, createDerivedCache } from '../lib/cache.ts'
import type { Db } from '../store/db.ts'
import { type Builder, query } from '../store/query.ts'
import type { Store } from '../store/store.ts'
import {
  type Authentication,
  dataScopeNames,
  getRights,
  type Rights,
  type Viewer,
} from './scopes.ts'

/**
 * Selects the active users of all companies with the columns that `createCaller` requires. Queries
 * for credentials also join the credential's table.
 */
export const selectUsers = (k: Builder) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .where('users.suspendedAt', 'is', null)
    .select([
      'users.companyId',
      'users.id as userId',
      'users.firstName',
      'users.lastName',
      'users.role',
      'companies.name as companyName',
      'companies.region',
      'companies.currency',
      'companies.timeZone',
      'companies.isDemo',
    ])

/** A row of `selectUsers`. */
export type CallerUser = InferResult<ReturnType<typeof selectUsers>>[number]

const userTeamsQuery = query(
  (_, p: { companyId: string; userId: string }) =>
    sql<{
      teamId: string
    }>`select "teamId" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${p.userId}`,
)

const ledUsersQuery = query(
  (_, p: { companyId: string; userId: string }) => sql<{
    userId: string
  }>`select distinct "member"."userId" from "teamMembers" as "leader"
    join "teamMembers" as "member" on "member"."companyId" = "leader"."companyId" and "member"."teamId" = "leader"."teamId" and "member"."isMember" = 1
    where "leader"."companyId" = ${p.companyId} and "leader"."userId" = ${p.userId} and "leader"."isLeader" = 1`,
)

const userByIdQuery = query((k, p: { companyId: string; userId: string }) =>
  selectUsers(k).where('users.companyId', '=', p.companyId).where('users.id', '=', p.userId),
)

/** Loads the teams and users on which permissions depend; no teams if every level is `all`. */
async function loadTeams(db: Db, user: { companyId: string; userId: string }, rights: Rights) {
  const levels = dataScopeNames.map((name) => rights.level(name))
  const teamIds = levels.every((level) => level === 'all')
    ? []
    : (await db.all(userTeamsQuery, user)).map((row) => row.teamId)
  const ledUserIds = levels.includes('team')
    ? (await db.all(ledUsersQuery, user)).map((row) => row.userId)
    : []
  return { teamIds, coveredUserIds: [...new Set([user.userId, ...ledUserIds])] }
}

/** A caller's credential. `scopes` is null, or a JSON list that narrows the permissions. */
interface Credential {
  credentialId: string | null
  scopes: string | null
  authentication?: Authentication
}

/** A credential's viewer, valid until the credential expires, and whether the company is a demo. */
export type Caller = Pick<CallerUser, 'isDemo'> & { viewer: Viewer }

/** Loads the caller with the permissions that a credential grants its user. */
export async function createCaller(
  db: Db,
  user: CallerUser,
  { scopes, ...credential }: Credential,
): Promise<Caller> {
  const { companyId, userId, role, firstName, lastName, region, currency, timeZone } = user
  const company = { id: companyId, name: user.companyName, region, currency, timeZone }
  const rights = getRights(role, scopes === null ? null : (JSON.parse(scopes) as string[]))
  const fullName = `${firstName} ${lastName}`.trim()
  const teams = await loadTeams(db, user, rights)
  const viewer = { companyId, company, userId, role, fullName, ...credential, ...teams, rights }
  return { viewer, isDemo: user.isDemo }
}

/** Loads the viewer for a user's background work; undefined for a suspended or deleted user. */
export async function loadViewerOfUser(
  db: Db,
  { companyId, userId, scopes }: { companyId: string; userId: string; scopes: string | null },
): Promise<Viewer | undefined> {
  const user = await db.first(userByIdQuery, { companyId, userId })
  return user && (await createCaller(db, user, { credentialId: null, scopes })).viewer
}

/** Returns whether a company accepts callers. With `DEMO=false`, the demo company does not. */
export const acceptsCallers = (
  { settings }: Pick<Deps, 'settings'>,
  { isDemo }: Pick<CallerUser, 'isDemo'>,
): boolean => settings.DEMO || isDemo === 0

/** Returns the viewer; undefined if the credential has expired or the company rejects callers. */
export function getUsableViewer(deps: Pick<Deps, 'now' | 'settings'>, caller: Caller | undefined) {
  if (!caller || !acceptsCallers(deps, caller)) return undefined
  const expiresAt = caller.viewer.authentication?.expiresAt
  return expiresAt && expiresAt <= timestamp(deps) ? undefined : caller.viewer
}

/** Callers by credential hash, each valid for one version of the store. */
type CallerCache = Cache<string, { caller: Caller; version: number }>

const createCallerCache = (): CallerCache => createCache('callers', { maxEntries: 1000 })

const callerCaches = createDerivedCache<Store, CallerCache>('caller_caches')

/** Returns the viewer that `findCaller` loads; on SQLite, cached by `key` until the next commit. */
export function findViewerCached(
  deps: Deps,
  key: string,
  findCaller: (db: Db) => MaybePromise<Caller | undefined>,
): MaybePromise<Viewer | undefined> {
  const version = deps.store.readVersion()
  const cache = callerCaches.getOrCreate(deps.store, createCallerCache)
  const entry = cache.get(key)
  const viewer = entry && entry.version === version && getUsableViewer(deps, entry.caller)
  if (viewer) return viewer
  // An expired key is looked up like an unknown key, so that the response time is the same.
  return mapMaybePromise(deps.store.allCompanies.readLatest(findCaller), (caller) => {
    const usableViewer = getUsableViewer(deps, caller)
    if (caller && usableViewer && version !== undefined) cache.set(key, { caller, version })
    return usableViewer
  })
}
