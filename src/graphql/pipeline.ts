/** The GraphQL request pipeline. Each rule is a Yoga plugin; REST calls its functions directly. */
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
import {
  type Handler,
  type HttpResponse,
  type RequestContext,
  requireViewer,
  type Step,
} from '../http/request-context.ts'
import { checkScopes } from './operation.ts'
import { useCompiler } from './plugins/compiler.ts'
import { useCost } from './plugins/cost.ts'
import { hasDeprecations, useDeprecationNotices } from './plugins/deprecations.ts'
import { useDocuments } from './plugins/documents.ts'
import { useInputConstraints } from './plugins/inputs.ts'
import type { GraphqlPlugin, PipelineContext } from './plugins/pipeline-context.ts'
import {
  createGraphqlErrorResponse,
  eventStream,
  negotiateResultType,
  useResponses,
} from './plugins/responses.ts'
import { useSubscriptions } from './plugins/subscriptions.ts'
import { useTransactions } from './plugins/transactions.ts'
import { useWorkers } from './plugins/workers.ts'
import { toEventStream } from './stream-encodings.ts'

export interface PipelineOptions {
  schema: GraphQLSchema
  deps: Deps
  /** Additional Yoga or Envelop plugins, whose hooks run before the hooks of the rules. */
  plugins?: readonly Plugin[] | undefined
}

/** Returns the rules in order; in the execute phase, each plugin wraps the plugins before it. */
export const createRules = ({ schema, deps: { settings, queryWorkers } }: PipelineOptions) =>
  ({
    // Parsing and validation:
    documents: useDocuments(schema, settings),
    // Context building, which checks scopes before argument values:
    scopes: {
      onContextBuilding: ({ context }) =>
        checkScopes(context.operation, requireViewer(context.http)),
    },
    inputConstraints: useInputConstraints(),
    cost: useCost(settings),
    ...(hasDeprecations(schema) && { deprecationNotices: useDeprecationNotices() }),
    // Execution or subscription:
    compiler: useCompiler(),
    transactions: useTransactions(),
    ...(queryWorkers && { workers: useWorkers() }),
    subscriptions: useSubscriptions(),
    // Response creation:
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
      ...Object.values(createRules(options)),
    ],
  })
  // Read once, because Yoga is a proxy that creates a new function on each access.
  return yoga.getResultForParams
}

/** Adds tracing spans for parsing and validation; `executeOperation` adds the span of execution. */
const traceDocuments = (tracing: NonNullable<Deps['tracing']>): Plugin => ({
  instrumentation: {
    parse: (_, parse) => void tracing.withSpan('parse', parse),
    validate: (_, validate) => void tracing.withSpan('validate', validate),
  },
})

/** Creates the `/graphql` handler, which passes the GraphQL parameters of a request to Yoga. */
export function createGraphqlHandler(options: PipelineOptions): Handler {
  let pipeline: ReturnType<typeof createPipeline> | undefined
  return async (http) => {
    let params: ReturnType<typeof readParams>
    try {
      params = readParams(http)
    } catch (error) {
      return createGraphqlErrorResponse(http, error, 'parameters')
    }
    // Yoga is loaded at the first GraphQL request, because a REST-only server does not need it.
    pipeline ??= createPipeline(options)
    const getResultForParams = await pipeline
    const context = { http, extensions: {} } as PipelineContext
    await getResultForParams({ params, request: undefined as never }, context)
    const response = context.response as HttpResponse
    return http.resultType === eventStream ? toEventStream(response) : response
  }
}

const supportedTransports =
  'subscribe by GET or POST on /graphql, with Accept: text/event-stream (GraphQL over SSE, distinct connections mode) or multipart/mixed;subscriptionSpec=1.0'

/** Rejects WebSocket upgrades on every path, and ignores other upgrades. */
export const rejectWebSocket: Step = ({ request, responseHeaders }) => {
  // Node.js drops requests that a client pipelines after an upgrade request.
  responseHeaders['Connection'] = 'close'
  if (request.headers.upgrade?.toLowerCase().includes('websocket'))
    throw badRequest(`WebSocket is not supported: ${supportedTransports}`)
  return undefined
}

/**
 * Sets `http.resultType`. @throws METHOD_NOT_ALLOWED, NOT_ACCEPTABLE, or BAD_REQUEST for the single
 * connection mode of graphql-sse
 */
export function requireSupportedTransport(http: RequestContext): void {
  const { method, search, request } = http
  const modeMessage = `The single connection mode of GraphQL over SSE is not supported: ${supportedTransports}`
  if (method === 'PUT' || method === 'DELETE') throw methodNotAllowed(['GET', 'POST'], modeMessage)
  if (!['GET', 'HEAD', 'POST'].includes(method)) throw methodNotAllowed(['GET', 'POST'])
  const searchParams = method === 'POST' ? undefined : new URLSearchParams(search)
  if (
    request.headers['x-graphql-event-stream-token'] !== undefined ||
    (searchParams?.has('token') && !searchParams.has('query'))
  )
    throw badRequest(modeMessage)
  http.resultType = negotiateResultType(request.headers.accept)
  if (!http.resultType)
    throw notAcceptable('application/graphql-response+json, application/json, text/event-stream')
}

/** Reads the query string or JSON body. @throws BAD_REQUEST, PERSISTED_QUERY_NOT_SUPPORTED */
function readParams(http: RequestContext) {
  const isGet = http.method === 'GET' || http.method === 'HEAD'
  const params = isGet ? readQueryString(http.search) : http.body?.value
  if (Array.isArray(params))
    throw badRequest('Batched requests are not supported: send one operation per request')
  if (params === null || typeof params !== 'object')
    throw badRequest('The body must be a JSON object with the field `query`')
  const { query, operationName, variables, extensions } = params as Record<string, unknown>
  if (query == null && isPersistedQuery(extensions)) throw persistedQueryNotSupported()
  if (typeof query !== 'string' || query.trim() === '')
    throw badRequest('`query` is required: set it to the text of a GraphQL document')
  if (operationName != null && typeof operationName !== 'string')
    throw badRequest('`operationName` must be a string')
  for (const [name, value] of Object.entries({ variables, extensions }))
    if (value != null && (typeof value !== 'object' || Array.isArray(value)))
      throw badRequest(`\`${name}\` must be an object`)
  return {
    query,
    operationName: operationName ?? undefined,
    variables: (variables ?? {}) as Record<string, unknown>,
  }
}

/** Returns whether a request contains a query hash, as in Apollo's persisted query protocol. */
const isPersistedQuery = (extensions: unknown): boolean =>
  typeof extensions === 'object' &&
  Boolean((extensions as { persistedQuery?: unknown } | null)?.persistedQuery)

function readQueryString(search: string) {
  const params = new URLSearchParams(search)
  const readJsonParameter = (name: string): unknown => {
    const text = params.get(name)
    try {
      return text ? parseJson(text) : undefined
    } catch (error) {
      throw error instanceof ApiError ? error : badRequest(`\`${name}\` must be valid JSON`)
    }
  }
  return {
    query: params.get('query'),
    operationName: params.get('operationName'),
    variables: readJsonParameter('variables'),
    extensions: readJsonParameter('extensions'),
  }
}
