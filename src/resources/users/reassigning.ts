import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { RequiredScope } from '../../access/scopes.ts'
import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { applyChanges, checkReferences, checkVersion } from '../../crud/records.ts'
import { conflict, type Detail, invalid } from '../../errors.ts'
import { recordEvent } from '../../events/record-event.ts'
import type { EventType } from '../../events/types.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import type { RecordColumns } from '../../store/schema.ts'
import { unknownUsers, userInCompany } from './operations.ts'
import { type Assigned, columnOf, nextAssigned } from './reassign-queries.ts'
import type { UserRow } from './table.ts'

export interface Reassigned {
  user: UserRow
  people: number
  deals: number
  openTasks: number
}

/**
 * Records moved by one call, so that others who write need not wait long; and in one go, so that
 * those who read need not.
 */
const most = 500
const atOnce = 100

const kinds: [table: Assigned, needs: RequiredScope, event: EventType][] = [
  ['people', 'people.edit', 'person.updated'],
  ['deals', 'deals.manage', 'deal.updated'],
  ['tasks', 'tasks.manage', 'task.updated'],
]

/**
 * Gives people, deals and open tasks of one user to another, up to 500 records at a time, each as a
 * change of its own; those that the caller may not change stay. @returns how many were moved, of
 * each kind
 * @throws NOT_FOUND, VALIDATION_ERROR for a user who is not there, CONFLICT for one who is
 * suspended
 */
export async function reassignRecords(
  ctx: Context,
  id: string,
  toUserId: string,
): Promise<Reassigned> {
  requireScope(ctx.viewer, 'users.manage')
  const user = checkVersion(ctx, await userInCompany(ctx, id))
  await checkTarget(ctx, id, toUserId)
  const moved = { people: 0, deals: 0, tasks: 0 }
  let left = most
  for (const [table, needs, event] of kinds) {
    if (!ctx.viewer.rights.has(needs)) continue
    moved[table] = await moveSome(ctx, table, event, id, toUserId, left)
    left -= moved[table]
  }
  return { user, people: moved.people, deals: moved.deals, openTasks: moved.tasks }
}

async function checkTarget(ctx: Context, id: string, toUserId: string): Promise<void> {
  const itself: Detail = {
    field: 'toUserId',
    code: 'INVALID_VALUE',
    message: 'is the user who has them',
  }
  if (toUserId === id) throw invalid([itself])
  await checkReferences(unknownUsers(ctx, [['toUserId', toUserId]]))
  if ((await userInCompany(ctx, toUserId)).suspendedAt)
    throw conflict('The user who is to have them is suspended')
}

async function moveSome(
  ctx: Context,
  table: Assigned,
  event: EventType,
  userId: string,
  toUserId: string,
  limit: number,
): Promise<number> {
  const sight = accessScopeOf(ctx.viewer)
  let moved = 0
  for (let found = atOnce; found === atOnce && moved < limit; moved += found) {
    const params = { ...accessParams(ctx.viewer), userId, limit: Math.min(atOnce, limit - moved) }
    const rows: RecordColumns[] = await ctx.db.all(nextAssigned({ table, sight }), params)
    for (const row of rows) {
      const { row: after, changes } = await applyChanges(
        ctx,
        table,
        row as never,
        { [columnOf(table)]: toUserId } as never,
      )
      recordEvent(ctx, { type: event, record: after as RecordColumns, changes })
    }
    found = rows.length
    await yieldToEventLoop()
  }
  return moved
}
