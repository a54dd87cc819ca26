/** Routes that require no credential: pages, contracts, health checks and metrics. */
import { type HttpResponse, json, type RequestContext, type Step } from '../http/request-context.ts'
import { withTimeout } from '../lib/async.ts'
import { createMetricsHandler } from '../metrics/endpoint.ts'
import { query } from '../store/query.ts'

const sendPage = async (http: RequestContext, page: HttpResponse) =>
  (await import('./compressed.ts')).sendPage(http, page)

/** Settings that the server embeds in pages. Scripts read the settings with `readSettings()`. */
export interface PagePresets {
  demoKey?: string | undefined
  /** Whether users sign in with the OpenID provider instead of entering an API key. */
  isSignInEnabled?: boolean | undefined
  sessionIdleMinutes?: number
}

export interface BrowserPages {
  renderConsole(presets: PagePresets): Promise<HttpResponse>
  renderGraphiql(presets: PagePresets): Promise<HttpResponse>
  serveReference(http: RequestContext, presets: PagePresets): Promise<HttpResponse>
  /** Serves an API contract, or a script, stylesheet or image of a page. */
  serveAsset(http: RequestContext): Promise<HttpResponse>
}

const secretNameQuery = query((k, _: object) => k.selectFrom('secrets').select('name').limit(1))

/** Timeout of the readiness check, less than the 2 s that load balancers usually wait. */
const readyTimeoutMs = 1500

export interface PageState {
  /** Whether the server accepts requests; false while the server is stopping. */
  isReady: boolean
  /** The demo company's API key, which pages contain only on a loopback address. */
  demoKey?: string | undefined
}

function getPresets(http: RequestContext, { demoKey }: PageState): PagePresets {
  const { OIDC_CLIENT_ID, SESSION_IDLE_MINUTES } = http.deps.settings
  if (http.deps.signIn && OIDC_CLIENT_ID)
    return { isSignInEnabled: true, sessionIdleMinutes: SESSION_IDLE_MINUTES }
  return hasLocalHost(http) ? { demoKey } : {}
}

async function checkReadiness(http: RequestContext, { isReady }: PageState): Promise<HttpResponse> {
  http.omitsRateLimitHeaders = true
  if (!isReady) return json(503, { status: 'stopping' })
  await withTimeout(readyTimeoutMs, () =>
    http.deps.store.allCompanies.readLatest((db) => db.all(secretNameQuery, {})),
  )
  return json(200, { status: 'ready' })
}

/** Serves routes that require no credential. @param readMetrics returns the `/metrics` body */
export function servePublicRoutes(
  state: PageState,
  browserPages: BrowserPages,
  readMetrics: () => Promise<string>,
): Step {
  const routes: Record<string, (http: RequestContext) => HttpResponse | Promise<HttpResponse>> = {
    '/health': (http) => {
      http.omitsRateLimitHeaders = true
      return json(200, { status: 'ok' })
    },
    '/ready': (http) => checkReadiness(http, state),
    '/metrics': createMetricsHandler(readMetrics),
    '/openapi.json': browserPages.serveAsset,
    '/schema.graphql': browserPages.serveAsset,
    '/llms.txt': browserPages.serveAsset,
    '/': async (http) => sendPage(http, (await import('./home.ts')).renderHomePage()),
    '/console': async (http) =>
      sendPage(http, await browserPages.renderConsole(getPresets(http, state))),
  }
  return (http) => {
    if (http.path === '/graphql') {
      if (!acceptsHtml(http)) return undefined
      setRoute(http, http.path, 'GraphiQL')
      return browserPages
        .renderGraphiql(getPresets(http, state))
        .then((page) => sendPage(http, page))
    }
    if (http.path.startsWith('/assets/')) return browserPages.serveAsset(setRoute(http, '/assets/'))
    if (http.path === '/docs' || http.path.startsWith('/docs/'))
      return browserPages.serveReference(setRoute(http, '/docs'), getPresets(http, state))
    return Object.hasOwn(routes, http.path)
      ? routes[http.path]?.(setRoute(http, http.path))
      : undefined
  }
}

const setRoute = (http: RequestContext, route: string, operation = route): RequestContext =>
  Object.assign(http, { route, operation })

/**
 * Returns whether the request has a loopback `Host` and no `Origin`. Otherwise, scripts of other
 * origins, or pages that use DNS rebinding, could read the demo API key.
 */
const hasLocalHost = (http: RequestContext) =>
  http.request.headers.origin === undefined &&
  /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(http.request.headers.host ?? '')

const acceptsHtml = (http: RequestContext) =>
  /text\/html/.test(http.request.headers.accept ?? '') && !http.request.headers.authorization
