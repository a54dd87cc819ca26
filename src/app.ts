/** The server: the steps of a request, and what they need. */
import type { Server } from 'node:http'
import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Deps } from './context.ts'
import { notFound } from './errors.ts'
import {
  createGraphqlHandler,
  refuseWebSocket,
  requireSupportedTransport,
} from './graphql/handler.ts'
import { requireKey } from './http/authenticate.ts'
import { checkMediaType, readBody } from './http/body.ts'
import { limitConcurrency } from './http/concurrency-limit.ts'
import { allowOrigins } from './http/cors.ts'
import { checkHost } from './http/host.ts'
import { chargeRequest } from './http/rate-limit.ts'
import type { Step } from './http/request-context.ts'
import { serverOf } from './http/server.ts'
import { openStreams, type Streams } from './http/stream.ts'
import { checkVersion } from './http/version.ts'
import { cacheMetrics, currentMetrics } from './metrics/gauges.ts'
import { familiesOf } from './metrics/meters.ts'
import { startProcessMetrics } from './metrics/process-metrics.ts'
import { formatExposition } from './metrics/prometheus.ts'
import { renderErrorPage } from './pages/error-page.ts'
import { type PageState, servePublicRoutes } from './pages/public-routes.ts'
import { routes, schema } from './resources/index.ts'
import { createRestHandler } from './rest/handler.ts'
import type { Route } from './rest/route.ts'
import { outboxMetrics } from './webhooks/metrics.ts'

export interface App {
  server: Server
  pages: PageState
  streams: Streams
}

/** For tests. */
export interface AppOptions {
  newRequestId?: (() => string) | undefined
  api?: { schema: GraphQLSchema; routes: Route[] } | undefined
  /** Plugins of yoga, whose hooks run before ours. */
  plugins?: Plugin[] | undefined
}

export function createApp(
  deps: Deps,
  pages: PageState = { ready: true },
  { newRequestId, api = { schema, routes }, plugins }: AppOptions = {},
): App {
  const traced = (name: string, step: Step): Step => {
    const { tracing } = deps
    return tracing ? (x) => tracing.span(name, () => step(x)) : step
  }
  const steps: Step[] = [
    checkHost,
    allowOrigins(deps.log),
    refuseWebSocket,
    servePublicRoutes(pages, () => measure()),
    forApi(traced('authenticate', requireKey)),
    forApi(traced('wait for the turn of the key', limitConcurrency())),
    // Before routing, so that probing unknown paths is not free.
    forApi(traced('rate limit', chargeRequest)),
    routeRequests({ ...api, deps, plugins }),
    checkVersion,
    checkMediaType,
    traced('read body', readBody),
    (x) => x.handle?.(x),
  ]
  const streams = openStreams()
  const server = serverOf({
    deps,
    steps,
    streams,
    stopping: () => !pages.ready,
    newRequestId,
    forVisitors: renderErrorPage,
  })
  const measure = metricsOf(deps, server)
  return { server, pages, streams }
}

const isApiPath = (path: string): boolean =>
  path === '/graphql' || path === '/v1' || path.startsWith('/v1/')

const forApi =
  (step: Step): Step =>
  (x) =>
    isApiPath(x.path) ? step(x) : undefined

interface Routing extends Pick<AppOptions, 'plugins'> {
  deps: Deps
  schema: GraphQLSchema
  routes: Route[]
}

function routeRequests({ deps, schema, routes, plugins }: Routing): Step {
  const handleGraphql = createGraphqlHandler({ schema, deps, plugins })
  const rest = createRestHandler(schema, routes)
  return (x) => {
    // The router decodes paths: one that was not authenticated as a path of the API is none.
    if (!x.viewer) throw notFound('Path')
    if (x.path === '/graphql') {
      requireSupportedTransport(x)
      x.handle = handleGraphql
      x.route = x.path
    } else x.handle = rest.find(x)
    return undefined
  }
}

function metricsOf(deps: Deps, server: Server): () => Promise<string> {
  const processMetrics = startProcessMetrics()
  return async () =>
    formatExposition([
      ...familiesOf(deps.meters),
      ...(await currentMetrics(server, deps.store)),
      ...(await outboxMetrics(deps)),
      ...cacheMetrics(),
      ...processMetrics(),
    ])
}
