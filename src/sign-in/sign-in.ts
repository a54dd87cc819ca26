/** Authenticates requests by access token or session, and serves the sign-in routes. */
import { hash } from 'node:crypto'
import { AccessTokens, type TokenClaims } from '../access/access-tokens.ts'
import { type Caller, createCaller, findViewerCached, getUsableViewer } from '../access/viewers.ts'
import type { Deps, SignIn } from '../context.ts'
import { forbidden } from '../errors.ts'
import { mapMaybePromise } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import { bindIdentity, findIdentity } from './identities.ts'
import { SignInRoutes } from './routes.ts'
import { authenticateSession } from './sessions.ts'

export function createSignIn(deps: Deps): SignIn {
  const accessTokens = new AccessTokens(deps)
  const routes = new SignInRoutes(deps)
  return {
    serve: routes.serve,
    authenticateSession: (secret, snapshot) => authenticateSession(deps, secret, snapshot),
    authenticateToken: (token, companyId, snapshot) => {
      const tokenHash = hash('sha256', token)
      return mapMaybePromise(accessTokens.verify(token, tokenHash), async (claims) => {
        if (!claims) return undefined
        const find = (db: Db) => findTokenCaller(deps, db, claims, companyId)
        if (snapshot) return getUsableViewer(deps, await find(snapshot))
        const findCached = () => findViewerCached(deps, `${tokenHash} ${companyId ?? ''}`, find)
        const viewer = await findCached()
        if (viewer) return viewer
        const isBound = await bindIdentity(deps, claims, companyId)
        if (isBound) return findCached()
        if (companyId !== undefined)
          throw forbidden('X-Company-Id must be the id of a company where you are an active user')
        return undefined
      })
    },
  }
}

async function findTokenCaller(
  deps: Deps,
  db: Db,
  claims: TokenClaims,
  companyId: string | undefined,
): Promise<Caller | undefined> {
  const identity = await findIdentity(deps, db, claims, companyId)
  return (
    identity &&
    createCaller(db, identity, {
      credentialId: identity.identityId,
      scopes: claims.scopes,
      authentication: { method: 'ACCESS_TOKEN', expiresAt: claims.expiresAt },
    })
  )
}
