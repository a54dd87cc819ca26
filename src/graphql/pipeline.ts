/** The GraphQL pipeline: each rule is a yoga plugin, and REST calls the same functions. */
import type { GraphQLSchema } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Deps } from '../context.ts'
import {
  ApiError,
  badRequest,
  methodNotAllowed,
  notAcceptable,
  persistedQueryNotSupported,
} from '../errors.ts'
import { parseJson } from '../http/body.ts'
import { negotiateResultType } from '../http/media-types.ts'
import {
  type Handler,
  type HttpResponse,
  type RequestContext,
  requireViewer,
  type Step,
} from '../http/request-context.ts'
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import { checkScopes } from './operation.ts'
import { useCompiler } from './plugins/compiler.ts'
import type { GraphqlPlugin, PipelineContext } from './plugins/context.ts'
import { useCost } from './plugins/cost.ts'
import { hasDeprecations, useDeprecationNotices } from './plugins/deprecations.ts'
import { useDocuments } from './plugins/documents.ts'
import { useInputConstraints } from './plugins/inputs.ts'
import { graphqlErrorResponse, useResponses } from './plugins/responses.ts'
import { useSubscriptions } from './plugins/subscriptions.ts'
import { useTransactions } from './plugins/transactions.ts'
import { useWorkers } from './plugins/workers.ts'
import { toAcceptedFormat } from './stream-encodings.ts'

export interface PipelineOptions {
  schema: GraphQLSchema
  deps: Deps
  /** Additional yoga or envelop plugins, whose hooks run before those of `rules`. */
  plugins?: readonly Plugin[] | undefined
}

/** Returns the rules in order; in the execute phase, each plugin wraps those before it. */
export const createRules = ({ schema, deps: { settings, queryWorkers } }: PipelineOptions) =>
  ({
    // Parse and validate
    documents: useDocuments(schema, settings),
    // Build the context; scopes are checked before values
    scopes: {
      onContextBuilding: ({ context }) =>
        checkScopes(context.operation, requireViewer(context.http)),
    },
    inputConstraints: useInputConstraints(),
    cost: useCost(settings),
    ...(hasDeprecations(schema) && { deprecationNotices: useDeprecationNotices() }),
    // Execute or subscribe
    compiler: useCompiler(),
    transactions: useTransactions(),
    ...(queryWorkers && { workers: useWorkers() }),
    subscriptions: useSubscriptions(),
    // Format the result
    responses: useResponses(),
  }) satisfies Record<string, GraphqlPlugin>

async function createPipeline(options: PipelineOptions) {
  const { createYoga } = await import('graphql-yoga')
  const { schema, deps, plugins = [] } = options
  const yoga = createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    maskedErrors: false,
    logging: false,
    parserAndValidationCache: false,
    plugins: [
      ...plugins,
      ...(deps.tracing ? [traceDocuments(deps.tracing)] : []),
      ...joinContextHooks(Object.values(createRules(options))),
    ],
  })
  // Read once, since yoga is a proxy, which creates a new function on each access.
  return yoga.getResultForParams
}

/** Adds spans for parsing and validation; execution has its own span on both interfaces. */
const traceDocuments = (tracing: NonNullable<Deps['tracing']>): Plugin => ({
  instrumentation: {
    parse: (_, parse) => void tracing.span('parse', parse),
    validate: (_, validate) => void tracing.span('validate', validate),
  },
})

/** Joins the hooks of the context phase into one, since yoga takes 0.4 µs to call each. */
function joinContextHooks(plugins: readonly GraphqlPlugin[]): GraphqlPlugin[] {
  const hooks = plugins.flatMap(({ onContextBuilding }) => onContextBuilding ?? [])
  const joinedPlugin: GraphqlPlugin = {
    onContextBuilding(payload) {
      const run = (index: number): MaybePromise<void> => {
        const hook = hooks[index]
        return hook && mapMaybePromise(hook(payload) as MaybePromise<void>, () => run(index + 1))
      }
      return run(0)
    },
  }
  return [...plugins.map(({ onContextBuilding: _, ...plugin }) => plugin), joinedPlugin]
}

