import { type HttpResponse, json, type RequestContext, type Step } from '../http/request-context.ts'
import { withTimeout } from '../lib/async.ts'
import { createMetricsHandler } from '../metrics/endpoint.ts'
import { query } from '../store/query.ts'

const send = async (http: RequestContext, page: HttpResponse) =>
  (await import('./compressed.ts')).sendPage(http, page)

/** Values that the server puts into pages, whose scripts read them with `settings()`. */
export interface PagePresets {
  demoKey?: string | undefined
  /** Whether people sign in at the OpenID provider; the pages then ask for no API key. */
  signIn?: boolean | undefined
  sessionIdleMinutes?: number
}

export interface BrowserPages {
  console(presets: PagePresets): Promise<HttpResponse>
  graphiql(presets: PagePresets): Promise<HttpResponse>
  reference(http: RequestContext, presets: PagePresets): Promise<HttpResponse>
  /** Serves an API contract, or a script, stylesheet or image of a page. */
  asset(http: RequestContext): Promise<HttpResponse>
}

const findSecret = query((k, _: object) => k.selectFrom('secrets').select('name').limit(1))

/** Timeout of the readiness check: less than the 2 s that load balancers usually wait. */
const readyTimeoutMs = 1500

export interface PageState {
  /** False once the server is stopping. */
  isReady: boolean
  /** The key preset in the pages; only for the demo company on a loopback address. */
  demoKey?: string | undefined
}

/** Serves routes that need no key and cost no units. @param readMetrics the body of `/metrics` */
export function servePublicRoutes(
  state: PageState,
  browserPages: BrowserPages,
  readMetrics: () => Promise<string>,
): Step {
  const getPresets = (http: RequestContext): PagePresets => {
    const { OIDC_CLIENT_ID, SESSION_IDLE_MINUTES } = http.deps.settings
    if (http.deps.signIn && OIDC_CLIENT_ID)
      return { signIn: true, sessionIdleMinutes: SESSION_IDLE_MINUTES }
    return isLocal(http) ? { demoKey: state.demoKey } : {}
  }
  const pages: Record<string, (http: RequestContext) => HttpResponse | Promise<HttpResponse>> = {
    '/health': (http) => {
      http.omitsRateLimitHeaders = true
      return json(200, { status: 'ok' })
    },
    '/ready': async (http) => {
      http.omitsRateLimitHeaders = true
      if (!state.isReady) return json(503, { status: 'stopping' })
      await withTimeout(readyTimeoutMs, () =>
        http.deps.store.allCompanies.readLatest((db) => db.all(findSecret, {})),
      )
      return json(200, { status: 'ready' })
    },
    '/metrics': createMetricsHandler(readMetrics),
    '/openapi.json': browserPages.asset,
    '/schema.graphql': browserPages.asset,
    '/llms.txt': browserPages.asset,
    '/': async (http) => send(http, (await import('./home.ts')).renderHomePage()),
    '/console': async (http) => send(http, await browserPages.console(getPresets(http))),
  }
  return (http) => {
    if (http.path === '/graphql') {
      if (!wantsPage(http)) return undefined
      setRoute(http, http.path, 'GraphiQL')
      return browserPages.graphiql(getPresets(http)).then((page) => send(http, page))
    }
    if (http.path.startsWith('/assets/')) return browserPages.asset(setRoute(http, '/assets/'))
    if (http.path === '/docs' || http.path.startsWith('/docs/'))
      return browserPages.reference(setRoute(http, '/docs'), getPresets(http))
    return Object.hasOwn(pages, http.path)
      ? pages[http.path]?.(setRoute(http, http.path))
      : undefined
  }
}

const setRoute = (http: RequestContext, route: string, operation = route): RequestContext =>
  Object.assign(http, { route, operation })

/**
 * Returns whether the request has no Origin and names a loopback host: otherwise scripts of other
 * origins, or pages with DNS rebinding, could read the demo key.
 */
const isLocal = (http: RequestContext) =>
  http.request.headers.origin === undefined &&
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(http.request.headers.host ?? '')

const wantsPage = (http: RequestContext) =>
  /text\/html/.test(http.request.headers.accept ?? '') && !http.request.headers.authorization
