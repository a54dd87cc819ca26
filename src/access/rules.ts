/**
 * The rules of policies. A rule compares a column of a record, or of rows linked to it, with users,
 * teams or viewable records. It provides index lookups, a predicate and, for deletion events, a
 * query for the users whom it grants access.
 */
import { type RawBuilder, sql } from 'kysely'
import type { TableName } from '../store/schema.ts'
import { isIn, listRows, orderedJoin } from '../store/sql.ts'
import {
  type AccessParams,
  type AccessPath,
  type AccessScope,
  getUserList,
  limitScope,
} from './access-scope.ts'
import { type DataScopeName, listRolesWithLevel } from './scopes.ts'

export interface Audience {
  /** Subqueries for the `userId`s of users who, with their team leaders, can view the record. */
  owners: RawBuilder<unknown>[]
  /** Subqueries for the `userId`s of other users who can view the record; `*` means all users. */
  users: RawBuilder<unknown>[]
}

/** Access to the records of a kind, used in the rules of kinds that reference these records. */
export interface RecordAccess {
  canViewAll(scope: AccessScope): boolean
  /** Returns a predicate for whether a column references a record that the caller can view. */
  canViewReferenced(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  selectViewableIds(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** Returns the users who can view the records that `ids` selects. */
  getAudience(companyId: string, ids: RawBuilder<unknown>): Audience
}

export interface Rule {
  coversAll(scope: AccessScope): boolean
  accessPaths(p: AccessParams, scope: AccessScope, table: TableName): AccessPath[]
  predicate(p: AccessParams, scope: AccessScope, alias: string): RawBuilder<boolean>
  /** @param ids selects the `id`s of the records */
  getAudience(companyId: string, table: TableName, ids: RawBuilder<unknown>): Audience
}

interface Target {
  coversAll(scope: AccessScope): boolean
  matches(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  /** Selects the matching values as rows named `target`; not required for a single user. */
  selectRows?(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** The column of these rows that contains the value; by default, `value`. */
  rowsColumn?: 'id' | 'value'
  /** Returns the matching users as a list (see `encodeListParam`). */
  getUserList?(p: AccessParams): string
  /** @param values a subquery that selects the column's values, as `value` */
  getAudience(companyId: string, values: RawBuilder<unknown>): Audience
}

export const alwaysFalse = sql<boolean>`1 = 0`
export function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const possibleConditions = conditions.filter((condition) => condition !== alwaysFalse)
  const [firstCondition = alwaysFalse] = possibleConditions
  return possibleConditions.length > 1
    ? sql<boolean>`(${sql.join(possibleConditions, sql` or `)})`
    : firstCondition
}

const emptyAudience: Audience = { owners: [], users: [] }
const selectUsers = (values: RawBuilder<unknown>) =>
  sql`select "value" as "userId" from (${values}) as "values" where "value" is not null`

export const caller: Target = {
  coversAll: () => false,
  matches: (p, _, column) => sql<boolean>`${sql.ref(column)} = ${p.viewerId}`,
  getAudience: (_, values) => ({ owners: [], users: [selectUsers(values)] }),
}

/** Matches the users whose records are covered by one of the caller's data scopes. */
export const usersWithin = (name: DataScopeName): Target => ({
  coversAll: (scope) => !scope.restrictedScopes.includes(name),
  matches: (p, _, column) => isIn(column, getUserList(p, name)),
  selectRows: (p) => listRows(getUserList(p, name), 'target'),
  getUserList: (p) => getUserList(p, name),
  getAudience: (_, values) => ({ owners: [selectUsers(values)], users: [] }),
})

export const callersTeams: Target = {
  coversAll: () => false,
  matches: (p, _, column) => isIn(column, p.teamIds),
  selectRows: (p) => listRows(p.teamIds, 'target'),
  getAudience: (companyId, values) => ({
    owners: [],
    users: [
      sql`select "userId" from "teamMembers" where "companyId" = ${companyId} and "teamId" in (${values})`,
    ],
  }),
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

const getTargetValue = ({ rowsColumn = 'value' }: Target) => sql.ref(`target.${rowsColumn}`)

/** Selects the ids of the records in a table that match a condition. */
export const selectIds = (table: string, p: { companyId: string }, where: RawBuilder<unknown>) =>
  sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${where}`

/** Grants access to records whose `column` (never null if `isRequired`) matches the target. */
export function byColumn(
  column: string,
  target: Target,
  { isRequired = false, hasFewTargets = false } = {},
): Rule {
  return {
    coversAll: (scope) => target.coversAll(scope) && (isRequired || !!target.getUserList),
    accessPaths: (p, scope, table) => {
      if (target.getUserList) return [{ column, users: target.getUserList(p) }]
      if (!target.selectRows || target.coversAll(scope))
        return [{ ids: selectIds(table, p, target.matches(p, scope, column)) }]
      const rows = target.selectRows(p, scope)
      if (hasFewTargets)
        return [{ column, values: sql`select ${getTargetValue(target)} as "value" from ${rows}` }]
      return [
        {
          ids: sql`select ${sql.ref(`${table}.id`)} as "id" from ${rows} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId} and ${sql.ref(`${table}.${column}`)} = ${getTargetValue(target)}`,
        },
      ]
    },
    predicate: (p, scope, alias) => target.matches(p, scope, `${alias}.${column}`),
    getAudience: (companyId, table, ids) =>
      target.getAudience(
        companyId,
        sql`select ${sql.ref(column)} as "value" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`,
      ),
  }
}

interface Link {
  table: TableName
  /** The column of `table` that references the record. */
  recordColumn: string
  /** The column of `table` that is compared with the target. */
  valueColumn: string
  /** The record's column that `recordColumn` references; by default its id. */
  joinColumn?: string
}

/** Grants access to records with a linked row that matches the target. */
export function byLink(link: Link, target: Target): Rule {
  const { table: linkTable, recordColumn, valueColumn, joinColumn = 'id' } = link
  const fromLinks = (p: AccessParams, condition: RawBuilder<unknown>) =>
    sql`${sql.table(linkTable)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`
  const key = sql.ref(`link.${recordColumn}`)
  /** Selects the `joinColumn` values of the linked records, using an index on the target column. */
  const selectKeys = (p: AccessParams, scope: AccessScope, alias: string) =>
    target.selectRows
      ? sql`select distinct ${key} as ${sql.ref(alias)} from ${target.selectRows(p, scope)} cross join ${fromLinks(p, sql`${sql.ref(`link.${valueColumn}`)} = ${getTargetValue(target)}`)}`
      : sql`select ${key} as ${sql.ref(alias)} from ${fromLinks(p, target.matches(p, scope, `link.${valueColumn}`))}`
  return {
    coversAll: () => false,
    accessPaths: (p, scope) =>
      joinColumn === 'id'
        ? [{ ids: selectKeys(p, scope, 'id') }]
        : [{ column: joinColumn, values: selectKeys(p, scope, 'value') }],
    predicate: (p, scope, alias) => {
      const ownValue = sql.ref(`${alias}.${joinColumn}`)
      // The caller has few links, so a single lookup for all rows is faster than one per row.
      if (!target.selectRows) return sql<boolean>`${ownValue} in (${selectKeys(p, scope, 'id')})`
      return sql<boolean>`exists (select 1 from ${fromLinks(p, sql`${key} = ${ownValue}`)} and ${target.matches(p, scope, `link.${valueColumn}`)})`
    },
    getAudience: (companyId, table, ids) => {
      const ownValues =
        joinColumn === 'id'
          ? ids
          : sql`select ${sql.ref(joinColumn)} from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`
      return target.getAudience(
        companyId,
        sql`select ${sql.ref(valueColumn)} as "value" from ${sql.table(linkTable)} where "companyId" = ${companyId} and ${sql.ref(recordColumn)} in (${ownValues})`,
      )
    },
  }
}

/** Grants all users, or only administrators, access to records whose flag `column` is set. */
export const byFlag = (column: string, { administratorsOnly = false } = {}): Rule => {
  const grantsAccess = (scope: AccessScope) =>
    !administratorsOnly || !scope.restrictedScopes.includes('role')
  return {
    coversAll: () => false,
    accessPaths: (p, scope, table) =>
      grantsAccess(scope) ? [{ ids: selectIds(table, p, sql`${sql.ref(column)} = 1`) }] : [],
    predicate: (_, scope, alias) =>
      grantsAccess(scope) ? sql<boolean>`${sql.ref(`${alias}.${column}`)} = 1` : alwaysFalse,
    getAudience: (companyId, table, ids) =>
      administratorsOnly
        ? emptyAudience
        : {
            owners: [],
            users: [
              sql`select '*' as "userId" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids}) and ${sql.ref(column)} = 1`,
            ],
          },
  }
}

export const administrators: Rule = {
  coversAll: (scope) => !scope.restrictedScopes.includes('role'),
  accessPaths: () => [],
  predicate: () => alwaysFalse,
  getAudience: () => emptyAudience,
}

export function selectAudience(companyId: string, { owners, users }: Audience) {
  const noOwners = sql`select cast(null as text) as "userId" where 1 = 0`
  const leaders = sql`select "leader"."userId" from "owners" ${orderedJoin} "teamMembers" as "member"
      on "member"."companyId" = ${companyId} and "member"."userId" = "owners"."userId" and "member"."isMember" = 1
      ${orderedJoin} "teamMembers" as "leader" on "leader"."companyId" = "member"."companyId" and "leader"."teamId" = "member"."teamId" and "leader"."isLeader" = 1
      ${orderedJoin} "users" on "users"."companyId" = "leader"."companyId" and "users"."id" = "leader"."userId"
        and "users"."role" in (${sql.join(listRolesWithLevel('team').map((role) => sql.lit(role)))})`
  return sql<{
    userId: string
  }>`with "owners" as (${owners.length > 0 ? sql.join(owners, sql` union `) : noOwners})
    select "userId" from "owners" union ${leaders}${sql.join(
      users.map((selectUserIds) => sql` union ${selectUserIds}`),
      sql``,
    )}`
}
