import { metrics } from '../http/metrics.ts'
import { type HttpResponse, json, type RequestContext, type Step } from '../http/request-context.ts'
import { withTimeout } from '../lib/timeout.ts'
import { query } from '../store/query.ts'

const send = async (x: RequestContext, page: HttpResponse) =>
  (await import('./compressed.ts')).sendPage(x, page)

// A server that nobody visits with a browser need not keep its pages in memory.
const pageOf = {
  asset: async (x: RequestContext) => (await import('./assets.ts')).serveAsset(x),
  console: async (x: RequestContext, key?: string) =>
    send(x, (await import('../console/page.ts')).consolePage(key)),
  docs: async (x: RequestContext, key?: string) =>
    (await import('../reference/page.ts')).referencePage(x, key),
  graphiql: async (x: RequestContext, key?: string) =>
    send(x, (await import('../graphiql/page.ts')).graphiqlPage(key)),
  home: async (x: RequestContext) => send(x, (await import('./home.ts')).homePage()),
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
  const keyFor = (x: RequestContext) => (isLocal(x) ? state.demoKey : undefined)
  const pages: Record<string, (x: RequestContext) => HttpResponse | Promise<HttpResponse>> = {
    '/health': (x) => {
      x.isUncounted = true
      return json(200, { status: 'ok' })
    },
    '/ready': async (x) => {
      x.isUncounted = true
      if (!state.ready) return json(503, { status: 'stopping' })
      await withTimeout(readyTimeoutMs, () =>
        x.deps.store.allCompanies.readLatest((db) => db.all(findSecret, {})),
      )
      return json(200, { status: 'ready' })
    },
    '/metrics': metrics(measure),
    '/openapi.json': pageOf.asset,
    '/schema.graphql': pageOf.asset,
    '/llms.txt': pageOf.asset,
    '/': pageOf.home,
    '/console': (x) => pageOf.console(x, keyFor(x)),
  }
  return (x) => {
    if (x.method !== 'GET' && x.method !== 'HEAD') return undefined
    if (x.path === '/graphql')
      return wantsPage(x) ? pageOf.graphiql(setRoute(x, x.path, 'GraphiQL'), keyFor(x)) : undefined
    if (x.path.startsWith('/assets/')) return pageOf.asset(setRoute(x, '/assets/'))
    if (x.path === '/docs' || x.path.startsWith('/docs/'))
      return pageOf.docs(setRoute(x, '/docs'), keyFor(x))
    return Object.hasOwn(pages, x.path) ? pages[x.path]?.(setRoute(x, x.path)) : undefined
  }
}

/** Tells metrics and the log which page it is. */
const setRoute = (x: RequestContext, route: string, operation = route): RequestContext =>
  Object.assign(x, { route, operation })

/**
 * A page under a foreign name that leads here (DNS rebinding), or a script of another origin, must
 * not read the key: a browser that opens a page sends no `Origin`.
 */
const isLocal = (x: RequestContext) =>
  x.request.headers.origin === undefined &&
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(x.request.headers.host ?? '')

const wantsPage = (x: RequestContext) =>
  /text\/html/.test(x.request.headers.accept ?? '') && !x.request.headers.authorization
