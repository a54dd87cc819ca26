/** The rights of the caller in queries: the shape, which determines their text, and parameters. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../context.ts'
import type { MaybePromise } from '../lib/async.ts'
import { createDerivedCache } from '../lib/cache.ts'
import { listParam, queryFamily } from '../store/query.ts'
import { listRows } from '../store/sql.ts'
import { covers, narrowedViewScopes } from './narrowing.ts'
import {
  allScopes,
  type DataScopeName,
  dataScopeNames,
  dataScopeOf,
  levels,
  type Viewer,
  type ViewScope,
} from './scopes.ts'

export interface AccessScope {
  /** The data scopes that do not cover all records, narrowest first. */
  restricted: readonly DataScopeName[]
  /** Narrowed keys only: the view scopes whose level is lower than that of the role. */
  narrowed?: readonly ViewScope[]
}

/** Lists (see `listParam`) of the users whose records each data scope covers. */
type UserLists = { [S in DataScopeName as `usersIn:${S}`]: string }

export interface AccessParams extends UserLists {
  companyId: string
  viewerId: string
  /** The teams that the caller is a member or a leader of. */
  teamIds: string
  /** The caller's API key; empty for the server itself. */
  keyId: string
  /** The scopes that a narrowed key holds for credentials of its own user, and of other users. */
  heldForOwn: string
  heldForOthers: string
}

export const usersIn = (p: AccessParams, name: DataScopeName): string => p[`usersIn:${name}`]

/** Parameters and scope in which one data scope is limited to another. */
export function limitScope(
  p: AccessParams,
  scope: AccessScope,
  name: DataScopeName,
  to: DataScopeName,
): [AccessParams, AccessScope] {
  const { restricted } = scope
  const narrower = restricted.find((each) => each === name || each === to) ?? name
  return [
    Object.create(p, { [`usersIn:${name}`]: { value: usersIn(p, narrower) } }) as AccessParams,
    restricted.includes(name) ? scope : { ...scope, restricted: [...restricted, name] },
  ]
}

interface Access {
  scope: AccessScope
  params: AccessParams
}

const viewerScopes = createDerivedCache<Viewer, Access>('viewer_scopes')

const getAccess = (viewer: Viewer): Access =>
  viewerScopes.getOrCreate(viewer, () => ({
    scope: createScope(viewer),
    params: createParams(viewer),
  }))

function createScope(viewer: Viewer): AccessScope {
  const { rights } = viewer
  const level = (name: DataScopeName) => levels.indexOf(rights.level(name))
  return {
    restricted: dataScopeNames
      .filter((name) => rights.level(name) !== 'all')
      .sort((a, b) => level(a) - level(b)),
    ...(rights.narrowed && { narrowed: narrowedViewScopes(viewer) }),
  }
}

function createParams(viewer: Viewer): AccessParams {
  const { rights, companyId, userId, teamIds, keyId } = viewer
  const userLists = dataScopeNames.map((name) => {
    const scope = dataScopeOf(viewer, name)
    return [`usersIn:${name}`, listParam(scope.all ? [] : scope.userIds)]
  })
  const held = (ofAnotherUser: boolean) =>
    rights.narrowed ? allScopes.filter((scope) => covers(rights, scope, ofAnotherUser)) : []
  return {
    ...(Object.fromEntries(userLists) as UserLists),
    companyId,
    viewerId: userId,
    teamIds: listParam(teamIds),
    keyId: keyId ?? '',
    heldForOwn: listParam(held(false)),
    heldForOthers: listParam(held(true)),
  }
}

export const accessScopeOf = (viewer: Viewer): AccessScope => getAccess(viewer).scope
export const accessParams = (viewer: Viewer): AccessParams => getAccess(viewer).params

/**
 * An index lookup that finds visible records: by a column that contains the id of one of `users` (a
 * `listParam`) or a `value` of a subquery, or by the `id`s that a subquery selects.
 */
export type AccessPath = ByColumn | { ids: RawBuilder<unknown> }
type ByColumn = { column: string; users: string } | { column: string; values: RawBuilder<unknown> }

export const pathValues = (path: ByColumn): RawBuilder<unknown> =>
  'values' in path ? sql`(${path.values}) as "user"` : listRows(path.users, 'user')

/** Selects the ids of all records of a table that a path finds. */
export const selectPathIds = (path: AccessPath, table: string, company: string) =>
  'ids' in path
    ? path.ids
    : sql`select ${sql.ref(`${table}.id`)} as "id" from ${pathValues(path)} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${company} and ${sql.ref(`${table}.${path.column}`)} = "user"."value"`

/** Creates a query that depends on what the caller can view. */
export function scopedQuery<P extends object, R>(
  build: (p: AccessParams & P, scope: AccessScope) => RawBuilder<R>,
): (ctx: Context, params: P) => MaybePromise<R[]> {
  const queries = queryFamily<AccessScope, AccessParams & P, R>((_, p, scope) => build(p, scope))
  return ({ db, viewer }, params) =>
    db.all(queries(accessScopeOf(viewer)), { ...accessParams(viewer), ...params })
}
