/** Authenticates requests by the secret of a browser session, and creates and ends sessions. */
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
import type { IdentityOfUser } from './identities.ts'

/** CROSSES COMPANIES: the hash of the secret determines the company. */
const sessionByHash = query((k, p: { hash: string }) =>
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

const markUsed = query((k, p: { companyId: string; id: string; now: string; expiresAt: string }) =>
  k
    .updateTable('sessions')
    .set({ lastUsedAt: p.now, expiresAt: p.expiresAt })
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

/** Maximum time between a use and the last recorded one; less if sessions end sooner. */
const maxUnrecordedMs = 60_000

const hashSecret = (secret: string) => hash('sha256', secret)
const createKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'ID token of a session', 32))

/** Returns the viewer of a session; undefined if it is unknown, revoked or expired. */
export async function authenticateSession(deps: Deps, secret: string, snapshot?: Db) {
  const key = hashSecret(secret)
  const find = (db: Db) => findCaller(db, key)
  if (snapshot) return getUsableViewer(deps, await find(snapshot))
  const viewer = await findViewerCached(deps, key, find)
  return viewer && (await recordUse(deps, viewer)) ? findViewerCached(deps, key, find) : viewer
}

async function findCaller(db: Db, key: string): Promise<Caller | undefined> {
  const session = await db.first(sessionByHash, { hash: key })
  if (!session) return undefined
  const { sessionId: id, identityId, createdAt, lastUsedAt, expiresAt } = session
  return createCaller(db, session, {
    credentialId: identityId,
    scopes: null,
    authentication: { method: 'SESSION', session: { id, createdAt, lastUsedAt }, expiresAt },
  })
}

/**
 * Records a use and postpones the expiry, if the last recorded use is too long ago. A database that
 * accepts no writes does not end the session.
 * @returns whether it changed the session
 */
async function recordUse(deps: Deps, { companyId, authentication }: Viewer): Promise<boolean> {
  const idleMs = deps.settings.SESSION_IDLE_MINUTES * 60_000
  const { session } = authentication ?? {}
  const unrecordedMs = deps.now() - Date.parse(session?.lastUsedAt ?? '')
  if (!session || unrecordedMs < Math.min(maxUnrecordedMs, idleMs / 10)) return false
  const { id, createdAt } = session
  const use = { companyId, id, now: timestamp(deps), expiresAt: computeExpiry(deps, createdAt) }
  try {
    await deps.store.forCompany(companyId).write((db) => db.run(markUsed, use))
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error
    return false
  }
}

/** Creates a session of an identity. @returns its secret, of which only the hash is stored */
export async function startSession(
  deps: Deps,
  { companyId, userId, identityId }: IdentityOfUser,
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
      idToken: idToken ? encrypt(createKey(secret), idToken, deps.randomBytes(12)) : null,
    }),
  )
  return secret
}

/** Revokes the session of a secret, if it is valid. @returns its ID token, if it has one */
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
      ? decrypt(createKey(secret), Buffer.from(session.idToken)).toString()
      : undefined
  })
}
