/**
 * The rules that policies consist of. A rule compares a column of a record, or of rows linked to
 * it, with users, teams or viewable records. It renders itself as an index lookup, as a predicate
 * and, for the event of a deletion, as a query for the users whom it admits.
 */
import { type RawBuilder, sql } from 'kysely'
import type { TableName } from '../store/schema.ts'
import { isIn, listRows, orderedJoin } from '../store/sql.ts'
import {
  type AccessParams,
  type AccessPath,
  type AccessScope,
  limitScope,
  usersIn,
} from './access-scope.ts'
import { type DataScopeName, rolesWithLevel } from './scopes.ts'

export interface Audience {
  /** Select, as `userId`, users who can view it themselves and whose leaders can. */
  owners: RawBuilder<unknown>[]
  /** Select, as `userId`, users who can view it; `*` stands for everybody. */
  users: RawBuilder<unknown>[]
}

/** Access to the records of a kind, for rules about records that reference them. */
export interface RecordAccess {
  viewsAll(scope: AccessScope): boolean
  /** Whether a column names a record that the caller can view. */
  canViewReferenced(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  viewableIds(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** The users who can view the records that `ids` selects. */
  audience(companyId: string, ids: RawBuilder<unknown>): Audience
}

export interface Rule {
  coversAll(scope: AccessScope): boolean
  accessPaths(p: AccessParams, scope: AccessScope, table: TableName): AccessPath[]
  predicate(p: AccessParams, scope: AccessScope, alias: string): RawBuilder<boolean>
  /** @param ids selects the `id`s of the records */
  audience(companyId: string, table: TableName, ids: RawBuilder<unknown>): Audience
}

interface Target {
  coversAll(scope: AccessScope): boolean
  matches(p: AccessParams, scope: AccessScope, column: string): RawBuilder<boolean>
  /** The matching values as rows named `target`; the caller alone needs none. */
  rows?(p: AccessParams, scope: AccessScope): RawBuilder<unknown>
  /** The column of `rows`; by default `value`. */
  rowsColumn?: 'id' | 'value'
  /** The parameter that lists the matching users. */
  userList?(p: AccessParams): string
  /** @param values selects the values, as `value` */
  audience(companyId: string, values: RawBuilder<unknown>): Audience
}

const never = sql<boolean>`1 = 0`
export function anyOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  const possible = conditions.filter((condition) => condition !== never)
  const [first = never] = possible
  return possible.length > 1 ? sql<boolean>`(${sql.join(possible, sql` or `)})` : first
}

const noUsers: Audience = { owners: [], users: [] }
const selectUsers = (values: RawBuilder<unknown>) =>
  sql`select "value" as "userId" from (${values}) as "values" where "value" is not null`

export const caller: Target = {
  coversAll: () => false,
  matches: (p, _, column) => sql<boolean>`${sql.ref(column)} = ${p.viewerId}`,
  audience: (_, values) => ({ owners: [], users: [selectUsers(values)] }),
}

/** The users whose records one of the caller's data scopes covers. */
export const usersWithin = (name: DataScopeName): Target => ({
  coversAll: (scope) => !scope.restricted.includes(name),
  matches: (p, _, column) => isIn(column, usersIn(p, name)),
  rows: (p) => listRows(usersIn(p, name), 'target'),
  userList: (p) => usersIn(p, name),
  audience: (_, values) => ({ owners: [selectUsers(values)], users: [] }),
})

export const callersTeams: Target = {
  coversAll: () => false,
  matches: (p, _, column) => isIn(column, p.teamIds),
  rows: (p) => listRows(p.teamIds, 'target'),
  audience: (companyId, values) => ({
    owners: [],
    users: [
      sql`select "userId" from "teamMembers" where "companyId" = ${companyId} and "teamId" in (${values})`,
    ],
  }),
}

/**
 * The records of another kind that the caller can view.
 * @param limit restricts the data scope of the other kind's policy to a narrower one
 */
export function viewable(policy: RecordAccess, limit?: [DataScopeName, to: DataScopeName]): Target {
  const limited = (p: AccessParams, scope: AccessScope) =>
    limit ? limitScope(p, scope, ...limit) : ([p, scope] as const)
  return {
    coversAll: (scope) => !limit && policy.viewsAll(scope),
    matches: (p, scope, column) => policy.canViewReferenced(...limited(p, scope), column),
    rows: (p, scope) => sql`(${policy.viewableIds(...limited(p, scope))}) as "target"`,
    rowsColumn: 'id',
    audience: (companyId, values) => policy.audience(companyId, values),
  }
}

const targetValue = ({ rowsColumn = 'value' }: Target) => sql.ref(`target.${rowsColumn}`)

/** Selects the ids of the records of a table for which a condition holds. */
export const selectIds = (table: string, p: { companyId: string }, where: RawBuilder<unknown>) =>
  sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${where}`

/**
 * Admits records whose column matches the target.
 * @param required the column is never null
 */
export function byColumn(
  column: string,
  target: Target,
  { required = false, fewTargets = false } = {},
): Rule {
  return {
    coversAll: (scope) => target.coversAll(scope) && (required || !!target.userList),
    accessPaths: (p, scope, table) => {
      if (target.userList) return [{ column, users: target.userList(p) }]
      if (!target.rows || target.coversAll(scope))
        return [{ ids: selectIds(table, p, target.matches(p, scope, column)) }]
      const rows = target.rows(p, scope)
      if (fewTargets)
        return [{ column, values: sql`select ${targetValue(target)} as "value" from ${rows}` }]
      return [
        {
          ids: sql`select ${sql.ref(`${table}.id`)} as "id" from ${rows} cross join ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId} and ${sql.ref(`${table}.${column}`)} = ${targetValue(target)}`,
        },
      ]
    },
    predicate: (p, scope, alias) => target.matches(p, scope, `${alias}.${column}`),
    audience: (companyId, table, ids) =>
      target.audience(
        companyId,
        sql`select ${sql.ref(column)} as "value" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`,
      ),
  }
}

interface Link {
  table: TableName
  /** The column of `table` that names the record. */
  record: string
  /** The column of `table` that the target is compared with. */
  value: string
  /** The column of the record that `record` names; by default its id. */
  on?: string
}

/** A linked row matches the target. */
export function byLink({ table: links, record, value, on = 'id' }: Link, target: Target): Rule {
  const linked = (p: AccessParams, match: RawBuilder<unknown>) =>
    sql`${sql.table(links)} as "link" where "link"."companyId" = ${p.companyId} and ${match}`
  const key = sql.ref(`link.${record}`)
  /** Selects the records' values of `on`, by an index on the target's values. */
  const keys = (p: AccessParams, scope: AccessScope, as: string) =>
    target.rows
      ? sql`select distinct ${key} as ${sql.ref(as)} from ${target.rows(p, scope)} cross join ${linked(p, sql`${sql.ref(`link.${value}`)} = ${targetValue(target)}`)}`
      : sql`select ${key} as ${sql.ref(as)} from ${linked(p, target.matches(p, scope, `link.${value}`))}`
  return {
    coversAll: () => false,
    accessPaths: (p, scope) =>
      on === 'id'
        ? [{ ids: keys(p, scope, 'id') }]
        : [{ column: on, values: keys(p, scope, 'value') }],
    predicate: (p, scope, alias) => {
      const own = sql.ref(`${alias}.${on}`)
      // The caller's own links are few: one lookup serves all rows.
      if (!target.rows) return sql<boolean>`${own} in (${keys(p, scope, 'id')})`
      return sql<boolean>`exists (select 1 from ${linked(p, sql`${key} = ${own}`)} and ${target.matches(p, scope, `link.${value}`)})`
    },
    audience: (companyId, table, ids) => {
      const own =
        on === 'id'
          ? ids
          : sql`select ${sql.ref(on)} from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids})`
      return target.audience(
        companyId,
        sql`select ${sql.ref(value)} as "value" from ${sql.table(links)} where "companyId" = ${companyId} and ${sql.ref(record)} in (${own})`,
      )
    },
  }
}

/** A flag of the record admits everybody, or every administrator. */
export const byFlag = (column: string, { administratorsOnly = false } = {}): Rule => {
  const admits = (scope: AccessScope) => !administratorsOnly || !scope.restricted.includes('role')
  return {
    coversAll: () => false,
    accessPaths: (p, scope, table) =>
      admits(scope) ? [{ ids: selectIds(table, p, sql`${sql.ref(column)} = 1`) }] : [],
    predicate: (_, scope, alias) =>
      admits(scope) ? sql<boolean>`${sql.ref(`${alias}.${column}`)} = 1` : never,
    audience: (companyId, table, ids) =>
      administratorsOnly
        ? noUsers
        : {
            owners: [],
            users: [
              sql`select '*' as "userId" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids}) and ${sql.ref(column)} = 1`,
            ],
          },
  }
}

export const administrators: Rule = {
  coversAll: (scope) => !scope.restricted.includes('role'),
  accessPaths: () => [],
  predicate: () => never,
  audience: () => noUsers,
}

export function selectAudience(
  companyId: string,
  { owners, users }: Audience,
): RawBuilder<{ userId: string }> {
  const none = sql`select cast(null as text) as "userId" where 1 = 0`
  const leaders = sql`select "leader"."userId" from "owners" ${orderedJoin} "teamMembers" as "member"
      on "member"."companyId" = ${companyId} and "member"."userId" = "owners"."userId" and "member"."isMember" = 1
      ${orderedJoin} "teamMembers" as "leader" on "leader"."companyId" = "member"."companyId" and "leader"."teamId" = "member"."teamId" and "leader"."isLeader" = 1
      ${orderedJoin} "users" on "users"."companyId" = "leader"."companyId" and "users"."id" = "leader"."userId"
        and "users"."role" in (${sql.join(rolesWithLevel('team').map((role) => sql.lit(role)))})`
  return sql<{
    userId: string
  }>`with "owners" as (${owners.length > 0 ? sql.join(owners, sql` union `) : none})
    select "userId" from "owners" union ${leaders}${sql.join(
      users.map((each) => sql` union ${each}`),
      sql``,
    )}`
}
