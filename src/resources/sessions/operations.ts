/** Manages sessions, which are sign-ins of users in browsers. */
import { requireCredentialManager } from '../../access/narrowing.ts'
import { type Context, type Deps, timestamp, toTimestamp } from '../../context.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import { checkVersion, insertRecord, newRecord, updateCredential } from '../../crud/records.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { canManageCredential, requireUser } from '../users/operations.ts'
import { sessionFilterSpec } from './filter-spec.ts'
import { sessionPolicy } from './policy.ts'
import type { SessionRow } from './table.ts'

export type { SessionRow }

export const { get: getSession, load: loadSession } = createRecordReads(sessionPolicy, 'Session')

export const sessions = createFilteredList({ spec: sessionFilterSpec })

/**
 * Returns the expiry time of a session that is used now: `SESSION_IDLE_MINUTES` from now, but at
 * most `SESSION_HOURS` after the session's creation.
 */
export function computeExpiry(
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  createdAt: string,
): string {
  const idleExpiryMs = now() + settings.SESSION_IDLE_MINUTES * 60_000
  const latestExpiryMs = Date.parse(createdAt) + settings.SESSION_HOURS * 3_600_000
  return toTimestamp(Math.min(idleExpiryMs, latestExpiryMs))
}

type NewSession = Pick<SessionRow, 'userId' | 'identityId' | 'hash' | 'userAgent' | 'idToken'>

/** Creates a session without checking the caller's permissions. */
export async function createSession(ctx: Context, session: NewSession): Promise<SessionRow> {
  const record = newRecord(ctx, 'session')
  const row: SessionRow = {
    ...record,
    ...session,
    lastUsedAt: record.createdAt,
    expiresAt: computeExpiry(ctx, record.createdAt),
    revokedAt: null,
  }
  const eventFields = ['userId', 'identityId', 'userAgent', 'expiresAt']
  return insertRecord(ctx, 'sessions', row, 'session.created', eventFields)
}

/** Ends a session without permission checks, and deletes its ID token. */
export async function endSession(ctx: Context, row: SessionRow): Promise<SessionRow> {
  if (row.revokedAt) return row
  const patch = { revokedAt: timestamp(ctx), idToken: null }
  return updateCredential(ctx, 'sessions', row, patch, 'session.revoked', ['revokedAt'])
}

/** Revokes a session, which signs the browser out. @throws NOT_FOUND, FORBIDDEN */
export async function revokeSession(ctx: Context, id: string): Promise<SessionRow> {
  const session = await getSession(ctx, id)
  requireCredentialManager(ctx.viewer, await requireUser(ctx, session.userId), 'sessions')
  return endSession(ctx, checkVersion(ctx, session))
}

export const canRevokeSession = async (ctx: Context, session: SessionRow): Promise<boolean> =>
  !session.revokedAt && canManageCredential(ctx, session, 'sessions')
