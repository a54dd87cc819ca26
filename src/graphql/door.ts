import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Tally } from '../deprecation/tally.ts'
import { ApiError, badRequest, type ErrorCode, internalError, methodNotAllowed } from '../errors.ts'
import { parsedJson } from '../http/body.ts'
import { type Answer, type Exchange, type Handler, json, viewerOf } from '../http/exchange.ts'
import { once } from '../http/idempotency.ts'
import { charge } from '../http/rate-limit.ts'
import type { Settings } from '../settings.ts'
import { type Cost, checkInputs, checkScopes, costOf } from './admit.ts'
import { toldOf, usesIn } from './deprecated.ts'
import { readDocument, recentDocuments } from './document.ts'
import { told } from './errors.ts'
import { Refused, runMutation, runQuery } from './run.ts'
import { type Runnable, runnable } from './runnable.ts'
import { complete, next, readsStreamsOnly, sseHeaders } from './sse.ts'
import { subscriber } from './subscribe.ts'
import type { Variables } from './values.ts'

interface GraphQLRequest {
  query: string
  operationName?: string | null
  variables: Variables
}

/** Yoga's pipeline; loaded when GraphQL is first asked for, since a server that is only asked over REST need not keep it in memory. */
async function pipelineOf(schema: GraphQLSchema, settings: Settings) {
  const { createYoga } = await import('graphql-yoga')
  return createYoga({
    schema,
    graphqlEndpoint: '/graphql',
    landingPage: false,
    graphiql: false,
    cors: false,
    maskedErrors: false,
    logging: false,
    parserAndValidationCache: { documentCache: recentDocuments(), errorCache: { get: () => undefined, set: () => undefined } },
    plugins: [ours(schema, settings)],
  })
}

type Pipeline = Awaited<ReturnType<typeof pipelineOf>>
type Enveloped = Pick<ReturnType<Pipeline['getEnveloped']>, 'parse' | 'validate'>

/** The GraphQL door: a request's document through yoga's parsing and validation, then the same steps as on REST. */
export function graphqlDoor(schema: GraphQLSchema, settings: Settings, tally: Tally) {
  let pipeline: Promise<Pipeline> | undefined
  const subscribe = subscriber(schema)
  const handle: Handler = async (x) => {
    const request = requestOf(x)
    let what: Runnable | undefined
    try {
      pipeline ??= pipelineOf(schema, settings)
      const enveloped = (await pipeline).getEnveloped({})
      what = parsed(enveloped, request)
      check(enveloped, x, what, request)
      return await answer(x, what, request)
    } catch (error) {
      const refused = refusal(x, error instanceof Refused ? error.errors : [error as Error], true)
      return what?.operation.operation === 'subscription' ? inStream(x, refused) : refused
    }
  }

  function parsed({ parse }: Enveloped, request: GraphQLRequest): Runnable {
    const document = parse(request.query) as DocumentNode
    return runnable(schema, document, operationOf(document, request.operationName))
  }

  function check(enveloped: Enveloped, x: Exchange, what: Runnable, request: GraphQLRequest): void {
    const errors = enveloped.validate(schema, what.document) as readonly GraphQLError[]
    if (errors.length > 0) {
      // A literal that its type refuses is told like any other bad value, with its place and code, and as late.
      if (validate(schema, what.document, withoutValues, { maxErrors: 0 }).length === 0) {
        checkScopes(schema, what, viewerOf(x))
        checkInputs(schema, what, request.variables)
      }
      throw new Refused(errors)
    }
  }

  async function answer(x: Exchange, what: Runnable, request: GraphQLRequest): Promise<Answer> {
    const viewer = viewerOf(x)
    const { operation } = what
    x.label = operation.name?.value ?? 'anonymous'
    const mutation = operation.operation === 'mutation'
    if (mutation && x.method === 'GET') throw methodNotAllowed(['POST'])
    checkScopes(schema, what, viewer)
    const admitted = checkInputs(schema, what, request.variables)
    const cost = costOf(schema, what, request.variables, settings)
    const uses = usesIn(what, request.variables)
    const deprecations = uses.length > 0 ? { deprecations: uses.map(toldOf) } : undefined
    if (operation.operation === 'subscription') {
      if (x.method === 'HEAD') throw methodNotAllowed(['GET', 'POST'])
      if (cost.units > 1) throw badRequest('Each result of a subscription may bring up to 100 records; ask for fewer, and read the others by a query')
      tally.note(viewer, uses)
      return subscribe(x, what, request.variables, deprecations)
    }
    if (cost.units > 1) await charge(x, cost.units - 1)
    tally.note(viewer, uses)
    const beside = { cost, ...deprecations }
    const call = { ...admitted, viewer, requestId: x.requestId }
    if (!mutation) {
      const result = await runQuery(x.deps, what, call)
      // Without data nothing ran: a variable that the checks above do not look at was refused.
      if (result.data === undefined && result.errors) throw new Refused(result.errors)
      return reply(x, { ...result, errors: told(result.errors ?? [], x.deps, x.requestId).all }, beside)
    }
    const key = once(x, () => ['graphql', print(what.document), what.operation.name?.value, request.variables])
    return runMutation(x.deps, what, call, (result) => reply(x, result, beside), key)
  }
  return { handle }
}

