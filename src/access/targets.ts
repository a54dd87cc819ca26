/**
 * The targets of rules: the users, teams or records with which a rule compares a column. A target
 * provides a predicate, a subquery for index lookups and, for deletion events, an audience.
 */
import { type RawBuilder, sql } from 'kysely'
import { isIn, listRows } from '../store/sql.ts'
import { type AccessParams, type AccessScope, getUserList, limitScope } from './access-scope.ts'
import type { DataScopeName } from './scopes.ts'

/** A query for some of the users who can view a record. */
export interface AudienceQuery {
  /** A subquery that selects the users as `userId`; `*` means all users. */
  users: RawBuilder<unknown>
  /** Whether the Team Leaders of these users can also view the record. */
  includesLeaders?: true
}

/** Access to the records of a kind, used in the rules of kinds that reference these records. */
export interface RecordAccess {
  canViewAll(scope: AccessScope): boolean
  /** Returns a predicate that is true if a column references a record that the caller can view. */
  canViewReferenced(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  selectViewableIds(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** Returns queries for the users who can view the records that `ids` selects. */
  getAudience(companyId: string, ids: RawBuilder<unknown>): AudienceQuery[]
}

export interface Target {
  coversAll(scope: AccessScope): boolean
  matches(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  /** Returns a FROM item, alias `target`, that lists the values; not required for a single user. */
  selectRows?(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** The column of these rows that contains the value; by default, `value`. */
  rowsColumn?: 'id' | 'value'
  /** Returns the matching users as a list (see `encodeListParam`). */
  getUserList?(p: AccessParams): string
  /** @param values a subquery that selects the column's values, as `value` */
  getAudience(companyId: string, values: RawBuilder<unknown>): AudienceQuery[]
}

const selectUsers = (values: RawBuilder<unknown>) =>
  sql`select "value" as "userId" from (${values}) as "values" where "value" is not null`

export const caller: Target = {
  coversAll: () => false,
  matches: (p, _, column) => sql<boolean>`${sql.ref(column)} = ${p.viewerId}`,
  getAudience: (_, values) => [{ users: selectUsers(values) }],
}

/**
 * Matches the users whose records are covered by one of the caller's data scopes. Use the scope of
 * the kind if it has levels, such as `people.view`, because an API key can have a lower level than
 * its user. Otherwise, use `role`: the level of the caller's role.
 */
export const usersWithin = (name: DataScopeName): Target => ({
  coversAll: (scope) => !scope.restrictedScopes.includes(name),
  matches: (p, _, column) => isIn(column, getUserList(p, name)),
  selectRows: (p) => listRows(getUserList(p, name), 'target'),
  getUserList: (p) => getUserList(p, name),
  getAudience: (_, values) => [{ users: selectUsers(values), includesLeaders: true }],
})

export const callersTeams: Target = {
  coversAll: () => false,
  matches: (p, _, column) => isIn(column, p.teamIds),
  selectRows: (p) => listRows(p.teamIds, 'target'),
  getAudience: (companyId, values) => [
    {
      users: sql`select "userId" from "teamMembers" where "companyId" = ${companyId} and "teamId" in (${values})`,
    },
  ],
}

/** Matches the viewable records of a kind. `limit` narrows one data scope to another. */
export function viewableRecords(
  policy: RecordAccess,
  limit?: [DataScopeName, to: DataScopeName],
): Target {
  const limitAccess = (p: AccessParams, scope: AccessScope) =>
    limit ? limitScope(p, scope, ...limit) : ([p, scope] as const)
  return {
    coversAll: (scope) => !limit && policy.canViewAll(scope),
    matches: (p, scope, column) => policy.canViewReferenced(...limitAccess(p, scope), column),
    selectRows: (p, scope) =>
      sql`(${policy.selectViewableIds(...limitAccess(p, scope))}) as "target"`,
    rowsColumn: 'id',
    getAudience: (companyId, values) => policy.getAudience(companyId, values),
  }
}
