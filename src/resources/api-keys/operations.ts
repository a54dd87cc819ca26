/** Manages API keys. A narrowed key cannot issue a key that has scopes beyond its own. */
import { createSecret, hashSecret } from '../../access/api-keys.ts'
import {
  covers,
  findMissingViewScope,
  getNarrowedViewScopes,
  requireCredentialManager,
} from '../../access/narrowing.ts'
import { getRights, isAdministrator } from '../../access/scopes.ts'
import { type Context, timestamp, toTimestamp } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  checkVersion,
  insertRecord,
  newRecord,
  updateCredential,
} from '../../crud/records.ts'
import { conflict, type Detail, forbidden } from '../../errors.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import {
  canManageCredential,
  findUnknownUsers,
  requireUser,
  type UserRow,
} from '../users/operations.ts'
import { apiKeyFilterSpec } from './filter-spec.ts'
import { apiKeyPolicy } from './policy.ts'
import type { ApiKeyRow } from './table.ts'

export type { ApiKeyRow }

export interface KeyWithSecret {
  apiKey: ApiKeyRow
  /** The secret, which is returned only once, because only its hash is stored. */
  secret: string
}

const createSecretColumns = (secret: string) => ({
  hash: hashSecret(secret),
  prefix: secret.slice(0, 7),
  lastFour: secret.slice(-4),
})

const noPreviousSecret = { previousHash: null, previousExpiresAt: null }

/** Returns the scopes of a narrowed key, or null for a key with all scopes of its user. */
export const parseScopes = ({ scopes }: Pick<ApiKeyRow, 'scopes'>): string[] | null =>
  scopes === null ? null : (JSON.parse(scopes) as string[])

export const { get: getApiKey, load: loadApiKey } = createRecordReads(apiKeyPolicy, 'API key')

export const apiKeys = createFilteredList({ spec: apiKeyFilterSpec })

export const loadLastUse = createLoader<string>((ctx, ids) => ctx.store.counters.readLastUsed(ids))

/** Issues a key without checking the caller's permissions. */
export async function issueKey(
  ctx: Context,
  key: { userId: string; name: string; scopes?: string[] | null; expiresAt?: string | null },
): Promise<KeyWithSecret> {
  const secret = createSecret(ctx.randomBytes)
  const row: ApiKeyRow = {
    ...newRecord(ctx, 'key'),
    userId: key.userId,
    name: key.name,
    ...createSecretColumns(secret),
    scopes: key.scopes ? JSON.stringify(key.scopes) : null,
    expiresAt: key.expiresAt ?? null,
    revokedAt: null,
    ...noPreviousSecret,
  }
  const columns = ['userId', 'name', 'scopes', 'expiresAt']
  return { apiKey: await insertRecord(ctx, 'apiKeys', row, 'apiKey.created', columns), secret }
}

/** Replaces a key's secret without permission checks; the previous one expires after `graceMs`. */
export async function rotateKey(
  ctx: Context,
  row: ApiKeyRow,
  graceMs: number,
): Promise<KeyWithSecret> {
  const secret = createSecret(ctx.randomBytes)
  const previousSecretColumns =
    graceMs > 0
      ? { previousHash: row.hash, previousExpiresAt: toTimestamp(ctx.now() + graceMs) }
      : noPreviousSecret
  const patch = { ...createSecretColumns(secret), ...previousSecretColumns }
  const eventFields = ['lastFour', 'previousExpiresAt']
  const apiKey = await updateCredential(ctx, 'apiKeys', row, patch, 'apiKey.rotated', eventFields)
  return { apiKey, secret }
}

/** Revokes a key and both its secrets without permission checks. A revoked key stays unchanged. */
export async function revokeKey(ctx: Context, row: ApiKeyRow): Promise<ApiKeyRow> {
  if (row.revokedAt) return row
  const patch = { revokedAt: timestamp(ctx), ...noPreviousSecret }
  return updateCredential(ctx, 'apiKeys', row, patch, 'apiKey.revoked', ['revokedAt'])
}

export interface ApiKeyInput {
  name: string
  scopes?: readonly string[] | null
  expiresAt?: string | null
  userId?: string | null
}

