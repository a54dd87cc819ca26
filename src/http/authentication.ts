/**
 * Authenticates requests by the header `Authorization`: an API key or, if sign-in is enabled, an
 * access token; without it, by the cookie of a session. Attempts with invalid credentials are
 * counted by the caller's address.
 */
import { authenticateKey, authenticateKeyCached } from '../access/api-keys.ts'
import type { Viewer } from '../access/scopes.ts'
import { ApiError, badRequest, forbidden, unauthorized } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { getPublicUrl } from '../settings.ts'
import type { Db } from '../store/db.ts'
import { rejectAttempt } from './rate-limit.ts'
import type { HttpResponse, RequestContext, Step } from './request-context.ts'

const bearerPattern = /^Bearer +(\S+)$/i

function readBearer({ request }: RequestContext): string | undefined {
  const values = request.headersDistinct['authorization'] ?? []
  return values.length === 1 ? bearerPattern.exec(values[0] ?? '')?.[1] : undefined
}

/**
 * Returns the viewer of a request; undefined if its credential or user is not valid or active.
 * @param db a snapshot to read instead of the newest state
 * @throws UNAUTHORIZED, uncharged, if it has no session or its token cannot be checked
 */
export const findViewer = (http: RequestContext, db?: Db): MaybePromise<Viewer | undefined> =>
  mapMaybePromise(findCredentialViewer(http, db), (viewer) => checkCompany(http, viewer))

function findCredentialViewer(http: RequestContext, db?: Db): MaybePromise<Viewer | undefined> {
  const { deps } = http
  const bearer = readBearer(http)
  if (!bearer) {
    if (!deps.signIn || http.request.headers.authorization) return undefined
    const secret = readSessionSecret(http)
    // A page asks without a session whether there is one.
    if (!secret) throw unauthorized({ isUncharged: true })
    return deps.signIn.authenticateSession(secret, db)
  }
  if (deps.signIn && !bearer.startsWith('dg_'))
    return deps.signIn.authenticateToken(bearer, readCompanyId(http), db)
  return db ? authenticateKey(deps, db, bearer) : authenticateKeyCached(deps, bearer)
}

/** Reads `X-Company-Id`, which chooses among a person's companies, if sign-in is enabled. */
const readCompanyId = ({ deps, request }: RequestContext): string | undefined =>
  deps.signIn && request.headers['x-company-id']?.toString()

/** @throws FORBIDDEN if `X-Company-Id` names another company than that of the credential */
function checkCompany(http: RequestContext, viewer: Viewer | undefined): Viewer | undefined {
  const companyId = readCompanyId(http)
  if (viewer && companyId !== undefined && companyId !== viewer.companyId) throw otherCompany()
  return viewer
}

export const otherCompany = () =>
  forbidden('X-Company-Id must be the id of a company in which you are an active user')

/** Requires a valid credential, even for unknown paths below `/v1`. */
export const requireCredential: Step = async (http) => {
  try {
    const viewer = findViewer(http)
    http.viewer = viewer instanceof Promise ? await viewer : viewer
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return rejectAttempt(http, error)
    throw error
  }
  return http.viewer ? undefined : rejectAttempt(http, unauthorized())
}

/** Checks again, after a wait, that the connection is open and the credential is valid. */
export async function recheck(http: RequestContext): Promise<void> {
  if (http.request.socket.destroyed)
    throw badRequest('The connection was closed before the request had its turn')
  const viewer = await findViewer(http)
  if (!viewer) throw unauthorized()
  http.viewer = viewer
}

/**
 * Adds `WWW-Authenticate` to responses with status 401 and 403 if sign-in is enabled, so that
 * clients find the issuer and the missing scope (RFC 9728, section 5.1; RFC 6750, section 3).
 */
export function addChallenge(http: RequestContext, reply: HttpResponse): HttpResponse {
  const { deps, missingScope } = http
  if (!deps.signIn || (reply.status !== 401 && reply.status !== 403)) return reply
  const [resource = ''] = /^\/(graphql|v1)(?![^/])/.exec(http.path) ?? []
  const parts = [
    `resource_metadata="${getOrigin(http)}/.well-known/oauth-protected-resource${resource}"`,
    ...(reply.status === 401 && http.request.headers.authorization
      ? ['error="invalid_token"']
      : []),
    ...(missingScope ? ['error="insufficient_scope"'] : []),
    `scope="${missingScope ?? deps.settings.OIDC_SCOPES}"`,
  ]
  return {
    ...reply,
    headers: { ...reply.headers, 'WWW-Authenticate': `Bearer ${parts.join(', ')}` },
  }
}

/** Returns the origin of the server for the caller. */
export const getOrigin = ({ deps, request }: RequestContext): string =>
  getPublicUrl(deps.settings, request.headers.host)

/** Returns the name of a cookie: browsers accept the prefix `__Host-` only over HTTPS. */
const getCookieName = (http: RequestContext, name: string): string =>
  getOrigin(http).startsWith('https:') ? `__Host-${name}` : name

export const sessionCookie = 'dealgraph'

export function readCookie(http: RequestContext, name: string): string | undefined {
  const prefix = `${getCookieName(http, name)}=`
  const cookies = (http.request.headers.cookie ?? '').split('; ')
  return cookies.find((each) => each.startsWith(prefix))?.slice(prefix.length)
}

/** Sets a cookie in the response, whatever its status; `maxAgeSeconds` 0 deletes the cookie. */
export function setCookie(
  http: RequestContext,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  const secure = getOrigin(http).startsWith('https:') ? '; Secure' : ''
  const cookie = `${getCookieName(http, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
  http.cookies = [...(http.cookies ?? []), cookie]
}

/**
 * Returns the secret of the session in the cookie (RFC 6265bis). It counts only with the header
 * `X-Requested-With`, which pages of other origins cannot send, and from this origin or one of
 * CORS_ORIGINS.
 */
export function readSessionSecret(http: RequestContext): string | undefined {
  const { origin, 'x-requested-with': requestedWith } = http.request.headers
  if (requestedWith === undefined) return undefined
  const isTrusted =
    origin === undefined ||
    origin === getOrigin(http) ||
    http.deps.settings.CORS_ORIGINS.includes(origin)
  return isTrusted ? readCookie(http, sessionCookie) : undefined
}
