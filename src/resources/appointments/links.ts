import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import type { Context } from '../../context.ts'
import { type Change, changesBetween } from '../../events/record-event.ts'
import { listParam } from '../../store/sql.ts'
import {
  allPeopleOfAppointment,
  usersOfAppointments,
  visiblePeopleOfAppointments,
} from './queries.ts'

/** The people and users who are invited. */
export interface Invited {
  peopleIds?: readonly string[] | null | undefined
  userIds?: readonly string[] | null | undefined
}

/** Puts the given lists in place of those before, and says what that changed. */
export async function replaceInvited(
  ctx: Context,
  appointmentId: string,
  { peopleIds, userIds }: Invited,
): Promise<Change[]> {
  return [
    ...(peopleIds === undefined ? [] : await replacePeople(ctx, appointmentId, peopleIds ?? [])),
    ...(userIds === undefined ? [] : await replaceUsers(ctx, appointmentId, userIds ?? [])),
  ]
}

/**
 * People whom the caller does not see stay invited, behind the others: what one cannot see one
 * cannot remove.
 */
async function replacePeople(
  ctx: Context,
  appointmentId: string,
  wanted: readonly string[],
): Promise<Change[]> {
  const { companyId } = ctx.viewer
  const before = (await ctx.db.all(allPeopleOfAppointment, { companyId, appointmentId })).map(
    (row) => row.personId,
  )
  const visible = await ctx.db.all(visiblePeopleOfAppointments(accessScopeOf(ctx.viewer)), {
    ...accessParams(ctx.viewer),
    ids: listParam([appointmentId]),
  })
  const seen = visible.map((row) => row.personId)
  const after = [...new Set([...wanted, ...before.filter((id) => !seen.includes(id))])]
  // For the caller nothing would change: then nothing does, whatever stands between.
  if (after.slice(0, seen.length).join() === seen.join() && after.length === before.length)
    return []
  const changes = changesBetween({ peopleIds: before }, { peopleIds: after }, ['peopleIds'])
  if (changes.length === 0) return changes
  await ctx.db.delete('appointmentPeople', { companyId, appointmentId })
  for (const [position, personId] of after.entries())
    await ctx.db.insert('appointmentPeople', { companyId, appointmentId, personId, position })
  return changes
}

async function replaceUsers(
  ctx: Context,
  appointmentId: string,
  wanted: readonly string[],
): Promise<Change[]> {
  const { companyId } = ctx.viewer
  const before = (
    await ctx.db.all(usersOfAppointments, { companyId, ids: listParam([appointmentId]) })
  ).map((row) => row.userId)
  const after = [...new Set(wanted)]
  const changes = changesBetween({ userIds: before }, { userIds: after }, ['userIds'])
  if (changes.length === 0) return changes
  await ctx.db.delete('appointmentUsers', { companyId, appointmentId })
  for (const [position, userId] of after.entries())
    await ctx.db.insert('appointmentUsers', { companyId, appointmentId, userId, position })
  return changes
}

/** Everybody who is invited, whoever sees them. */
export async function invitedTo(
  ctx: Context,
  appointmentId: string,
): Promise<{ people: string[]; users: string[] }> {
  const { companyId } = ctx.viewer
  const people = await ctx.db.all(allPeopleOfAppointment, { companyId, appointmentId })
  const users = await ctx.db.all(usersOfAppointments, {
    companyId,
    ids: listParam([appointmentId]),
  })
  return { people: people.map((row) => row.personId), users: users.map((row) => row.userId) }
}
