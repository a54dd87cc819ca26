/**
 * The rules of policies. Most rules compare a column of a record, or of rows linked to it, with a
 * target. A rule provides index lookups, a predicate and, for deletion events, queries for the
 * users to whom it grants access.
 */
import { type RawBuilder, sql } from 'kysely'
import type { TableName } from '../store/schema.ts'
import { alwaysFalse, isInCompany, orderedJoin } from '../store/sql.ts'
import type { AccessParams, AccessPath, AccessScope } from './access-scope.ts'
import { listRolesWithLevel } from './scopes.ts'
import type { AudienceQuery, Target } from './targets.ts'

export interface Rule {
  coversAll(scope: AccessScope): boolean
  accessPaths(p: AccessParams, scope: AccessScope, table: TableName): AccessPath[]
  predicate(p: AccessParams, scope: AccessScope, alias: string): RawBuilder<boolean>
  /** @param ids selects the `id`s of the records */
  getAudience(companyId: string, table: TableName, ids: RawBuilder<unknown>): AudienceQuery[]
}

const getTargetValue = ({ rowsColumn = 'value' }: Target) => sql.ref(`target.${rowsColumn}`)

/** Selects the ids of the records in a table that match a condition. */
export const selectIds = (table: string, p: { companyId: string }, where: RawBuilder<unknown>) =>
  sql`select "id" from ${sql.table(table)} where "companyId" = ${p.companyId} and ${where}`

/**
 * Grants access to records whose `column` (never null if `isRequired`) matches the target. For a
 * list of users, or with `hasFewTargets`, a page of a list reads only the newest records of each
 * matching value from an index. Otherwise, the page reads the ids of all matching records, which is
 * faster if many values match.
 */
export function byColumn(
  column: string,
  target: Target,
  { isRequired = false, hasFewTargets = false } = {},
): Rule {
  return {
    // A data scope that covers all users also covers records without a user.
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
          ids: sql`select ${sql.ref(`${table}.id`)} as "id" from ${rows} cross join ${sql.table(table)} where ${isInCompany(table, p.companyId)} and ${sql.ref(`${table}.${column}`)} = ${getTargetValue(target)}`,
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
}

/** Grants access to records with a linked row that matches the target. */
export function byLink(
  { table: linkTable, recordColumn, valueColumn }: Link,
  target: Target,
): Rule {
  const fromLinks = (p: AccessParams, condition: RawBuilder<unknown>) =>
    sql`${sql.table(linkTable)} as "link" where "link"."companyId" = ${p.companyId} and ${condition}`
  const linkedId = sql.ref(`link.${recordColumn}`)
  /** Selects the ids of records with a linked row that matches, by an index on `valueColumn`. */
  const selectLinkedIds = (p: AccessParams, scope: AccessScope) =>
    target.selectRows
      ? sql`select distinct ${linkedId} as "id" from ${target.selectRows(p, scope)} cross join ${fromLinks(p, sql`${sql.ref(`link.${valueColumn}`)} = ${getTargetValue(target)}`)}`
      : sql`select ${linkedId} as "id" from ${fromLinks(p, target.matches(p, scope, `link.${valueColumn}`))}`
  return {
    coversAll: () => false,
    accessPaths: (p, scope) => [{ ids: selectLinkedIds(p, scope) }],
    predicate: (p, scope, alias) => {
      const id = sql.ref(`${alias}.id`)
      // The caller has few links, so a single lookup for all rows is faster than one per row.
      if (!target.selectRows) return sql<boolean>`${id} in (${selectLinkedIds(p, scope)})`
      return sql<boolean>`exists (select 1 from ${fromLinks(p, sql`${linkedId} = ${id}`)} and ${target.matches(p, scope, `link.${valueColumn}`)})`
    },
    getAudience: (companyId, _, ids) =>
      target.getAudience(
        companyId,
        sql`select ${sql.ref(valueColumn)} as "value" from ${sql.table(linkTable)} where "companyId" = ${companyId} and ${sql.ref(recordColumn)} in (${ids})`,
      ),
  }
}

/** Grants all users access to records whose flag `column` is set. */
export const byFlag = (column: string): Rule => ({
  coversAll: () => false,
  accessPaths: (p, _, table) => [{ ids: selectIds(table, p, sql`${sql.ref(column)} = 1`) }],
  predicate: (_p, _scope, alias) => sql<boolean>`${sql.ref(`${alias}.${column}`)} = 1`,
  getAudience: (companyId, table, ids) => [
    {
      users: sql`select '*' as "userId" from ${sql.table(table)} where "companyId" = ${companyId} and "id" in (${ids}) and ${sql.ref(column)} = 1`,
    },
  ],
})

/** Grants an Owner or Admin access by role, even if the levels of a narrowed key are lower. */
export const administrators: Rule = {
  coversAll: (scope) => !scope.restrictedScopes.includes('role'),
  accessPaths: () => [],
  predicate: () => alwaysFalse,
  getAudience: () => [],
}

/** Selects the users of an audience and, for queries with `includesLeaders`, their Team Leaders. */
export function selectAudience(companyId: string, audience: readonly AudienceQuery[]) {
  const selectUnion = (includesLeaders?: true) => {
    const queries = audience.filter((query) => query.includesLeaders === includesLeaders)
    const noUsers = sql`select cast(null as text) as "userId" where ${alwaysFalse}`
    return sql.join([noUsers, ...queries.map(({ users }) => users)], sql` union `)
  }
  const leaders = sql`select "leader"."userId" from "ledUsers" ${orderedJoin} "teamMembers" as "member"
      on "member"."companyId" = ${companyId} and "member"."userId" = "ledUsers"."userId" and "member"."isMember" = 1
      ${orderedJoin} "teamMembers" as "leader" on "leader"."companyId" = "member"."companyId" and "leader"."teamId" = "member"."teamId" and "leader"."isLeader" = 1
      ${orderedJoin} "users" on "users"."companyId" = "leader"."companyId" and "users"."id" = "leader"."userId"
        and "users"."role" in (${sql.join(listRolesWithLevel('team').map((role) => sql.lit(role)))})`
  return sql<{
    userId: string
  }>`with "ledUsers" as (${selectUnion(true)})
    select "userId" from "ledUsers" union ${leaders} union ${selectUnion()}`
}
