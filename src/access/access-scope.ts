/** Converts permissions to SQL parameters and to an access scope, which determines the SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { MaybePromise } from '../lib/async.ts'
import { createDerivedCache } from '../lib/cache.ts'
import { encodeListParam, queryFamily } from '../store/query.ts'
import { isInCompany, listRows } from '../store/sql.ts'
import { covers, getNarrowedViewScopes } from './narrowing.ts'
import {
  allScopes,
  type DataScopeName,
  dataScopeNames,
  getCoveredUserIds,
  levels,
  type Viewer,
  type ViewScope,
} from './scopes.ts'

export interface AccessScope {
  /** The data scopes that do not cover all records, narrowest first. */
  restrictedScopes: readonly DataScopeName[]
  /** Narrowed keys only: the view scopes whose level is lower than the role's level. */
  narrowedScopes?: readonly ViewScope[]
}

/** For each data scope, a list (see `encodeListParam`) of the users whose records it covers. */
type UserLists = { [S in DataScopeName as `usersIn:${S}`]: string }

export interface AccessParams extends UserLists {
  companyId: string
  viewerId: string
  /** `Viewer.teamIds` as a list (see `encodeListParam`). */
  teamIds: string
  /** The id of the caller's API key or identity; empty without a credential. */
  credentialId: string
  /** Narrowed keys only: the scopes that a visible credential of the same user may have. */
  ownCredentialScopes: string
  /** Narrowed keys only: the scopes that a visible credential of another user may have. */
  otherCredentialScopes: string
}

export const getUserList = (p: AccessParams, name: DataScopeName): string => p[`usersIn:${name}`]

/** Returns parameters and an access scope in which the data scope `name` is limited to `limit`. */
export function limitScope(
  p: AccessParams,
  scope: AccessScope,
  name: DataScopeName,
  limit: DataScopeName,
): [AccessParams, AccessScope] {
  const { restrictedScopes } = scope
  const narrowestName =
    restrictedScopes.find((restricted) => [name, limit].includes(restricted)) ?? name
  const users = getUserList(p, narrowestName)
  return [
    // `p` is a proxy of placeholders; a spread would copy nothing, as it has no own properties.
    Object.create(p, { [`usersIn:${name}`]: { value: users } }) as AccessParams,
    restrictedScopes.includes(name)
      ? scope
      : { ...scope, restrictedScopes: [...restrictedScopes, name] },
  ]
}

type Access = { scope: AccessScope; params: AccessParams }

const accessByViewer = createDerivedCache<Viewer, Access>('viewer_scopes')

const getAccess = (viewer: Viewer): Access =>
  accessByViewer.getOrCreate(viewer, () => ({
    scope: createScope(viewer),
    params: createParams(viewer),
  }))

function createScope(viewer: Viewer): AccessScope {
  const { rights } = viewer
  const getRank = (name: DataScopeName) => levels.indexOf(rights.level(name))
  return {
    restrictedScopes: dataScopeNames
      .filter((name) => rights.level(name) !== 'all')
      .sort((a, b) => getRank(a) - getRank(b)),
    ...(rights.isNarrowed && { narrowedScopes: getNarrowedViewScopes(viewer) }),
  }
}

function createParams(viewer: Viewer): AccessParams {
  const { rights, companyId, userId, teamIds, credentialId } = viewer
  const userLists = dataScopeNames.map((name) => [
    `usersIn:${name}`,
    encodeListParam(getCoveredUserIds(viewer, name) ?? []),
  ])
  const listCoveredScopes = (isForAnotherUser: boolean) =>
    rights.isNarrowed ? allScopes.filter((scope) => covers(rights, scope, isForAnotherUser)) : []
  return {
    ...(Object.fromEntries(userLists) as UserLists),
    companyId,
    viewerId: userId,
    teamIds: encodeListParam(teamIds),
    credentialId: credentialId ?? '',
    ownCredentialScopes: encodeListParam(listCoveredScopes(false)),
    otherCredentialScopes: encodeListParam(listCoveredScopes(true)),
  }
}

export const getAccessScope = (viewer: Viewer): AccessScope => getAccess(viewer).scope
export const getAccessParams = (viewer: Viewer): AccessParams => getAccess(viewer).params

/**
 * An index lookup of visible records: by a column whose value is in the list `users` (see
 * `encodeListParam`) or in the subquery `values`, or by the ids that a subquery selects.
 */
export type AccessPath = ByColumn | { ids: RawBuilder<unknown> }
type ByColumn = { column: string; users: string } | { column: string; values: RawBuilder<unknown> }

export const selectPathValues = (path: ByColumn): RawBuilder<unknown> =>
  'values' in path ? sql`(${path.values}) as "user"` : listRows(path.users, 'user')

/** Selects the ids of all records that an access path finds in `table`. */
export const selectPathIds = (path: AccessPath, table: string, companyId: string) =>
  'ids' in path
    ? path.ids
    : sql`select ${sql.ref(`${table}.id`)} as "id" from ${selectPathValues(path)} cross join ${sql.table(table)} where ${isInCompany(table, companyId)} and ${sql.ref(`${table}.${path.column}`)} = "user"."value"`

/** Creates a query whose SQL depends on the caller's access scope. */
export function scopedQuery<P extends object, R>(
  build: (p: AccessParams & P, scope: AccessScope) => RawBuilder<R>,
): (ctx: Context, params: P) => MaybePromise<R[]> {
  const queries = queryFamily<AccessScope, AccessParams & P, R>((_, p, scope) => build(p, scope))
  return ({ db, viewer }, params) =>
    db.all(queries(getAccessScope(viewer)), { ...getAccessParams(viewer), ...params })
}
