/**
 * The cookie of a browser session (RFC 6265bis). It counts only with the header `X-Requested-With`,
 * which pages of other origins cannot send, and from this origin or one of CORS_ORIGINS.
 */
import { getPublicUrl } from '../settings.ts'
import type { RequestContext } from './request-context.ts'

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

/** Returns the secret of the session, unless another site may have sent the request. */
export function readSessionSecret(http: RequestContext): string | undefined {
  const { origin, 'x-requested-with': requestedWith } = http.request.headers
  if (requestedWith === undefined) return undefined
  const isTrusted =
    origin === undefined ||
    origin === getOrigin(http) ||
    http.deps.settings.CORS_ORIGINS.includes(origin)
  return isTrusted ? readCookie(http, sessionCookie) : undefined
}
