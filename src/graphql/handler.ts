import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  print,
  specifiedRules,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { badRequest, methodNotAllowed } from '../errors.ts'
import { once } from '../http/idempotency.ts'
import { charge } from '../http/rate-limit.ts'
import {
  type Handler,
  type HttpResponse,
  type RequestContext,
  viewerOf,
} from '../http/request-context.ts'
import type { Settings } from '../settings.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { checkInputs, checkScopes } from './check-request.ts'
import { executeMutation, OperationFailed } from './execute-mutation.ts'
import { executeQuery } from './execute-query.ts'
import { type PreparedOperation, prepareOperation } from './operation.ts'
import { costAdvice, costOf } from './plugins/cost.ts'
import { deprecatedUses, deprecationNotice } from './plugins/deprecations.ts'
import { createDocumentCache, parseDocument } from './plugins/document-limits.ts'
import { type GraphQLParams, readParams, selectOperation } from './request.ts'
import { graphqlErrorResponse, graphqlQueryResponse, graphqlResponse } from './response.ts'
import { acceptsOnlyEventStream, completeStream, sse } from './subscriptions/stream-encoding.ts'
import { createSubscriber } from './subscriptions/subscribe.ts'

/**
 * Yoga's pipeline; loaded when GraphQL is first asked for, since a server that is only asked over
 * REST need not keep it in memory.
 */
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
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: { get: () => undefined, set: () => undefined },
      validationCache: false,
    },
    plugins: [ours(schema, settings)],
  })
}

type Pipeline = Awaited<ReturnType<typeof pipelineOf>>
type Enveloped = Pick<ReturnType<Pipeline['getEnveloped']>, 'parse' | 'validate'>

/**
 * The GraphQL door: a request's document through yoga's parsing and validation, then the same steps
 * as on REST.
 */
export function createGraphqlHandler(schema: GraphQLSchema, settings: Settings, tracing?: Tracing) {
  let pipeline: Promise<Pipeline> | undefined
  /**
   * What is wrong with the documents that were asked for last; yoga's own memory of it takes a
   * twentieth of a request.
   */
  const validated = new WeakMap<DocumentNode, readonly GraphQLError[]>()
  const subscribe = createSubscriber()
  const handle: Handler = async (x) => {
    const request = readParams(x)
    let operation: PreparedOperation | undefined
    try {
      pipeline ??= pipelineOf(schema, settings)
      const enveloped = (await pipeline).getEnveloped({})
      operation = parsed(enveloped, request)
      check(enveloped, x, operation, request)
      return await answer(x, operation, request)
    } catch (error) {
      const refused = graphqlErrorResponse(
        x,
        error instanceof OperationFailed ? error.errors : [error as Error],
        true,
      )
      return operation?.type === 'subscription' ? inStream(x, refused) : refused
    }
  }

  const parsed = followed(
    tracing,
    'parse',
    ({ parse }: Enveloped, request: GraphQLParams): PreparedOperation => {
      const document = parse(request.query) as DocumentNode
      return prepareOperation(schema, document, selectOperation(document, request.operationName))
    },
  )

  function errorsOf({ validate }: Enveloped, document: DocumentNode): readonly GraphQLError[] {
    let errors = validated.get(document)
    if (!errors) {
      errors = withoutAbort(validate(schema, document) as readonly GraphQLError[])
      validated.set(document, errors)
    }
    return errors
  }

  const check = followed(
    tracing,
    'validate',
    (
      enveloped: Enveloped,
      x: RequestContext,
      operation: PreparedOperation,
      request: GraphQLParams,
    ): void => {
      const errors = errorsOf(enveloped, operation.document)
      if (errors.length > 0) {
        // A literal that its type refuses is told like any other bad value, with its place and
        // code, and as late.
        if (validate(schema, operation.document, withoutValues, { maxErrors: 0 }).length === 0) {
          checkScopes(operation, viewerOf(x))
          checkInputs(operation, request.variables)
        }
        throw new OperationFailed(errors)
      }
    },
  )

  async function answer(
    x: RequestContext,
    operation: PreparedOperation,
    request: GraphQLParams,
  ): Promise<HttpResponse> {
    const viewer = viewerOf(x)
    labelOperation(x, operation)
    const mutation = operation.type === 'mutation'
    requireMethod(x, operation)
    checkScopes(operation, viewer)
    const admitted = checkInputs(operation, request.variables)
    const cost = costOf(operation, request.variables, settings)
    const advice = () => costAdvice(operation, request.variables, settings)
    x.deprecatedUses = deprecatedUses(operation, request.variables)
    const deprecations =
      x.deprecatedUses.length > 0
        ? { deprecations: x.deprecatedUses.map(deprecationNotice) }
        : undefined
    if (operation.type === 'subscription') {
      if (cost.units > 1) {
        const { share, remedy } = advice()
        throw badRequest(
          `Each result of the subscription ${share}; the limit is 100: ${remedy}, and read the others by a query`,
        )
      }
      return subscribe(x, operation, request.variables, deprecations)
    }
    if (cost.units > 1) await charge(x, cost.units - 1, advice)
    const beside = { cost, ...deprecations }
    const call = { ...admitted, viewer, requestId: x.requestId }
    if (!mutation) {
      const document = () => ({
        text: request.query,
        name: request.operationName,
        accept: x.request.headers.accept,
        beside,
      })
      return executeQuery(
        x,
        operation,
        call,
        () => ({ document: document() }),
        (result) => graphqlQueryResponse(x, result, beside),
      )
    }
    const key = once(x, () => [
      'graphql',
      print(operation.document),
      operation.name,
      request.variables,
    ])
    return executeMutation(
      x.deps,
      operation,
      call,
      (result) => graphqlResponse(x, result, beside),
      key,
    )
  }
  return { handle }
}

