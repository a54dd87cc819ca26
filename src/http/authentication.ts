/**
 * Authenticates requests by the `Authorization` header (an API key or, if sign-in is enabled, an
 * access token) or, without that header, by a session cookie. Attempts with invalid credentials are
 * counted per client address.
 */
import { authenticateKey, authenticateKeyCached } from '../access/api-keys.ts'
import type { Viewer } from '../access/scopes.ts'
import { ApiError, badRequest, forbidden, unauthorized } from '../errors.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { getPublicUrl } from '../settings.ts'
import type { Db } from '../store/db.ts'
import { rejectAttempt } from './failed-attempts.ts'
import type { HttpResponse, RequestContext, Step } from './request-context.ts'

const bearerPattern = /^Bearer +(\S+)$/i

function readBearerToken({ request }: RequestContext): string | undefined {
  const headerValues = request.headersDistinct['authorization'] ?? []
  return headerValues.length === 1 ? bearerPattern.exec(headerValues[0] ?? '')?.[1] : undefined
}

/**
 * Returns the viewer of a request; undefined if the credential is invalid or the user inactive.
 * @param db a snapshot to read instead of the current state
 * @throws only with sign-in: an uncharged UNAUTHORIZED if neither a header nor a cookie contains a
 * credential, or if the issuer is unavailable; BAD_REQUEST if `X-Company-Id` is missing, FORBIDDEN
 * if it is wrong
 */
export const findViewer = (http: RequestContext, db?: Db): MaybePromise<Viewer | undefined> =>
  mapMaybePromise(findCredentialViewer(http, db), (viewer) => checkCompany(http, viewer))

function findCredentialViewer(http: RequestContext, db?: Db): MaybePromise<Viewer | undefined> {
  const { deps } = http
  const bearerToken = readBearerToken(http)
  if (!bearerToken) {
    if (!deps.signIn || http.request.headers.authorization) return undefined
    const secret = readSessionSecret(http)
    // Pages send a request without credentials to find out whether a session exists.
    if (!secret) throw unauthorized({ isUncharged: true })
    return deps.signIn.authenticateSession(secret, db)
  }
  if (deps.signIn && !bearerToken.startsWith('dg_'))
    return deps.signIn.authenticateToken(bearerToken, readCompanyId(http), db)
  return db ? authenticateKey(deps, db, bearerToken) : authenticateKeyCached(deps, bearerToken)
}

/** Returns the company id that the client sends in `X-Company-Id`; undefined without sign-in. */
const readCompanyId = ({ deps, request }: RequestContext): string | undefined =>
  deps.signIn && request.headers['x-company-id']?.toString()

/** @throws FORBIDDEN if `X-Company-Id` is not the id of the credential's company */
function checkCompany(http: RequestContext, viewer: Viewer | undefined): Viewer | undefined {
  const companyId = readCompanyId(http)
  if (viewer && companyId !== undefined && companyId !== viewer.companyId)
    throw forbidden("X-Company-Id must be the id of the credential's company")
  return viewer
}

/** Requires a valid credential, even for unknown paths under `/v1`. */
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

/** Checks after a wait that the connection is still open and the credential still valid. */
export async function recheckCredential(http: RequestContext): Promise<void> {
  if (http.request.socket.destroyed)
    throw badRequest('The connection was closed while the request was waiting')
  const viewer = await findViewer(http)
  if (!viewer) throw unauthorized()
  http.viewer = viewer
}

/**
 * Adds `WWW-Authenticate` to responses with status 401 or 403 if sign-in is enabled. The header
 * contains the metadata URL and the required scopes (RFC 9728, section 5.1; RFC 6750, section 3).
 */
export function addChallenge(http: RequestContext, reply: HttpResponse): HttpResponse {
  const { deps, missingScope } = http
  if (!deps.signIn || (reply.status !== 401 && reply.status !== 403)) return reply
  const [resourcePath = ''] = /^\/(graphql|v1)(?![^/])/.exec(http.path) ?? []
  const challengeParams = [
    `resource_metadata="${getOrigin(http)}/.well-known/oauth-protected-resource${resourcePath}"`,
    ...(reply.status === 401 && http.request.headers.authorization
      ? ['error="invalid_token"']
      : []),
    ...(missingScope ? ['error="insufficient_scope"'] : []),
    `scope="${missingScope ?? deps.settings.OIDC_SCOPES}"`,
  ]
  return {
    ...reply,
    headers: { ...reply.headers, 'WWW-Authenticate': `Bearer ${challengeParams.join(', ')}` },
  }
}

/** Returns the server's origin, as the client addresses it. */
export const getOrigin = ({ deps, request }: RequestContext): string =>
  getPublicUrl(deps.settings, request.headers.host)

/** Adds the prefix `__Host-` to a cookie's name over HTTPS, which the prefix requires. */
const getCookieName = (http: RequestContext, name: string): string =>
  getOrigin(http).startsWith('https:') ? `__Host-${name}` : name

export const sessionCookieName = 'dealgraph'

export function readCookie(http: RequestContext, name: string): string | undefined {
  const cookiePrefix = `${getCookieName(http, name)}=`
  const cookies = (http.request.headers.cookie ?? '').split('; ')
  return cookies.find((cookie) => cookie.startsWith(cookiePrefix))?.slice(cookiePrefix.length)
}

/** Sets a cookie in any response, even an error; `maxAgeSeconds` 0 deletes the cookie. */
export function setCookie(
  http: RequestContext,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  const secureAttribute = getOrigin(http).startsWith('https:') ? '; Secure' : ''
  const cookie = `${getCookieName(http, name)}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secureAttribute}`
  http.cookies = [...(http.cookies ?? []), cookie]
}

/**
 * Returns the session secret from the cookie (RFC 6265bis). To prevent cross-site request forgery,
 * the request must have the header `X-Requested-With`, which other origins cannot send without a
 * CORS preflight, and any `Origin` header must contain this origin or one of `CORS_ORIGINS`.
 */
export function readSessionSecret(http: RequestContext): string | undefined {
  const { origin, 'x-requested-with': requestedWith } = http.request.headers
  if (requestedWith === undefined) return undefined
  const isTrusted =
    origin === undefined ||
    origin === getOrigin(http) ||
    http.deps.settings.CORS_ORIGINS.includes(origin)
  return isTrusted ? readCookie(http, sessionCookieName) : undefined
}