/** Creates a key for the caller or another user. @throws FORBIDDEN, VALIDATION_ERROR */
export async function createApiKey(
  ctx: Context,
  { name, expiresAt, userId, scopes: inputScopes }: ApiKeyInput,
): Promise<KeyWithSecret> {
  const user = await requireKeyUser(ctx, userId ?? ctx.viewer.userId)
  const scopes = inputScopes ? [...new Set(inputScopes)] : getInheritedScopes(ctx, user)
  const expiryErrors: Detail[] =
    expiresAt && expiresAt <= timestamp(ctx)
      ? [{ field: 'expiresAt', code: 'OUT_OF_RANGE', message: 'must be in the future' }]
      : []
  await checkReferences(expiryErrors, findExcessiveScopes(ctx, user, inputScopes ?? scopes ?? []))
  return issueKey(ctx, { name, userId: user.id, expiresAt, scopes })
}

const hasExpired = (ctx: Context, { expiresAt }: ApiKeyRow): boolean =>
  expiresAt !== null && expiresAt <= timestamp(ctx)

/** Issues a new secret. @throws NOT_FOUND, FORBIDDEN, CONFLICT for a revoked or expired key */
export async function rotateApiKey(ctx: Context, id: string, graceHours: number) {
  const key = await getManageableKey(ctx, id)
  if (key.revokedAt) throw conflict('The API key is revoked: create a new one')
  if (hasExpired(ctx, key)) throw conflict('The API key has expired: create a new one')
  return rotateKey(ctx, key, graceHours * 3_600_000)
}

/** Revokes an API key and all its secrets. @throws NOT_FOUND, FORBIDDEN */
export const revokeApiKey = async (ctx: Context, id: string): Promise<ApiKeyRow> =>
  revokeKey(ctx, await getManageableKey(ctx, id))

/** Returns the user for whom a key may be created. @throws FORBIDDEN, VALIDATION_ERROR */
async function requireKeyUser(ctx: Context, userId: string): Promise<UserRow> {
  if (userId === ctx.viewer.userId) return requireUser(ctx, userId)
  if (!isAdministrator(ctx.viewer.role))
    throw forbidden('Only an Owner or Admin may create API keys for other users')
  await checkReferences(findUnknownUsers(ctx, [['userId', userId]]))
  const user = await requireUser(ctx, userId)
  requireKeyManager(ctx, user)
  return user
}

const requireKeyManager = ({ viewer }: Context, user: UserRow): void =>
  requireCredentialManager(viewer, user, 'API keys')

/** Returns a key that the caller can manage. @throws NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
export async function getManageableKey(ctx: Context, id: string): Promise<ApiKeyRow> {
  const key = await getApiKey(ctx, id)
  requireKeyManager(ctx, await requireUser(ctx, key.userId))
  return checkVersion(ctx, key)
}

export const canRevokeKey = async (ctx: Context, key: ApiKeyRow): Promise<boolean> =>
  !key.revokedAt && canManageCredential(ctx, key, 'API keys')

export const canRotateKey = async (ctx: Context, key: ApiKeyRow): Promise<boolean> =>
  !hasExpired(ctx, key) && canRevokeKey(ctx, key)

const isCoveredByCaller = ({ viewer }: Context, user: UserRow, scope: string): boolean =>
  covers(viewer.rights, scope, user.id !== viewer.userId)

/**
 * Returns an error detail for each scope that exceeds the permissions of the user or caller, and
 * for a view scope to which the caller is limited but which `scopes` omits.
 */
function findExcessiveScopes(ctx: Context, user: UserRow, scopes: readonly string[]): Detail[] {
  const { viewer } = ctx
  const userRights = getRights(user.role, null)
  const code = 'INVALID_VALUE'
  const details = scopes.flatMap((scope, index): Detail[] => {
    const field = `scopes[${index}]`
    if (!covers(userRights, scope))
      return [{ field, code, message: 'exceeds the permissions of the user' }]
    if (isCoveredByCaller(ctx, user, scope)) return []
    return [{ field, code, message: 'exceeds the scopes of your credential' }]
  })
  const missingScope = findMissingViewScope(getNarrowedViewScopes(viewer), scopes)
  if (missingScope) {
    const requiredScope = `${missingScope}.${viewer.rights.level(missingScope)}`
    const message = `must include \`${requiredScope}\`, to which your credential is limited`
    details.push({ field: 'scopes', code, message })
  }
  return details
}

/** Returns a new key's default scopes: those that a narrowed key may grant, or null for all. */
export function getInheritedScopes(ctx: Context, user: UserRow): string[] | null {
  const { rights } = ctx.viewer
  if (!rights.isNarrowed) return null
  const userRights = getRights(user.role, null)
  return rights.scopes.filter(
    (scope) => isCoveredByCaller(ctx, user, scope) && covers(userRights, scope),
  )
}
