import { requireHoldsRole } from '../../access/narrowing.ts'
import { isAdministrator } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { checkReferences, checkVersion } from '../../crud/records.ts'
import { conflict, type Detail, forbidden, invalid } from '../../errors.ts'
import { type UserRow, unknownUsers, userInCompany } from '../users/operations.ts'
import { scopesBeyond, scopesInherited } from './narrowing.ts'
import {
  type ApiKeyRow,
  getApiKey,
  type IssuedKey,
  issueKey,
  revokeKey,
  rotateKey,
} from './operations.ts'

/** Who may make, rotate and revoke whose key. */
export interface ApiKeyInput {
  name: string
  scopes?: readonly string[] | null
  expiresAt?: string | null
  userId?: string | null
}

/** Makes a key for the caller, or for somebody else. @throws FORBIDDEN, VALIDATION_ERROR */
export async function createApiKey(
  ctx: Context,
  { name, expiresAt, userId, scopes: wanted }: ApiKeyInput,
): Promise<IssuedKey> {
  const user = await holderOf(ctx, userId ?? ctx.viewer.userId)
  const scopes = wanted ? [...new Set(wanted)] : scopesInherited(ctx, user)
  const late: Detail[] =
    expiresAt && expiresAt <= timestamp(ctx)
      ? [{ field: 'expiresAt', code: 'OUT_OF_RANGE', message: 'must be in the future' }]
      : []
  const details = [...late, ...scopesBeyond(ctx, user, wanted ?? scopes ?? [])]
  if (details.length > 0) throw invalid(details)
  return issueKey(ctx, { name, userId: user.id, expiresAt, scopes })
}

/** Gives a key a new secret. @throws NOT_FOUND, FORBIDDEN, CONFLICT for one that has ended */
export async function rotateApiKey(
  ctx: Context,
  id: string,
  graceHours: number,
): Promise<IssuedKey> {
  const key = await keyToManage(ctx, id)
  if (key.revokedAt) throw conflict('The API key is revoked: make a new one')
  if (key.expiresAt && key.expiresAt <= timestamp(ctx))
    throw conflict('The API key has expired: make a new one')
  return rotateKey(ctx, key, graceHours * 3_600_000)
}

/** Stops a key. @throws NOT_FOUND, FORBIDDEN */
export const revokeApiKey = async (ctx: Context, id: string): Promise<ApiKeyRow> =>
  revokeKey(ctx, await keyToManage(ctx, id))

/** The user whom a new key is for. @throws FORBIDDEN, VALIDATION_ERROR */
async function holderOf(ctx: Context, userId: string): Promise<UserRow> {
  if (userId === ctx.viewer.userId) return userInCompany(ctx, userId)
  if (!isAdministrator(ctx.viewer.role))
    throw forbidden('Only Owner and Admin may make API keys for others')
  await checkReferences(unknownUsers(ctx, [['userId', userId]]))
  const user = await userInCompany(ctx, userId)
  checkMayActFor(ctx, user)
  return user
}

/**
 * Whoever holds a user's key acts as that user, and views what only they can view: whatever its
 * scopes, a narrowed key manages those of another user only if it holds that user's role.
 * @throws FORBIDDEN, also for an Admin and the key of an Owner
 */
function checkMayActFor({ viewer }: Context, user: UserRow): void {
  if (user.role === 'Owner' && viewer.role !== 'Owner')
    throw forbidden('Only an Owner may manage the API keys of an Owner')
  if (user.id !== viewer.userId) requireHoldsRole(viewer, user.role)
}

/**
 * A key that the caller may rotate and revoke: one that they can view (a narrowed key cannot view
 * keys that hold more), and for an Admin none of an Owner.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function keyToManage(ctx: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id)
  checkMayActFor(ctx, await userInCompany(ctx, key.userId))
  return checkVersion(ctx, key)
}
