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

/** What a server has otherwise than the program: for tests. */
export interface Own {
  newRequestId?: (() => string) | undefined
  api?: { schema: GraphQLSchema; routes: Route[] } | undefined
  /** Plugins of yoga that run before ours. */
  plugins?: Plugin[] | undefined
}

/**
 * Builds the server from its dependencies. The list of steps is the life of a request, in order.
 */
export function createApp(
  deps: Deps,
  pages: PageState = { ready: true },
  { newRequestId, api = { schema, routes }, plugins }: Own = {},
): App {
  const graphql = createGraphqlHandler({
    schema: api.schema,
    deps,
    plugins,
  })
  const rest = createRestHandler(api.schema, api.routes)
  const pulse = startProcessMetrics()

  const measure = async () =>
    formatExposition([
      ...familiesOf(deps.meters),
      ...(await currentMetrics(server, deps.store)),
      ...(await outboxMetrics(deps)),
      ...cacheMetrics(),
      ...pulse(),
    ])

  const behindKey =
    (step: Step): Step =>
    (x) =>
      x.path === '/graphql' || x.path === '/v1' || x.path.startsWith('/v1/') ? step(x) : undefined

  /** Where requests are followed, the step is a part of what they are told as. */
  const followed = (name: string, step: Step): Step => {
    const { tracing } = deps
    return tracing ? (x) => tracing.span(name, () => step(x)) : step
  }

  const findHandler: Step = (x) => {
    // The router knows more spellings of a path than the steps before it: what came past them has
    // none of its routes.
    if (!x.viewer) throw notFound('Path')
    if (x.path !== '/graphql') {
      x.handle = rest.find(x)
    } else {
      requireSupportedTransport(x)
      x.handle = graphql
      x.route = x.path
    }
    return undefined
  }

  const steps: Step[] = [
    checkHost,
    allowOrigins(deps.log),
    refuseWebSocket,
    servePublicRoutes(pages, measure),
    behindKey(followed('authenticate', requireKey)),
    behindKey(followed('wait for the turn of the key', limitConcurrency())),
    // Charged before it is looked at, so that unknown paths are not free to probe.
    behindKey(followed('rate limit', chargeRequest)),
    findHandler,
    checkVersion,
    checkMediaType,
    followed('read body', readBody),
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
  return { server, pages, streams }
}
