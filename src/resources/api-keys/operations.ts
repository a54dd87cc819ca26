import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { hashOf, newSecret } from '../../access/authenticate.ts'
import { requireHoldsRole } from '../../access/narrowing.ts'
import { isAdministrator } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { byId, createLoader } from '../../crud/loader.ts'
import {
  applyChanges,
  checkReferences,
  checkVersion,
  newRecord,
  requireVisible,
} from '../../crud/records.ts'
import { conflict, type Detail, forbidden, invalid } from '../../errors.ts'
import { changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { filteredList } from '../../filtering/filtered-list.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import { requireUser, type UserRow, unknownUsers } from '../users/operations.ts'
import { apiKeyFilterSpec } from './filter-spec.ts'
import { excessiveScopes, scopesInherited } from './narrowing.ts'
import { keyFor, visibleKeys } from './queries.ts'
import type { ApiKeyRow } from './table.ts'

/** Reading, issuing, rotating and revoking keys. Who may do what to whose key is in `rules.ts`. */
export type { ApiKeyRow }

export interface IssuedKey {
  apiKey: ApiKeyRow
  /** Shown once; only its hash is kept. */
  secret: string
}

/** What is kept of a secret. */
const tracesOf = (secret: string) => ({
  hash: hashOf(secret),
  prefix: secret.slice(0, 7),
  lastFour: secret.slice(-4),
})

/** The scopes that a key was given; nothing: all that its user may do. */
export const scopesOfKey = ({ scopes }: Pick<ApiKeyRow, 'scopes'>): string[] | null =>
  scopes === null ? null : (JSON.parse(scopes) as string[])

/** @throws NOT_FOUND, FORBIDDEN */
export async function getApiKey(ctx: Context, id: string): Promise<ApiKeyRow> {
  return requireVisible(
    'API key',
    await ctx.db.first(keyFor(accessScopeOf(ctx.viewer)), { ...accessParams(ctx.viewer), id }),
  )
}

/** A key that the caller sees, for `node`; nothing where there is none. */
export const loadApiKey = createLoader<ApiKeyRow>((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visibleKeys(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    byId,
  ),
)

/** The keys that the caller sees, as asked for. */
export const apiKeys = filteredList({ spec: apiKeyFilterSpec })

/** When a key was last used. */
export const loadLastUse = createLoader<string>((ctx, ids) => ctx.store.counters.lastUsed(ids))

/** Makes a key; the rules of who may are the caller's. */
export async function issueKey(
  ctx: Context,
  key: { userId: string; name: string; scopes?: string[] | null; expiresAt?: string | null },
): Promise<IssuedKey> {
  const secret = newSecret(ctx.randomBytes)
  const row: ApiKeyRow = {
    ...newRecord(ctx, 'key'),
    userId: key.userId,
    name: key.name,
    ...tracesOf(secret),
    scopes: key.scopes ? JSON.stringify(key.scopes) : null,
    createdBy: ctx.viewer.userId || null,
    expiresAt: key.expiresAt ?? null,
    revokedAt: null,
    previousHash: null,
    previousExpiresAt: null,
  }
  await ctx.db.insert('apiKeys', row)
  recordEvent(ctx, {
    type: 'apiKey.created',
    record: row,
    changes: changesBetween({}, row, ['userId', 'name', 'scopes', 'expiresAt']),
  })
  return { apiKey: row, secret }
}

/**
 * Gives a key a new secret; the one before stays good for a while, any older one is forgotten. The
 * rules are the caller's.
 */
export async function rotateKey(ctx: Context, row: ApiKeyRow, graceMs: number): Promise<IssuedKey> {
  const secret = newSecret(ctx.randomBytes)
  const previous =
    graceMs > 0
      ? { previousHash: row.hash, previousExpiresAt: new Date(ctx.now() + graceMs).toISOString() }
      : { previousHash: null, previousExpiresAt: null }
  const { row: apiKey } = await applyChanges(ctx, 'apiKeys', row, {
    ...tracesOf(secret),
    ...previous,
  })
  recordEvent(ctx, {
    type: 'apiKey.rotated',
    record: apiKey,
    changes: changesBetween(row, apiKey, ['lastFour', 'previousExpiresAt']),
  })
  return { apiKey, secret }
}

/**
 * Stops a key, with both its secrets, for the next request on; twice is no error. The rules are the
 * caller's.
 */
export async function revokeKey(ctx: Context, row: ApiKeyRow): Promise<ApiKeyRow> {
  if (row.revokedAt) return row
  const { row: revoked } = await applyChanges(ctx, 'apiKeys', row, {
    revokedAt: timestamp(ctx),
    previousHash: null,
    previousExpiresAt: null,
  })
  recordEvent(ctx, {
    type: 'apiKey.revoked',
    record: revoked,
    changes: changesBetween(row, revoked, ['revokedAt']),
  })
  return revoked
}

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
  const details = [...late, ...excessiveScopes(ctx, user, wanted ?? scopes ?? [])]
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
  if (userId === ctx.viewer.userId) return requireUser(ctx, userId)
  if (!isAdministrator(ctx.viewer.role))
    throw forbidden('Only Owner and Admin may make API keys for others')
  await checkReferences(unknownUsers(ctx, [['userId', userId]]))
  const user = await requireUser(ctx, userId)
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
  checkMayActFor(ctx, await requireUser(ctx, key.userId))
  return checkVersion(ctx, key)
}
