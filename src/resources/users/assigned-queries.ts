import { sql } from 'kysely'
import { query } from '../../store/query.ts'
import { listRows, orderedJoin } from '../../store/sql.ts'

/** How many records name a user as the one who looks after them. */
export interface StillAssigned {
  people: number
  deals: number
  openTasks: number
  upcomingAppointments: number
  collaborations: number
}

type Params = { companyId: string; users: string; now: string }

/** Each count is served by an index on the column that names the user. */
export const assignedTo = query((_, p: Params) => {
  const count = (table: string, column: string, also = sql``) =>
    sql`(select count(*) from ${sql.table(table)} as "own" where "own"."companyId" = ${p.companyId} and ${sql.ref(`own.${column}`)} = "user"."value"${also})`
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
