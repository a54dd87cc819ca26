/** Manages identities: subjects of an OpenID provider's tokens, each bound to a user. */
import { sql } from 'kysely'
import { requireCredentialManager } from '../../access/narrowing.ts'
import type { Context } from '../../context.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import { checkVersion, deleteRecord, insertRecord, newRecord } from '../../crud/records.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { queryFamily } from '../../store/query.ts'
import { canManageCredential, requireUser } from '../users/operations.ts'
import { identityFilterSpec } from './filter-spec.ts'
import { identityPolicy } from './policy.ts'
import type { IdentityRow } from './table.ts'

export type { IdentityRow }

const identityReads = createRecordReads(identityPolicy, 'Identity')
export const { get: getIdentity, load: loadIdentity } = identityReads

export const identities = createFilteredList({ spec: identityFilterSpec })

const identityByColumn = queryFamily(
  (_, p: { companyId: string; issuer: string; value: string }, column: 'userId' | 'subject') =>
    sql<{ id: string }>`select "id" from "identities" where "companyId" = ${p.companyId}
      and "issuer" = ${p.issuer} and ${sql.ref(column)} = ${p.value}`,
)

/** Returns whether the user or subject has an identity, even if the user is suspended. */
export const hasIdentity = async (
  { db, viewer: { companyId } }: Context,
  issuer: string,
  column: 'userId' | 'subject',
  value: string,
): Promise<boolean> =>
  (await db.first(identityByColumn(column), { companyId, issuer, value })) !== undefined

const eventFields = ['userId', 'issuer', 'subject', 'email'] as const

/** Binds an identity to a user without checking the caller's permissions. */
export const createIdentity = (
  ctx: Context,
  identity: Pick<IdentityRow, 'userId' | 'issuer' | 'subject' | 'email'>,
): Promise<IdentityRow> => {
  const row = { ...newRecord(ctx, 'identity'), ...identity }
  return insertRecord(ctx, 'identities', row, 'identity.created', eventFields)
}

/** Deletes an identity and its sessions. @throws NOT_FOUND, FORBIDDEN */
export async function deleteIdentity(ctx: Context, id: string): Promise<{ id: string }> {
  const identity = await getIdentity(ctx, id)
  requireCredentialManager(ctx.viewer, await requireUser(ctx, identity.userId), 'identities')
  checkVersion(ctx, identity)
  return deleteRecord(ctx, identityPolicy, identity, 'identity.deleted', eventFields)
}

export const canDeleteIdentity = (ctx: Context, identity: IdentityRow): Promise<boolean> =>
  canManageCredential(ctx, identity, 'identities')
