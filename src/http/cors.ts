/**
 * Handles cross-origin browser requests. Preflights have no API key and are handled before
 * authentication and the rate limit. All responses to allowed origins contain CORS headers.
 */
import type { Logger } from 'pino'
import { forbidden } from '../errors.ts'
import { isLoopback, type Settings } from '../settings.ts'
import type { RequestContext, Step } from './request-context.ts'

const exposedHeaders =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, ETag, Link, Location, Idempotent-Replayed, WWW-Authenticate, Allow, Deprecation, Sunset'

/**
 * `*` allows any other header that a GraphQL client or tracing tool adds. Names are also listed,
 * because older browsers do not support `*`, and because `*` does not include `Authorization`.
 */
const allowedHeaders =
  'Authorization, Accept, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Version, Last-Event-ID, Cache-Control, apollo-require-preflight, apollographql-client-name, apollographql-client-version, GraphQL-Preflight, GraphQL-Require-Preflight, traceparent, tracestate, *'

const loopbackOriginPattern = /^https?:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/

/**
 * Returns whether pages from an origin may call the API: origins in `CORS_ORIGINS` and, for a demo
 * on a loopback `HOST`, all loopback origins.
 */
function isOriginAllowed(origin: string, { CORS_ORIGINS, DEMO, HOST }: Settings): boolean {
  return (
    CORS_ORIGINS.includes(origin) ||
    (DEMO && isLoopback(HOST) && loopbackOriginPattern.test(origin))
  )
}

const isPreflight = ({ method, request }: RequestContext): boolean =>
  method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined

/** Adds CORS headers and responds to preflights. @throws FORBIDDEN for a rejected preflight */
export function allowOrigins(log: Logger): Step {
  const logOriginOnce = createOriginLog(log)
  return (http) => {
    http.responseHeaders['Vary'] = 'Origin'
    const { origin, 'access-control-request-private-network': privateNetwork } =
      http.request.headers
    if (origin === undefined) return undefined
    if (isOriginAllowed(origin, http.deps.settings)) {
      http.responseHeaders['Access-Control-Allow-Origin'] = origin
      http.responseHeaders['Access-Control-Expose-Headers'] = exposedHeaders
      // Pages from these origins may send the session cookie.
      if (http.deps.signIn && http.deps.settings.CORS_ORIGINS.includes(origin))
        http.responseHeaders['Access-Control-Allow-Credentials'] = 'true'
    } else if (isPreflight(http)) {
      logOriginOnce(origin)
      throw forbidden(
        'This origin is not allowed to call the API from a browser; add the origin to CORS_ORIGINS',
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

/** Creates a logger that logs each rejected origin once, up to `maxLoggedOrigins` origins. */
function createOriginLog(log: Logger): (origin: string) => void {
  const loggedOrigins = new Set<string>()
  return (header) => {
    const origin = header.slice(0, 200)
    if (loggedOrigins.has(origin) || loggedOrigins.size >= maxLoggedOrigins) return
    loggedOrigins.add(origin)
    log.warn(
      { origin },
      'a browser request from this origin was rejected; add the origin to CORS_ORIGINS to allow it',
    )
  }
}
