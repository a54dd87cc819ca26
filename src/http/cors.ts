/**
 * Cross-origin requests of browsers. A preflight has no key, so it precedes authentication and the
 * rate limit. Every response to an allowed origin, including errors, carries the CORS headers.
 */
import type { Logger } from 'pino'
import { forbidden } from '../errors.ts'
import { isLoopback, type Settings } from '../settings.ts'
import type { RequestContext, Step } from './request-context.ts'

const exposedHeaders =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, ETag, Link, Location, Idempotent-Replayed, WWW-Authenticate, Allow, Deprecation, Sunset'

/**
 * `*` allows headers that GraphQL clients and tracing add and the server ignores. The listed names
 * are needed for older browsers, and for `Authorization`, which `*` does not cover.
 */
const allowedHeaders =
  'Authorization, Accept, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Version, Last-Event-ID, Cache-Control, apollo-require-preflight, apollographql-client-name, apollographql-client-version, GraphQL-Preflight, GraphQL-Require-Preflight, traceparent, tracestate, *'

const loopbackOrigin = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/

/**
 * Returns whether a browser origin may call the API: those in CORS_ORIGINS and, for a demo on a
 * loopback HOST, any loopback origin.
 */
function isAllowed(origin: string, { CORS_ORIGINS, DEMO, HOST }: Settings): boolean {
  return CORS_ORIGINS.includes(origin) || (DEMO && isLoopback(HOST) && loopbackOrigin.test(origin))
}

const isPreflight = ({ method, request }: RequestContext): boolean =>
  method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined

/** Adds `Vary` and CORS headers, and responds to preflights. @throws FORBIDDEN if it rejects one */
export function allowOrigins(log: Logger): Step {
  const warnOnce = createOriginLog(log)
  return (http) => {
    http.responseHeaders['Vary'] = 'Origin'
    const { origin, 'access-control-request-private-network': privateNetwork } =
      http.request.headers
    if (origin === undefined) return undefined
    if (isAllowed(origin, http.deps.settings)) {
      http.responseHeaders['Access-Control-Allow-Origin'] = origin
      http.responseHeaders['Access-Control-Expose-Headers'] = exposedHeaders
      // Pages of these origins may send the cookie of a session.
      if (http.deps.signIn && http.deps.settings.CORS_ORIGINS.includes(origin))
        http.responseHeaders['Access-Control-Allow-Credentials'] = 'true'
    } else if (isPreflight(http)) {
      warnOnce(origin)
      throw forbidden(
        'This origin may not call from a browser; the setting CORS_ORIGINS lists those that may',
      )
    }
    if (!isPreflight(http)) return undefined
    return {
      status: 204,
      headers: {
        'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'Access-Control-Allow-Headers': http.deps.signIn
          ? `X-Requested-With, X-Company-Id, ${allowedHeaders}`
          : allowedHeaders,
        'Access-Control-Max-Age': '7200',
        ...(privateNetwork === 'true' && { 'Access-Control-Allow-Private-Network': 'true' }),
      },
      body: '',
    }
  }
}

const maxLoggedOrigins = 100

/** Returns a function that logs each rejected origin once, up to `maxLoggedOrigins` origins. */
function createOriginLog(log: Logger): (origin: string) => void {
  const loggedOrigins = new Set<string>()
  return (text) => {
    const origin = text.slice(0, 200)
    if (loggedOrigins.has(origin) || loggedOrigins.size >= maxLoggedOrigins) return
    loggedOrigins.add(origin)
    log.warn(
      { origin },
      'a browser request of this origin was refused; add the origin to CORS_ORIGINS to allow it',
    )
  }
}
