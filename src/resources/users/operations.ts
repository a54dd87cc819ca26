import { requireScope } from '../../access/viewer.ts'
import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/batch.ts'
import { type References, unknownReferences } from '../../crud/records.ts'
import { notFound } from '../../errors.ts'
import { type Asked, type Found, finder } from '../../filtering/find.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import { userFilterSpec, usersFound } from './filter-spec.ts'
import { userByEmail, userList, usersByIds } from './queries.ts'
import type { UserRow } from './table.ts'

/** Reading users, whom the whole company sees. */
export type { UserRow }

const findUsers = (ctx: Context, ids: readonly string[]) =>
  ctx.db.all(usersByIds, { companyId: ctx.viewer.companyId, ids: listParam(ids) })

/** A user of the caller's company, for an edge; nothing where there is none. */
export const loadUser = createLoader((ctx, ids) =>
  ctx.db.cachedByIds(usersByIds, ctx.viewer.companyId, ids),
)

export const unknownUsers = (ctx: Context, references: References) =>
  unknownReferences(references, 'user', (ids) => findUsers(ctx, ids))

export const fullNameOf = (user: Pick<UserRow, 'firstName' | 'lastName'>) =>
  `${user.firstName} ${user.lastName}`.trim()

/** A user of the company, whatever scope brought the caller here. @throws NOT_FOUND */
export async function userInCompany(ctx: Context, id: string): Promise<UserRow> {
  const [user] = await findUsers(ctx, [id])
  if (!user) throw notFound('User')
  return user
}

/** Email addresses name a user, whatever their case. */
export const emailKeyOf = (email: string): string => email.toLowerCase()

export const findUserByEmail = (ctx: Context, email: string): MaybePromise<UserRow | undefined> =>
  ctx.db.first(userByEmail, { companyId: ctx.viewer.companyId, emailKey: emailKeyOf(email) })

/** The user behind the caller's key. */
export const me = (ctx: Context): Promise<UserRow> => userInCompany(ctx, ctx.viewer.userId)

/** @throws NOT_FOUND */
export async function getUser(ctx: Context, id: string): Promise<UserRow> {
  requireScope(ctx.viewer, 'users.view')
  return userInCompany(ctx, id)
}

const most = 1_000_000

/** The users of the company, as asked for. */
export const users = finder({
  kind: userFilterSpec,
  queries: usersFound,
  plain: userList,
  options: () => null,
  needs: 'users.view',
})

/** The same, all in one page. */
export const everyUser: Found<Asked, UserRow> = {
  ...users,
  page: (ctx, asked, window) => users.page(ctx, asked, { ...window, limit: most }),
}
