/** Authenticates requests by the secret of a browser session, and creates and ends sessions. */
import { hash, hkdfSync } from 'node:crypto'
import type { IdentityOfUser } from '../access/identities.ts'
import type { Viewer } from '../access/scopes.ts'
import {
  type Caller,
  companyColumns,
  createViewer,
  findViewerCached,
  getUsableViewer,
} from '../access/viewers.ts'
import { type Deps, timestamp, toTimestamp } from '../context.ts'
import { ApiError } from '../errors.ts'
import { decrypt, encrypt } from '../lib/encryption.ts'
import { loadCompany, runAsSystem } from '../resources/companies/operations.ts'
import { createSession, endSession } from '../resources/sessions/operations.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'

/** CROSSES COMPANIES: the hash of the secret determines the company. */
const sessionByHash = query((k, p: { hash: string }) =>
  k
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'sessions.companyId')
        .onRef('users.id', '=', 'sessions.userId'),
    )
    .innerJoin('companies', 'companies.id', 'sessions.companyId')
    .where('sessions.hash', '=', p.hash)
    .select([
      'sessions.id as sessionId',
      'sessions.companyId',
      'sessions.identityId',
      'sessions.lastUsedAt',
      'sessions.expiresAt',
      'sessions.revokedAt',
    ])
    .select([
      'users.id as userId',
      'users.firstName',
      'users.lastName',
      'users.role',
      'users.suspendedAt',
    ])
    .select(companyColumns)
    .select('companies.isDemo'),
)

const markUsed = query((k, p: { companyId: string; id: string; now: string }) =>
  k
    .updateTable('sessions')
    .set({ lastUsedAt: p.now })
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

const sessionWithId = query((k, p: { companyId: string; id: string }) =>
  k.selectFrom('sessions').selectAll().where('companyId', '=', p.companyId).where('id', '=', p.id),
)

/** Minimum time between updates of the last use. */
const minUpdateMs = 60_000

const hashSecret = (secret: string) => hash('sha256', secret)
const createKey = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'ID token of a session', 32))

/** Returns the viewer of a session; undefined if it is unknown, revoked or expired. */
export async function authenticateSession(
  deps: Deps,
  secret: string,
  snapshot?: Db,
): Promise<Viewer | undefined> {
  const key = hashSecret(secret)
  const find = (db: Db) => findCaller(deps, db, key)
  if (snapshot) return getUsableViewer(deps, await find(snapshot))
  const viewer = await findViewerCached(deps, key, find)
  if (viewer) await recordUse(deps, viewer)
  return viewer
}

async function findCaller(deps: Deps, db: Db, key: string): Promise<Caller | undefined> {
  const session = await db.first(sessionByHash, { hash: key })
  if (!session || session.revokedAt || session.suspendedAt) return undefined
  const { sessionId, identityId, lastUsedAt, expiresAt } = session
  const idleMs = deps.settings.SESSION_IDLE_MINUTES * 60_000
  const expiryMs = Math.min(Date.parse(lastUsedAt) + idleMs, Date.parse(expiresAt))
  const viewer = await createViewer(db, session, {
    credentialId: identityId,
    scopes: null,
    authentication: {
      method: 'SESSION',
      sessionId,
      lastUsedAt,
      expiresAt: toTimestamp(expiryMs),
    },
  })
  return { viewer, isDemo: session.isDemo === 1 }
}

/** Postpones the idle expiry; a database that accepts no writes does not end the session. */
async function recordUse(deps: Deps, { companyId, authentication }: Viewer): Promise<void> {
  const { sessionId: id, lastUsedAt } = authentication ?? {}
  if (!id || deps.now() - Date.parse(lastUsedAt ?? '') < minUpdateMs) return
  try {
    await deps.store
      .forCompany(companyId)
      .write((db) => db.run(markUsed, { companyId, id, now: timestamp(deps) }))
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) throw error
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
      expiresAt: toTimestamp(deps.now() + deps.settings.SESSION_HOURS * 3_600_000),
      idToken: idToken ? encrypt(createKey(secret), idToken, deps.randomBytes(12)) : null,
    }),
  )
  return secret
}

/** Revokes a session. @returns its ID token, for the sign-out at the provider */
export async function stopSession(
  deps: Deps,
  { companyId, authentication }: Viewer,
  secret: string,
): Promise<string | undefined> {
  const company = await loadCompany(deps, companyId)
  return runAsSystem(deps, company, async (ctx) => {
    const session = await ctx.db.first(sessionWithId, {
      companyId,
      id: authentication?.sessionId ?? '',
    })
    if (!session) return undefined
    await endSession(ctx, session)
    return session.idToken
      ? decrypt(createKey(secret), Buffer.from(session.idToken)).toString()
      : undefined
  })
}
