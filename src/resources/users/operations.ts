import { batch, type Context } from '../../context.ts'
import { type References, unknownReferences } from '../../records.ts'
import { listParam } from '../../store/sql.ts'
import { usersByIds } from './queries.ts'
import type { UserRow } from './table.ts'

export type { UserRow }

const findUsers = (ctx: Context, ids: readonly string[]) => ctx.db.all(usersByIds, { companyId: ctx.viewer.companyId, ids: listParam(ids) })

/** A user of the caller's company, for an edge; nothing where there is none. */
export const loadUser = batch(async (ctx, ids) => new Map((await findUsers(ctx, ids)).map((user) => [user.id, user])))

export const unknownUsers = (ctx: Context, references: References) => unknownReferences(references, 'user', (ids) => findUsers(ctx, ids))

export const fullNameOf = (user: Pick<UserRow, 'firstName' | 'lastName'>) => `${user.firstName} ${user.lastName}`.trim()
