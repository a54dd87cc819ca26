/** Identities: the subjects of an OpenID provider's tokens, each bound to a user. */
import type { Context } from '../../context.ts'
import { recordReads } from '../../crud/record-reads.ts'
import { newRecord } from '../../crud/records.ts'
import { changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { query } from '../../store/query.ts'
import { identityPolicy } from './policy.ts'
import type { IdentityRow } from './table.ts'

export type { IdentityRow }

export const { get: getIdentity, load: loadIdentity } = recordReads(identityPolicy, 'Identity')

const identityOfUser = query((k, p: { companyId: string; userId: string; issuer: string }) =>
  k
    .selectFrom('identities')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('userId', '=', p.userId)
    .where('issuer', '=', p.issuer),
)

/** Returns whether a user has an identity of an issuer. */
export const hasIdentity = async (
  { db, viewer }: Context,
  userId: string,
  issuer: string,
): Promise<boolean> =>
  (await db.first(identityOfUser, { companyId: viewer.companyId, userId, issuer })) !== undefined

/** Binds an identity to a user without checking the caller's permissions. */
export async function createIdentity(
  ctx: Context,
  { userId, issuer, subject, email }: Pick<IdentityRow, 'userId' | 'issuer' | 'subject' | 'email'>,
): Promise<IdentityRow> {
  const row: IdentityRow = { ...newRecord(ctx, 'identity'), userId, issuer, subject, email }
  await ctx.db.insert('identities', row)
  const changes = changesBetween({}, row, ['userId', 'issuer', 'subject', 'email'])
  recordEvent(ctx, { type: 'identity.created', record: row, changes })
  return row
}
