/** Queries for the records assigned to a user. */
import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { query, queryFamily } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { listRows, orderedJoin } from '../../store/sql.ts'
import { dealPolicy } from '../deals/policy.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from '../tasks/policy.ts'

/** The number of records of each kind that are assigned to a user. */
export interface StillAssigned {
  people: number
  deals: number
  openTasks: number
  upcomingAppointments: number
  collaborations: number
}

type AssignedParams = { companyId: string; users: string; now: string }

/** Counts the records assigned to users; each count scans an index on the assignee. */
export const countAssigned = query((_, p: AssignedParams) => {
  const count = (table: string, column: string, condition = sql``) =>
    sql`(select count(*) from ${sql.table(table)} as "own" where "own"."companyId" = ${p.companyId} and ${sql.ref(`own.${column}`)} = "user"."value"${condition})`
  return sql<StillAssigned & { userId: string }>`select "user"."value" as "userId",
    ${count('people', 'assignedAgentId')} as "people",
    ${count('deals', 'assignedAgentId')} as "deals",
    ${count('tasks', 'assignedTo', sql` and "own"."completedAt" is null`)} as "openTasks",
    (select count(*) from "appointmentUsers" as "own" ${orderedJoin} "appointments" on "appointments"."companyId" = ${p.companyId}
      and "appointments"."id" = "own"."appointmentId" where "own"."companyId" = ${p.companyId} and "own"."userId" = "user"."value"
      and "appointments"."status" = 'scheduled' and "appointments"."endsAt" > ${p.now}) as "upcomingAppointments",
    ${count('collaborators', 'userId')} as "collaborations"
    from ${listRows(p.users, 'user')}`
})

type ReassignParams = AccessParams & { userId: string; limit: number }
export type AssignedTable = 'people' | 'deals' | 'tasks'

/** The column of the assignee, and the records that the caller can reassign. */
const reassignable = {
  people: {
    column: 'assignedAgentId',
    isReassignable: (p: ReassignParams, scope: AccessScope) =>
      sql`${personPolicy.canView(p, scope)} and ${personPolicy.canEdit(p, scope)}`,
  },
  deals: { column: 'assignedAgentId', isReassignable: dealPolicy.canView },
  tasks: {
    column: 'assignedTo',
    isReassignable: (p: ReassignParams, scope: AccessScope) =>
      sql`"completedAt" is null and ${taskPolicy.canView(p, scope)}`,
  },
} as const

export const assigneeColumn = (table: AssignedTable) => reassignable[table].column

/** Selects the oldest records of a user that the caller can reassign. */
export const nextAssigned = queryFamily<
  { table: AssignedTable; scope: AccessScope },
  ReassignParams,
  Schema[AssignedTable]
>((_, p, { table, scope }) => {
  const { column, isReassignable } = reassignable[table]
  return sql<
    Schema[AssignedTable]
  >`select * from ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId}
    and ${sql.ref(`${table}.${column}`)} = ${p.userId} and ${isReassignable(p, scope)} order by ${sql.ref(`${table}.id`)} limit ${p.limit}`
})