/**
 * Safe methods run queries only.
 * @throws METHOD_NOT_ALLOWED for a mutation without POST, and a subscription by HEAD
 */
function requireMethod({ method }: RequestContext, { type }: PreparedOperation): void {
  const allowed = type === 'mutation' ? ['POST'] : ['GET', 'POST']
  if (!allowed.includes(method === 'HEAD' && type === 'query' ? 'GET' : method))
    throw methodNotAllowed(allowed)
}

/** Counts an operation and labels it by its root fields; the client's name for it is for the log. */
function labelOperation(x: RequestContext, operation: PreparedOperation): void {
  const names = [...new Set(operation.rootFields.map(({ field }) => field.name))]
  x.label = operation.name ?? 'anonymous'
  x.operation = names.length > 1 ? 'several' : (names[0] ?? 'introspection')
  for (const name of names) x.deps.meters.rootFields.add(1, operation.type, name)
}

/** The same work; where requests are followed, as a part of them. */
const followed = <Args extends unknown[], T>(
  tracing: Tracing | undefined,
  name: string,
  work: (...args: Args) => T,
): ((...args: Args) => T) =>
  tracing ? (...args) => tracing.span(name, () => work(...args)) as T : work

const ours = (schema: GraphQLSchema, settings: Settings): Plugin => ({
  onParse: ({ setParseFn }) =>
    setParseFn((source: string) => parseDocument(schema, settings, source)),
  onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
})

/** Replaces the error with which graphql-js aborts validation by an actionable one. */
function withoutAbort(errors: readonly GraphQLError[]): readonly GraphQLError[] {
  if (!errors.at(-1)?.message.endsWith('Validation aborted.')) return errors
  const listed = errors.slice(0, -1)
  return listed.length > 0
    ? [...listed.slice(0, -1), new GraphQLError('There are more errors; correct these first')]
    : [
        new GraphQLError(
          'The fields of the document take too long to compare; select fewer of one name',
        ),
      ]
}

const withoutValues = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule)

/** The same in a stream of its own, for clients that read nothing else. */
const inStream = (x: RequestContext, { status, headers, body }: HttpResponse): HttpResponse =>
  status === 200 && acceptsOnlyEventStream(x)
    ? { status, headers: sse.headers, body: completeStream(String(body)) }
    : { status, ...(headers && { headers }), body }
