/** Counts and reassigns the records of users, and checks who may change a user. */
import { sql } from 'kysely'
import {
  type AccessParams,
  type AccessScope,
  getAccessParams,
  getAccessScope,
} from '../../access/access-scope.ts'
import { coversRole } from '../../access/narrowing.ts'
import { type RequiredScope, requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { createLoader, readOnce } from '../../crud/loader.ts'
import { checkReferences, checkVersion, updateRecord } from '../../crud/records.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import type { EventType } from '../../events/event-types.ts'
import { yieldToEventLoop } from '../../lib/async.ts'
import { encodeListParam, query, queryFamily } from '../../store/query.ts'
import type { Schema } from '../../store/schema.ts'
import { listRows, orderedJoin } from '../../store/sql.ts'
import { dealPolicy } from '../deals/policy.ts'
import { personPolicy } from '../people/policy.ts'
import { taskPolicy } from '../tasks/policy.ts'
import { activeOwners, findUnknownUsers, requireUser, type UserRow } from '../users/operations.ts'

const zeroCounts = { people: 0, deals: 0, openTasks: 0, upcomingAppointments: 0, collaborations: 0 }

/** The number of records of each kind that are assigned to a user. */
export type AssignedCounts = typeof zeroCounts

type AssignedParams = { companyId: string; users: string; now: string }

/** Counts the records assigned to users. Each count scans an index on the assignee. */
const assignedCounts = query((_, p: AssignedParams) => {
  const count = (table: string, column: string, condition = sql``) =>
    sql`(select count(*) from ${sql.table(table)} as "own" where "own"."companyId" = ${p.companyId} and ${sql.ref(`own.${column}`)} = "user"."value"${condition})`
  return sql<AssignedCounts & { userId: string }>`select "user"."value" as "userId",
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
type AssignedTable = 'people' | 'deals' | 'tasks'

/** The assignee column and policy of each table, and an additional condition on its records. */
const reassignmentRules = {
  people: { column: 'assignedAgentId', policy: personPolicy, condition: sql`` },
  deals: { column: 'assignedAgentId', policy: dealPolicy, condition: sql`` },
  tasks: { column: 'assignedTo', policy: taskPolicy, condition: sql` and "completedAt" is null` },
} as const

/** Selects the oldest records of a user that the caller can reassign. */
const selectAssignedRecords = queryFamily(
  (_, p: ReassignParams, { table, scope }: { table: AssignedTable; scope: AccessScope }) => {
    const { column, policy, condition } = reassignmentRules[table]
    return sql<Schema[AssignedTable]>`
      select * from ${sql.table(table)} where ${sql.ref(`${table}.companyId`)} = ${p.companyId}
      and ${sql.ref(`${table}.${column}`)} = ${p.userId} and ${policy.canView(p, scope)} and ${policy.canEdit(p, scope)}${condition} order by ${sql.ref(`${table}.id`)} limit ${p.limit}`
  },
)

/** The number of users per counting statement. Other requests can read between two statements. */
const usersPerChunk = 10

/** Loads counts for the whole company, including records that the caller cannot view. */
const loadAssignedCounts = createLoader<AssignedCounts>(async (ctx, ids) => {
  const counts = new Map<string, AssignedCounts>()
  for (let start = 0; start < ids.length; start += usersPerChunk) {
    const rows = await ctx.db.all(assignedCounts, {
      companyId: ctx.viewer.companyId,
      users: encodeListParam(ids.slice(start, start + usersPerChunk)),
      now: timestamp(ctx),
    })
    for (const { userId, ...row } of rows) counts.set(userId, row)
    await yieldToEventLoop()
  }
  return counts
})

export const countAssignedRecords = async (ctx: Context, userId: string): Promise<AssignedCounts> =>
  (await loadAssignedCounts(ctx, userId)) ?? zeroCounts

export type Reassignment = { user: UserRow; people: number; deals: number; openTasks: number }

/** The maximum number of records reassigned per call, so that other writers wait only briefly. */
const maxRecordsPerCall = 500
/** The maximum number of records reassigned per chunk; other requests run between two chunks. */
const recordsPerChunk = 100

const reassignedTables: [table: AssignedTable, scope: RequiredScope, event: EventType][] = [
  ['people', 'people.edit', 'person.updated'],
  ['deals', 'deals.manage', 'deal.updated'],
  ['tasks', 'tasks.manage', 'task.updated'],
]

/**
 * Reassigns up to 500 people, deals and open tasks that the caller can edit.
 * @returns the user, with the number of reassigned records of each kind
 * @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT if the user `toUserId` is suspended
 */
export async function reassignRecords(
  ctx: Context,
  id: string,
  toUserId: string,
): Promise<Reassignment> {
  requireScope(ctx.viewer, 'users.manage')
  const user = checkVersion(ctx, await requireUser(ctx, id))
  await checkTarget(ctx, id, toUserId)
  const counts = { people: 0, deals: 0, tasks: 0 }
  let remainingCount = maxRecordsPerCall
  for (const [table, requiredScope, event] of reassignedTables) {
    if (!ctx.viewer.rights.has(requiredScope)) continue
    counts[table] = await reassignTable(ctx, table, event, id, toUserId, remainingCount)
    remainingCount -= counts[table]
  }
  return { user, people: counts.people, deals: counts.deals, openTasks: counts.tasks }
}

async function checkTarget(ctx: Context, id: string, toUserId: string): Promise<void> {
  const message = 'must differ from the current assignee'
  if (toUserId === id) throw invalid(createDetail('toUserId', 'INVALID_VALUE', message))
  await checkReferences(findUnknownUsers(ctx, [['toUserId', toUserId]]))
  if ((await requireUser(ctx, toUserId)).suspendedAt)
    throw conflict('The user `toUserId` is suspended: choose an active user')
}

async function reassignTable(
  ctx: Context,
  table: AssignedTable,
  event: EventType,
  userId: string,
  toUserId: string,
  maxRecords: number,
): Promise<number> {
  const scope = getAccessScope(ctx.viewer)
  const { column } = reassignmentRules[table]
  let reassignedCount = 0
  for (
    let lastCount = recordsPerChunk;
    lastCount === recordsPerChunk && reassignedCount < maxRecords;
    reassignedCount += lastCount
  ) {
    const limit = Math.min(recordsPerChunk, maxRecords - reassignedCount)
    const params = { ...getAccessParams(ctx.viewer), userId, limit }
    const rows = await ctx.db.all(selectAssignedRecords({ table, scope }), params)
    for (const row of rows)
      await updateRecord(ctx, table, row as never, { [column]: toUserId } as never, event)
    lastCount = rows.length
    await yieldToEventLoop()
  }
  return reassignedCount
}

export const canUpdateUser = ({ viewer }: Context, { role }: UserRow): boolean =>
  role !== 'Owner' || viewer.role === 'Owner'

const canUpdateRights = (ctx: Context, user: UserRow): boolean =>
  canUpdateUser(ctx, user) && coversRole(ctx.viewer, user.role)

const readActiveOwners = readOnce(({ db, viewer: { companyId } }) =>
  db.all(activeOwners, { companyId }),
)

export const canSuspendUser = async (ctx: Context, user: UserRow): Promise<boolean> =>
  user.suspendedAt === null &&
  canUpdateRights(ctx, user) &&
  (user.role !== 'Owner' || (await readActiveOwners(ctx)).some(({ id }) => id !== user.id))

export const canReactivateUser = (ctx: Context, user: UserRow): boolean =>
  user.suspendedAt !== null && canUpdateRights(ctx, user)
