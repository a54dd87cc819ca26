/** Authenticates requests by browser session, and creates and ends sessions. */
import { hash, hkdfSync } from 'node:crypto'
import type { Viewer } from '../access/scopes.ts'
import {
  type Caller,
  createCaller,
  findViewerCached,
  getUsableViewer,
  selectUsers,
} from '../access/viewers.ts'
import { type Deps, timestamp } from '../context.ts'
import { ApiError } from '../errors.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'
import { loadCompany, runAsSystem } from '../resources/companies/operations.ts'
import {
  computeExpiry,
  createSession,
  endSession,
  loadSession,
} from '../resources/sessions/operations.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { UserIdentity } from './identities.ts'

/** CROSSES COMPANIES: the company is known only from the session that has the secret's hash. */
const sessionByHashQuery = query((k, p: { hash: string }) =>
  selectUsers(k)
    .innerJoin('sessions', (join) =>
      join
        .onRef('sessions.companyId', '=', 'users.companyId')
        .onRef('sessions.userId', '=', 'users.id'),
    )
    .where('sessions.hash', '=', p.hash)
    .where('sessions.revokedAt', 'is', null)
    .select([
      'sessions.id as sessionId',
      'sessions.identityId',
      'sessions.createdAt',
      'sessions.lastUsedAt',
      'sessions.expiresAt',
    ]),
)

const recordUseStatement = query(
  (k, p: { companyId: string; id: string; now: string; expiresAt: string }) =>
    k
      .updateTable('sessions')
      .set({ lastUsedAt: p.now, expiresAt: p.expiresAt })
      .where('companyId', '=', p.companyId)
      .where('id', '=', p.id),
)

/** Minimum time between recorded uses of a session, at most a tenth of the idle timeout. */
const lastUseIntervalMs = 60_000

const hashSecret = (secret: string) => hash('sha256', secret)
const deriveKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'ID token of a session', 32))

/** Returns a session's viewer; undefined if the session is unknown, revoked or expired. */
export async function authenticateSession(deps: Deps, secret: string, snapshot?: Db) {
  const key = hashSecret(secret)
  const find = (db: Db) => findCaller(db, key)
  if (snapshot) return getUsableViewer(deps, await find(snapshot))
  const viewer = await findViewerCached(deps, key, find)
  return viewer && (await recordUse(deps, viewer)) ? findViewerCached(deps, key, find) : viewer
}

async function findCaller(db: Db, key: string): Promise<Caller | undefined> {
  const session = await db.first(sessionByHashQuery, { hash: key })
  if (!session) return undefined
  const { sessionId: id, identityId, createdAt, lastUsedAt, expiresAt } = session
  return createCaller(db, session, {
    credentialId: identityId,
    scopes: null,
    authentication: { method: 'SESSION', session: { id, createdAt, lastUsedAt }, expiresAt },
  })
}

/**
 * Records the use and postpones the expiry, unless a use was recorded recently. The session stays
 * valid even if the database accepts no writes. @returns whether the session was updated
 */
async function recordUse(deps: Deps, { companyId, authentication }: Viewer): Promise<boolean> {
  const idleMs = deps.settings.SESSION_IDLE_MINUTES * 60_000
  const { session } = authentication ?? {}
  const unrecordedMs = deps.now() - Date.parse(session?.lastUsedAt ?? '')
  if (!session || unrecordedMs < Math.min(lastUseIntervalMs, idleMs / 10)) return false
  const { id, createdAt } = session
  const usage = { companyId, id, now: timestamp(deps), expiresAt: computeExpiry(deps, createdAt) }
  try {
    await deps.store.forCompany(companyId).write((db) => db.run(recordUseStatement, usage))
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error
    return false
  }
}

/** Creates a session for an identity. @returns the secret, of which only a hash is stored */
export async function startSession(
  deps: Deps,
  { companyId, userId, identityId }: UserIdentity,
  { userAgent, idToken }: { userAgent: string | undefined; idToken: string | undefined },
): Promise<string> {
  const company = await loadCompany(deps, companyId)
  const secret = deps.randomBytes(32).toString('base64url')
  await runAsSystem(deps, company, (ctx) =>
    createSession(ctx, {
      userId,
      identityId,
      hash: hashSecret(secret),
      userAgent: userAgent?.slice(0, 300) ?? null,
      idToken: idToken ? encrypt(deriveKey(secret), idToken, deps.randomBytes) : null,
    }),
  )
  return secret
}

/** Revokes the session with this secret, if it is valid. @returns the ID token, if any */
export async function stopSession(deps: Deps, secret: string): Promise<string | undefined> {
  const { companyId, authentication } = (await authenticateSession(deps, secret)) ?? {}
  const { id } = authentication?.session ?? {}
  if (!companyId || !id) return undefined
  const company = await loadCompany(deps, companyId)
  return runAsSystem(deps, company, async (ctx) => {
    const session = await loadSession(ctx, id)
    if (!session) return undefined
    await endSession(ctx, session)
    return session.idToken
      ? decrypt(deriveKey(secret), Buffer.from(session.idToken)).toString()
      : undefined
  })
}
