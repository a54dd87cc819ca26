import { type HttpResponse, json, type RequestContext, type Step } from '../http/request-context.ts'
import { withTimeout } from '../lib/timeout.ts'
import { metricsEndpoint } from '../metrics/endpoint.ts'
import { query } from '../store/query.ts'

const send = async (http: RequestContext, page: HttpResponse) =>
  (await import('./compressed.ts')).sendPage(http, page)

// A server that nobody visits with a browser need not keep its pages in memory.
const pageOf = {
  asset: async (http: RequestContext) => (await import('./assets.ts')).serveAsset(http),
  console: async (http: RequestContext, key?: string) =>
    send(http, (await import('../console/page.ts')).consolePage(key)),
  docs: async (http: RequestContext, key?: string) =>
    (await import('../reference/page.ts')).referencePage(http, key),
  graphiql: async (http: RequestContext, key?: string) =>
    send(http, (await import('../graphiql/page.ts')).graphiqlPage(key)),
  home: async (http: RequestContext) => send(http, (await import('./home.ts')).homePage()),
}

const findSecret = query((k, _: object) => k.selectFrom('secrets').select('name').limit(1))

/** Less than the 2 s that load balancers usually wait for a health check. */
const readyTimeoutMs = 1500

export interface PageState {
  /** False once the server is stopping. */
  ready: boolean
  /** Preset in the pages: only for the demo company, on a loopback address. */
  demoKey?: string | undefined
}

/**
 * What is free and needs no key: health, metrics (on this machine), the contracts, and the pages
 * for a browser.
 * @param measure what `/metrics` tells
 */
export function servePublicRoutes(state: PageState, measure: () => Promise<string>): Step {
  const keyFor = (http: RequestContext) => (isLocal(http) ? state.demoKey : undefined)
  const pages: Record<string, (http: RequestContext) => HttpResponse | Promise<HttpResponse>> = {
    '/health': (http) => {
      http.isUncounted = true
      return json(200, { status: 'ok' })
    },
    '/ready': async (http) => {
      http.isUncounted = true
      if (!state.ready) return json(503, { status: 'stopping' })
      await withTimeout(readyTimeoutMs, () =>
        http.deps.store.allCompanies.readLatest((db) => db.all(findSecret, {})),
      )
      return json(200, { status: 'ready' })
    },
    '/metrics': metricsEndpoint(measure),
    '/openapi.json': pageOf.asset,
    '/schema.graphql': pageOf.asset,
    '/llms.txt': pageOf.asset,
    '/': pageOf.home,
    '/console': (http) => pageOf.console(http, keyFor(http)),
  }
  return (http) => {
    if (http.method !== 'GET' && http.method !== 'HEAD') return undefined
    if (http.path === '/graphql')
      return wantsPage(http)
        ? pageOf.graphiql(setRoute(http, http.path, 'GraphiQL'), keyFor(http))
        : undefined
    if (http.path.startsWith('/assets/')) return pageOf.asset(setRoute(http, '/assets/'))
    if (http.path === '/docs' || http.path.startsWith('/docs/'))
      return pageOf.docs(setRoute(http, '/docs'), keyFor(http))
    return Object.hasOwn(pages, http.path)
      ? pages[http.path]?.(setRoute(http, http.path))
      : undefined
  }
}

/** Tells metrics and the log which page it is. */
const setRoute = (http: RequestContext, route: string, operation = route): RequestContext =>
  Object.assign(http, { route, operation })

/**
 * A page under a foreign name that leads here (DNS rebinding), or a script of another origin, must
 * not read the key: a browser that opens a page sends no `Origin`.
 */
const isLocal = (http: RequestContext) =>
  http.request.headers.origin === undefined &&
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(http.request.headers.host ?? '')

const wantsPage = (http: RequestContext) =>
  /text\/html/.test(http.request.headers.accept ?? '') && !http.request.headers.authorization
