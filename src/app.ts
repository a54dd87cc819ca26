/** Creates the HTTP server and connects the steps that process each request. */
import type { Server } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Deps } from './context.ts'
import { notFound } from './errors.ts'
import { toApiError } from './graphql/format-errors.ts'
import {
  createGraphqlHandler,
  rejectWebSocket,
  requireSupportedTransport,
} from './graphql/pipeline.ts'
import { createGraphqlErrorResponse } from './graphql/plugins/responses.ts'
import { requireCredential } from './http/authentication.ts'
import { checkMediaType, readBody } from './http/body.ts'
import { allowOrigins } from './http/cors.ts'
import { chargeRequest, limitConcurrency } from './http/limits.ts'
import {
  checkApiVersion,
  checkHost,
  type HttpResponse,
  type RequestContext,
  type Step,
} from './http/request-context.ts'
import { createResponseStreams } from './http/send-response.ts'
import { createHttpServer, isRestPath } from './http/server.ts'
import { ProcessMonitor, sampleCaches, sampleServer } from './metrics/endpoint.ts'
import { formatExposition } from './metrics/prometheus.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { type BrowserPages, type PageState, servePublicRoutes } from './pages/public-routes.ts'
import { routes, schema } from './resources/index.ts'
import { RestRouter } from './rest/handler.ts'
import { createErrorResponse } from './rest/response.ts'
import type { Route } from './rest/route.ts'
import { readDatabaseMetrics } from './webhooks/metrics.ts'

type Api = { schema: GraphQLSchema; routes: Route[] }

/** Options that only tests set. */
export interface AppOptions {
  newRequestId?: (() => string) | undefined
  api?: Api | undefined
  /** GraphQL Yoga plugins whose hooks run before those of the server. */
  plugins?: Plugin[] | undefined
}

export function createApp(
  deps: Deps,
  pages: PageState = { isReady: true },
  { newRequestId, api = { schema, routes }, plugins }: AppOptions = {},
) {
  const traceStep = (name: string, step: Step): Step => {
    const { tracing } = deps
    return tracing ? (http) => tracing.withSpan(name, () => step(http)) : step
  }
  const servePublicRoute = servePublicRoutes(pages, browserPageLoaders, () => readMetrics())
  const steps: Step[] = [
    checkHost,
    allowOrigins(deps.log),
    onlyIf(isUpgrade, rejectWebSocket),
    (http) => (isRestPath(http.path) ? undefined : http.deps.signIn?.serve(http)),
    onlyIf(mayRequestPage, servePublicRoute),
    onlyIf(isApiPath, traceStep('authenticate', requireCredential)),
    onlyIf(isApiPath, traceStep('wait for the concurrency limit', limitConcurrency())),
    // The rate limit is charged before routing, so that requests for unknown API paths also count.
    onlyIf(isApiPath, traceStep('rate limit', chargeRequest)),
    routeRequests(deps, api, plugins),
    checkApiVersion,
    onlyIf(mayHaveBody, checkMediaType),
    onlyIf(mayHaveBody, traceStep('read body', readBody)),
    (http) => http.handle?.(http),
  ]
  const streams = createResponseStreams()
  const server = createHttpServer({
    deps,
    steps,
    streams,
    isStopping: () => !pages.isReady,
    newRequestId,
    respondToError,
  })
  const readMetrics = createMetricsReader(deps, server)
  return { server, pages, streams }
}

/** Returns the response to a failed request as JSON, or as an error page for a browser. */
const respondToError = (http: RequestContext, error: unknown): HttpResponse =>
  renderErrorPage(
    http,
    http.path === '/graphql'
      ? createGraphqlErrorResponse(http, error)
      : createErrorResponse(http, toApiError(error, http.deps, http.requestId)),
  )

/** Page modules are imported on first use to save memory on servers that serve only the API. */
const browserPageLoaders: BrowserPages = {
  renderConsole: async (presets) => (await import('./console/page.ts')).renderConsolePage(presets),
  renderGraphiql: async (presets) => (await import('./graphiql/page.ts')).renderGraphiql(presets),
  serveReference: async (http, presets) =>
    (await import('./reference/page.ts')).serveReferencePage(http, presets),
  serveAsset: async (http) => (await import('./pages/assets.ts')).serveAsset(http),
}

const isApiPath = ({ path }: RequestContext): boolean => path === '/graphql' || isRestPath(path)

/** Returns whether a request may be for a page, including GraphiQL at `/graphql`. */
const mayRequestPage = ({ method, path }: RequestContext): boolean =>
  (method === 'GET' || method === 'HEAD') && !isRestPath(path)

const isUpgrade = ({ request }: RequestContext): boolean => request.headers.upgrade !== undefined

const bodyHeaders = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding']

const mayHaveBody = ({ request }: RequestContext): boolean =>
  bodyHeaders.some((name) => request.headers[name] !== undefined)

/** Runs a step only for requests that meet the condition. */
const onlyIf =
  (condition: (http: RequestContext) => boolean, step: Step): Step =>
  (http) =>
    condition(http) ? step(http) : undefined

function routeRequests(deps: Deps, { schema, routes }: Api, plugins: AppOptions['plugins']): Step {
  const handleGraphql = createGraphqlHandler({ schema, deps, plugins })
  const restRouter = new RestRouter(schema, routes)
  return (http) => {
    // Without this check, `/%761/me` (decoded by the router to `/v1/me`) would need no credential.
    if (!http.viewer) throw notFound('Path')
    if (http.path === '/graphql') {
      requireSupportedTransport(http)
      http.handle = handleGraphql
      http.route = http.path
    } else http.handle = restRouter.find(http)
    return undefined
  }
}

function createMetricsReader(deps: Deps, server: Server): () => Promise<string> {
  const processMonitor = new ProcessMonitor()
  return async () =>
    formatExposition([
      ...Object.values(deps.meters),
      ...(await sampleServer(server, deps.store)),
      ...(await readDatabaseMetrics(deps)),
      ...sampleCaches(),
      ...processMonitor.sample(),
    ])
}
