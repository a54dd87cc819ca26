/** Identities: the subjects of an OpenID provider's tokens, each bound to a user. */
import { requireCredentialManager } from '../../access/narrowing.ts'
import type { Context } from '../../context.ts'
import { isPermitted } from '../../crud/record-actions.ts'
import { recordReads } from '../../crud/record-reads.ts'
import { checkVersion, deleteRecord, newRecord } from '../../crud/records.ts'
import { changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { filteredList } from '../../filtering/filtered-list.ts'
import { query } from '../../store/query.ts'
import { loadUser, requireUser, type UserRow } from '../users/operations.ts'
import { identityFilterSpec } from './filter-spec.ts'
import { identityPolicy } from './policy.ts'
import type { IdentityRow } from './table.ts'

export type { IdentityRow }

export const { get: getIdentity, load: loadIdentity } = recordReads(identityPolicy, 'Identity')

export const identities = filteredList({ spec: identityFilterSpec })

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

const identityOfSubject = query((k, p: { companyId: string; issuer: string; subject: string }) =>
  k
    .selectFrom('identities')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject),
)

/** Returns whether a subject is bound to a user of the company, active or suspended. */
export const isSubjectBound = async (
  { db, viewer }: Context,
  { issuer, subject }: Pick<IdentityRow, 'issuer' | 'subject'>,
): Promise<boolean> =>
  (await db.first(identityOfSubject, { companyId: viewer.companyId, issuer, subject })) !==
  undefined

const auditedFields = ['userId', 'issuer', 'subject', 'email'] as const

/** Binds an identity to a user without checking the caller's permissions. */
export async function createIdentity(
  ctx: Context,
  { userId, issuer, subject, email }: Pick<IdentityRow, 'userId' | 'issuer' | 'subject' | 'email'>,
): Promise<IdentityRow> {
  const row: IdentityRow = { ...newRecord(ctx, 'identity'), userId, issuer, subject, email }
  await ctx.db.insert('identities', row)
  const changes = changesBetween({}, row, auditedFields)
  recordEvent(ctx, { type: 'identity.created', record: row, changes })
  return row
}

/** Deletes an identity with its sessions. @throws NOT_FOUND, FORBIDDEN */
export async function deleteIdentity(ctx: Context, id: string): Promise<{ id: string }> {
  const identity = await getIdentity(ctx, id)
  requireIdentityManager(ctx, await requireUser(ctx, identity.userId))
  const changes = changesBetween(checkVersion(ctx, identity), {}, auditedFields)
  return deleteRecord(ctx, identityPolicy, identity, { type: 'identity.deleted', changes })
}

const requireIdentityManager = ({ viewer }: Context, user: UserRow): void =>
  requireCredentialManager(viewer, user, 'identities')

export async function canDeleteIdentity(ctx: Context, identity: IdentityRow): Promise<boolean> {
  const user = await loadUser.of(ctx, identity, 'userId')
  return !!user && isPermitted(() => requireIdentityManager(ctx, user))
}
