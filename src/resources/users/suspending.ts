import { type Context, timestamp } from '../../context.ts'
import { createLoader } from '../../crud/batch.ts'
import { yieldToEventLoop } from '../../lib/event-loop.ts'
import { listParam } from '../../store/sql.ts'
import { assignedTo, type StillAssigned } from './assigned-queries.ts'
import { updateUser } from './changes.ts'
import type { UserRow } from './table.ts'

export type { StillAssigned }

const nothing: StillAssigned = {
  people: 0,
  deals: 0,
  openTasks: 0,
  upcomingAppointments: 0,
  collaborations: 0,
}

/** Users whose records one statement counts, so that other requests get their turn. */
const atOnce = 10

/**
 * What a user looks after. It counts the whole company's records: managing users takes knowing what
 * they leave behind.
 */
const loadAssigned = createLoader<StillAssigned>(async (ctx, ids) => {
  const found = new Map<string, StillAssigned>()
  for (let start = 0; start < ids.length; start += atOnce) {
    const users = listParam(ids.slice(start, start + atOnce))
    const rows = await ctx.db.all(assignedTo, {
      companyId: ctx.viewer.companyId,
      users,
      now: timestamp(ctx),
    })
    for (const { userId, ...counts } of rows) found.set(userId, counts)
    await yieldToEventLoop()
  }
  return found
})

export const stillAssigned = async (ctx: Context, userId: string): Promise<StillAssigned> =>
  (await loadAssigned(ctx, userId)) ?? nothing

/**
 * Suspends a user, whose keys stop at once; what is assigned to them stays theirs. Twice is no
 * error. @throws as updateUser
 */
export const suspendUser = (ctx: Context, id: string): Promise<UserRow> =>
  updateUser(ctx, id, { suspended: true })

/**
 * Lets a suspended user in again; one who is not suspended stays as they are. @throws as updateUser
 */
export const reactivateUser = (ctx: Context, id: string): Promise<UserRow> =>
  updateUser(ctx, id, { suspended: false })