/** Creates the handler of `/graphql`, which reads the request and passes its parameters to yoga. */
export function createGraphqlHandler(options: PipelineOptions): Handler {
  let pipeline: ReturnType<typeof createPipeline> | undefined
  return async (http) => {
    let params: ReturnType<typeof readParams>
    try {
      params = readParams(http)
    } catch (error) {
      return graphqlErrorResponse(http, error, 'parameters')
    }
    // Loaded at the first request, since a server used only over REST does not need it.
    pipeline ??= createPipeline(options)
    const getResultForParams = await pipeline
    const context = { http, extensions: {} } as PipelineContext
    await getResultForParams({ params, request: undefined as never }, context)
    return toAcceptedFormat(http, context.response as HttpResponse)
  }
}

const supportedTransports =
  'subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0'

/** Rejects WebSocket upgrades on every path, and ignores other upgrades. */
export const refuseWebSocket: Step = ({ request, responseHeaders }) => {
  // Node drops requests that are pipelined after an upgrade.
  responseHeaders['Connection'] = 'close'
  if (request.headers.upgrade?.toLowerCase().includes('websocket'))
    throw badRequest(`WebSocket is not supported: ${supportedTransports}`)
  return undefined
}

/**
 * @throws METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, or BAD_REQUEST for the single connection mode of
 * graphql-sse
 */
export function requireSupportedTransport(http: RequestContext): void {
  const { method, search, request } = http
  const errorMessage = `The single connection mode of GraphQL over SSE is not supported: ${supportedTransports}`
  if (method === 'PUT' || method === 'DELETE') throw methodNotAllowed(['GET', 'POST'], errorMessage)
  if (!['GET', 'HEAD', 'POST'].includes(method)) throw methodNotAllowed(['GET', 'POST'])
  const params = method === 'POST' ? undefined : new URLSearchParams(search)
  if (
    request.headers['x-graphql-event-stream-token'] !== undefined ||
    (params?.has('token') && !params.has('query'))
  )
    throw badRequest(errorMessage)
  http.resultType = negotiateResultType(request.headers.accept)
  if (!http.resultType)
    throw notAcceptable('application/graphql-response+json, application/json, text/event-stream')
}

/** Reads the GraphQL parameters of a request. @throws BAD_REQUEST */
function readParams(http: RequestContext) {
  const isGet = http.method === 'GET' || http.method === 'HEAD'
  const params = isGet ? readSearch(http.search) : http.body?.value
  if (Array.isArray(params))
    throw badRequest('Batched requests are not supported: send one operation per request')
  if (params === null || typeof params !== 'object')
    throw badRequest('The body must be a JSON object with a query')
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  if (query == null && isPersistedQuery(extensions)) throw persistedQueryNotSupported()
  if (typeof query !== 'string' || query.trim() === '')
    throw badRequest('query is required: the text of a GraphQL document')
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('operationName must be a string')
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value != null && (typeof value !== 'object' || Array.isArray(value)))
      throw badRequest(`${name} must be an object`)
  return {
    query,
    operationName: operationName ?? undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  }
}

/** Returns whether the request has a query hash, as in Apollo's protocol for persisted queries. */
const isPersistedQuery = (extensions: unknown): boolean =>
  typeof extensions === 'object' &&
  Boolean((extensions as { persistedQuery?: unknown } | null)?.persistedQuery)

function readSearch(search: string) {
  const params = new URLSearchParams(search)
  const readJson = (name: string): unknown => {
    const text = params.get(name)
    try {
      return text ? parseJson(text) : undefined
    } catch (error) {
      throw error instanceof ApiError ? error : badRequest(`${name} must be JSON`)
    }
  }
  return {
    query: params.get('query'),
    operationName: params.get('operationName'),
    variables: readJson('variables'),
    extensions: readJson('extensions'),
  }
}
