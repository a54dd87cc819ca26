import type { Step } from './exchange.ts'

const exposed =
  'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, RateLimit, RateLimit-Policy, Retry-After, ETag, Link, Location, Idempotent-Replayed, Deprecation, Sunset'

/** Lets the configured browser origins in; a preflight needs no key. */
export const cors: Step = (x) => {
  const origin = x.request.headers.origin
  const origins = x.deps.settings.CORS_ORIGINS
  if (origins.length === 0) return undefined
  x.headers['Vary'] = 'Origin'
  if (!origin || !origins.includes(origin)) return undefined
  x.headers['Access-Control-Allow-Origin'] = origin
  x.headers['Access-Control-Expose-Headers'] = exposed
  if (x.method !== 'OPTIONS' || !x.request.headers['access-control-request-method'])
    return undefined
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, If-Match, Last-Event-ID, X-API-Version',
      'Access-Control-Max-Age': '7200',
    },
    body: '',
  }
}
