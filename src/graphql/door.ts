import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
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
import { answerQuery } from '../query-workers/answer-query.ts'
import type { Settings } from '../settings.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { checkInputs, checkScopes } from './admit.ts'
import { costAdvice, costOf } from './cost.ts'
import { toldOf, usesIn } from './deprecated.ts'
import { readDocument, recentDocuments } from './document.ts'
import { refusal, reply, replyToQuery } from './reply.ts'
import { type GraphQLRequest, operationOf, requestOf } from './request.ts'
import { nameByRoots } from './roots.ts'
import { Refused, runMutation } from './run.ts'
import { type Runnable, runnable } from './runnable.ts'
import { readsStreamsOnly, sse, whole } from './sse.ts'
import { subscriber } from './subscribe.ts'

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
      documentCache: recentDocuments(),
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
export function graphqlDoor(schema: GraphQLSchema, settings: Settings, tracing?: Tracing) {
  let pipeline: Promise<Pipeline> | undefined
  /**
   * What is wrong with the documents that were asked for last; yoga's own memory of it takes a
   * twentieth of a request.
   */
  const validated = new WeakMap<DocumentNode, readonly GraphQLError[]>()
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

  const parsed = followed(
    tracing,
    'parse',
    ({ parse }: Enveloped, request: GraphQLRequest): Runnable => {
      const document = parse(request.query) as DocumentNode
      return runnable(schema, document, operationOf(document, request.operationName))
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
    (enveloped: Enveloped, x: RequestContext, what: Runnable, request: GraphQLRequest): void => {
      const errors = errorsOf(enveloped, what.document)
      if (errors.length > 0) {
        // A literal that its type refuses is told like any other bad value, with its place and
        // code, and as late.
        if (validate(schema, what.document, withoutValues, { maxErrors: 0 }).length === 0) {
          checkScopes(schema, what, viewerOf(x))
          checkInputs(schema, what, request.variables)
        }
        throw new Refused(errors)
      }
    },
  )

  async function answer(
    x: RequestContext,
    what: Runnable,
    request: GraphQLRequest,
  ): Promise<HttpResponse> {
    const viewer = viewerOf(x)
    const { operation } = what
    nameByRoots(x, schema, what)
    const mutation = operation.operation === 'mutation'
    requireMethod(x, operation)
    checkScopes(schema, what, viewer)
    const admitted = checkInputs(schema, what, request.variables)
    const cost = costOf(schema, what, request.variables, settings)
    const advice = () => costAdvice(schema, what, request.variables, settings)
    x.deprecatedUses = usesIn(what, request.variables)
    const deprecations =
      x.deprecatedUses.length > 0 ? { deprecations: x.deprecatedUses.map(toldOf) } : undefined
    if (operation.operation === 'subscription') {
      if (cost.units > 1) {
        const { share, remedy } = advice()
        throw badRequest(
          `Each result of the subscription ${share}; the limit is 100: ${remedy}, and read the others by a query`,
        )
      }
      return subscribe(x, what, request.variables, deprecations)
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
      return answerQuery(
        x,
        what,
        call,
        () => ({ document: document() }),
        (result) => replyToQuery(x, result, beside),
      )
    }
    const key = once(x, () => [
      'graphql',
      print(what.document),
      what.operation.name?.value,
      request.variables,
    ])
    return runMutation(x.deps, what, call, (result) => reply(x, result, beside), key)
  }
  return { handle }
}

/**
 * Safe methods run queries only.
 * @throws METHOD_NOT_ALLOWED for a mutation without POST, and a subscription by HEAD
 */
function requireMethod({ method }: RequestContext, { operation }: OperationDefinitionNode): void {
  const allowed = operation === 'mutation' ? ['POST'] : ['GET', 'POST']
  if (!allowed.includes(method === 'HEAD' && operation === 'query' ? 'GET' : method))
    throw methodNotAllowed(allowed)
}

/** The same work; where requests are followed, as a part of them. */
const followed = <Args extends unknown[], T>(
  tracing: Tracing | undefined,
  name: string,
  work: (...args: Args) => T,
): ((...args: Args) => T) =>
  tracing ? (...args) => tracing.part(name, () => work(...args)) as T : work

const ours = (schema: GraphQLSchema, settings: Settings): Plugin => ({
  onParse: ({ setParseFn }) =>
    setParseFn((source: string) => readDocument(schema, settings, source)),
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
  status === 200 && readsStreamsOnly(x)
    ? { status, headers: sse.headers, body: whole(String(body)) }
    : { status, ...(headers && { headers }), body }