const ours = (schema: GraphQLSchema, settings: Settings): Plugin => ({
  onParse: ({ setParseFn }) => setParseFn((source: string) => readDocument(schema, settings, source)),
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
})

const withoutValues = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule)

function requestOf(x: Exchange): GraphQLRequest {
  const given = x.method === 'GET' || x.method === 'HEAD' ? fromSearch(x.search) : x.body?.value
  if (Array.isArray(given)) throw badRequest('Batched requests are not offered: send one operation at a time')
  if (given === null || typeof given !== 'object') throw badRequest('The body must be a JSON object with a query')
  const { query, operationName, variables, extensions } = given as Record<string, unknown>
  if (typeof query !== 'string' || query.trim() === '') throw badRequest('query is required: the text of a GraphQL document')
  if (operationName != null && typeof operationName !== 'string') throw badRequest('operationName must be a string')
  if (variables != null && (typeof variables !== 'object' || Array.isArray(variables))) throw badRequest('variables must be an object')
  if (extensions != null && (typeof extensions !== 'object' || Array.isArray(extensions))) throw badRequest('extensions must be an object')
  return { query, operationName: operationName ?? null, variables: (variables ?? {}) as Variables }
}

function fromSearch(search: string) {
  const given = new URLSearchParams(search)
  const variables = given.get('variables')
  try {
    return { query: given.get('query') ?? '', operationName: given.get('operationName'), variables: variables ? parsedJson(variables) : {} }
  } catch (error) {
    throw error instanceof ApiError ? error : badRequest('variables must be JSON')
  }
}

function operationOf(document: DocumentNode, name: string | null | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  const named = name ? operations.filter((operation) => operation.name?.value === name) : operations
  if (named.length === 1 && named[0]) return named[0]
  throw badRequest(name ? `The document has no operation named ${name}` : 'operationName is required: the document has several operations, or none')
}

const wantsResponseJson = (x: Exchange) => /application\/graphql-response\+json/i.test(x.request.headers.accept ?? '')

/** What `extensions` tells besides the request's id: what it cost, and what of it is deprecated. */
interface Beside {
  cost?: Cost
  deprecations?: object[]
}

function reply(x: Exchange, result: object, beside: Beside = {}, status = 200): Answer {
  const { data, errors } = result as { data?: unknown; errors?: unknown[] | undefined }
  const body = {
    ...(data !== undefined && { data }),
    ...(errors && errors.length > 0 && { errors }),
    extensions: { requestId: x.requestId, ...beside },
  }
  const type = wantsResponseJson(x) ? 'application/graphql-response+json' : 'application/json'
  return json(status, body, { 'Content-Type': `${type}; charset=utf-8` })
}

/** The same in a stream of its own, for clients that read nothing else. */
const inStream = (x: Exchange, { status, headers, body }: Answer): Answer =>
  status === 200 && readsStreamsOnly(x) ? { status, headers: sseHeaders, body: next(String(body)) + complete } : { status, ...(headers && { headers }), body }

/** What concerns the HTTP request rather than the document keeps its status for every media type. */
const ofHttp = new Set<ErrorCode>(['UNAUTHORIZED', 'RATE_LIMIT_EXCEEDED', 'METHOD_NOT_ALLOWED', 'CONFLICT', 'IDEMPOTENCY_KEY_REUSED', 'UNAVAILABLE'])

/**
 * A request that was refused: nothing of it ran, or all of it was rolled back (then there is `data: null`).
 * Statuses follow GraphQL over HTTP: a well-formed request whose document fails is 200 as application/json.
 */
export function refusal(x: Exchange, errors: readonly unknown[], wellFormed = false): Answer {
  const ran = errors.some((error) => error instanceof GraphQLError && error.path)
  const { first = internalError(), all } = told(errors, x.deps, x.requestId)
  const status = ran ? 200 : !wellFormed || wantsResponseJson(x) || ofHttp.has(first.code) ? first.status : 200
  Object.assign(x.headers, first.headers, first.retryAfter !== undefined && { 'Retry-After': String(first.retryAfter) })
  return reply(x, { ...(ran && { data: null }), errors: all }, undefined, status)
}
