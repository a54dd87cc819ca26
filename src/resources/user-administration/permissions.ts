/** The updates of a user that `updateUser` accepts from the caller. */
import { holdsRole } from '../../access/narrowing.ts'
import type { Context } from '../../context.ts'
import { readOnce } from '../../crud/loader.ts'
import type { UserRow } from '../users/operations.ts'
import { activeOwners } from '../users/queries.ts'

export const canUpdateUser = ({ viewer }: Context, { role }: UserRow): boolean =>
  role !== 'Owner' || viewer.role === 'Owner'

const canUpdateRights = (ctx: Context, user: UserRow): boolean =>
  canUpdateUser(ctx, user) && holdsRole(ctx.viewer, user.role)

const readActiveOwners = readOnce(({ db, viewer: { companyId } }) =>
  db.all(activeOwners, { companyId }),
)

export const canSuspendUser = async (ctx: Context, user: UserRow): Promise<boolean> =>
  user.suspendedAt === null &&
  canUpdateRights(ctx, user) &&
  (user.role !== 'Owner' || (await readActiveOwners(ctx)).some(({ id }) => id !== user.id))

export const canReactivateUser = (ctx: Context, user: UserRow): boolean =>
  user.suspendedAt !== null && canUpdateRights(ctx, user)
