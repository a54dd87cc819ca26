/** Loads viewers: callers with the rights of a credential, or users for whom the server acts. */
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
  type Rights,
  rightsOf,
  type Viewer,
} from './scopes.ts'

/**
 * Selects the active users, in any company, with the columns of `createCaller`. Credentials are
 * joined to them.
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

/** A user, as `selectUsers` selects it. */
export type UserOfCaller = InferResult<ReturnType<typeof selectUsers>>[number]

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
  selectUsers(k).where('users.companyId', '=', p.companyId).where('users.id', '=', p.userId),
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

/** The credential of a caller; `scopes` is a JSON list that narrows the rights, or null. */
interface Credential {
  credentialId: string | null
  scopes: string | null
  authentication?: Authentication
}

/** The viewer of a credential, valid until the credential expires, with `isDemo` of the company. */
export type Caller = Pick<UserOfCaller, 'isDemo'> & { viewer: Viewer }

/** Loads the caller with the rights that a credential gives its user. */
export async function createCaller(
  db: Db,
  user: UserOfCaller,
  { scopes, ...credential }: Credential,
): Promise<Caller> {
  const { companyId, userId, role, firstName, lastName, region, currency, timeZone } = user
  const company = { id: companyId, name: user.companyName, region, currency, timeZone }
  const rights = rightsOf(role, scopes === null ? null : (JSON.parse(scopes) as string[]))
  const fullName = `${firstName} ${lastName}`.trim()
  const teams = await loadTeams(db, user, rights)
  const viewer = { companyId, company, userId, role, fullName, ...credential, ...teams, rights }
  return { viewer, isDemo: user.isDemo }
}

/** Loads the viewer for a user's background work; undefined if the user is suspended or deleted. */
export async function viewerOfUser(
  db: Db,
  { companyId, userId, scopes }: { companyId: string; userId: string; scopes: string | null },
): Promise<Viewer | undefined> {
  const user = await db.first(userById, { companyId, userId })
  return user && (await createCaller(db, user, { credentialId: null, scopes })).viewer
}

/** Returns whether a company accepts callers: a demo company does not if `DEMO=false`. */
export const acceptsCallers = (
  { settings }: Pick<Deps, 'settings'>,
  { isDemo }: Pick<UserOfCaller, 'isDemo'>,
): boolean => settings.DEMO || isDemo === 0

/** Returns a caller's viewer; undefined after expiry, or in the demo company if `DEMO=false`. */
export function getUsableViewer(deps: Pick<Deps, 'now' | 'settings'>, caller: Caller | undefined) {
  if (!caller || !acceptsCallers(deps, caller)) return undefined
  const expiresAt = caller.viewer.authentication?.expiresAt
  return expiresAt && expiresAt <= timestamp(deps) ? undefined : caller.viewer
}

/** Callers by hash of their credential, each valid for one version of the store. */
type CallerCache = Cache<string, { caller: Caller; version: number }>

const createCallerCache = (): CallerCache => createCache('callers', { maxEntries: 1000 })

const callerCaches = createDerivedCache<Store, CallerCache>('caller_caches')

/** Returns the viewer that `find` loads, cached by `key` until the next commit to the database. */
export function findViewerCached(
  deps: Deps,
  key: string,
  find: (db: Db) => MaybePromise<Caller | undefined>,
): MaybePromise<Viewer | undefined> {
  const version = deps.store.readVersion()
  const cache = callerCaches.getOrCreate(deps.store, createCallerCache)
  const cached = cache.get(key)
  const viewer = cached?.version === version && getUsableViewer(deps, cached.caller)
  if (viewer) return viewer
  // An expired key is looked up like an unknown one, so that timing does not distinguish them.
  return mapMaybePromise(deps.store.allCompanies.readLatest(find), (caller) => {
    const usableViewer = getUsableViewer(deps, caller)
    if (caller && usableViewer) cache.set(key, { caller, version })
    return usableViewer
  })
}
