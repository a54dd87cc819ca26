import FindMyWay from 'find-my-way'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { methodNotAllowed, notFound } from '../errors.ts'
import { OperationFailed, toApiError } from '../graphql/errors.ts'
import type { CheckedInput } from '../graphql/plugins/context.ts'
import { checkScopes } from '../graphql/plugins/scopes.ts'
import { runMutation, runMutationOnce, runQuery } from '../graphql/plugins/transactions.ts'
import { executeInWorker } from '../graphql/plugins/workers.ts'
import { once } from '../http/idempotency.ts'
import {
  type Handler,
  type HttpResponse,
  type RequestContext,
  viewerOf,
} from '../http/request-context.ts'
import { deprecationHeaders, usesOf } from './deprecation.ts'
import { readInputs } from './input.ts'
import { type PreparedRoute, prepareRoute } from './prepare.ts'
import { errorResponse, queryResponse, successResponse } from './response.ts'
import { acceptsIdempotencyKey, type Route } from './route.ts'
import { versionVariable } from './versions.ts'

/**
 * The REST door: finds a request's route, and runs the route's document on the resolvers that
 * GraphQL has.
 */
export function createRestHandler(schema: GraphQLSchema, routes: Route[]) {
  const router = FindMyWay({
    ignoreTrailingSlash: false,
    caseSensitive: true,
    maxParamLength: 20_000,
  })
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1')
    router.on(route.method.toUpperCase() as 'GET', path, () => {}, whenFirstAsked(schema, route))
  }
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

  /** A path with nothing where an id belongs is no path of ours. */
  const match = (method: (typeof methods)[number], path: string) => {
    const found = router.find(method, decodable(path))
    return found && Object.values(found.params).every((value) => value !== '') ? found : null
  }

  /** @throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED naming what the path does answer */
  function find(x: RequestContext): Handler {
    const method = x.method === 'HEAD' ? 'GET' : x.method
    const found = methods.includes(method as 'GET') ? match(method as 'GET', x.path) : null
    if (found) {
      const route = (found.store as () => PreparedRoute)()
      x.label = route.name
      x.operation = route.name
      x.route = route.path
      const params = found.params as Record<string, string>
      if (route.deprecated) Object.assign(x.headers, deprecationHeaders(route.deprecated, params))
      return handler(route, params)
    }
    const allowed = methods.filter((each) => match(each, x.path))
    throw allowed.length ? methodNotAllowed(allowed) : notFound('Path')
  }

  return { find }
}

/**
 * Prepares a route when it is first asked for: all of them would take a quarter of the start, and
 * memory for those that nobody asks for.
 */
function whenFirstAsked(schema: GraphQLSchema, route: Route): () => PreparedRoute {
  let prepared: PreparedRoute | undefined
  return () => {
    prepared ??= prepareRoute(schema, route)
    return prepared
  }
}

/**
 * A broken percent-encoding is routed as it stands, so that it is refused as the value that it is.
 */
function decodable(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

const handler =
  (route: PreparedRoute, path: Record<string, string>): Handler =>
  async (x) => {
    let variables: CheckedInput
    try {
      variables = inputsOf(x, route, path)
      x.deprecatedUses = usesOf(route, variables.variables)
    } catch (error) {
      return errorResponse(x, toApiError(error, x.deps, x.requestId))
    }
    try {
      return await run(x, route, path, variables)
    } catch (error) {
      return errorResponse(
        x,
        toApiError(error instanceof OperationFailed ? error.errors[0] : error, x.deps, x.requestId),
        route,
      )
    }
  }

/** What is wrong here is named as the client has written it. */
function inputsOf(
  x: RequestContext,
  route: PreparedRoute,
  path: Record<string, string>,
): CheckedInput {
  checkScopes(route.operation, viewerOf(x))
  return readInputs(route, {
    path,
    search: x.search,
    body: x.body,
    ifMatch: x.request.headers['if-match'],
  })
}

/** What is wrong here is named as the operation says it, and renamed. */
async function run(
  x: RequestContext,
  route: PreparedRoute,
  path: Record<string, string>,
  input: CheckedInput,
): Promise<HttpResponse> {
  const { operation } = route
  if (!route.mutation) {
    const fromWorker = await executeInWorker(x, operation, input, () => ({
      request: {
        method: route.method,
        route: route.path,
        path: x.path,
        search: x.search,
        headers: x.headers,
      },
    }))
    return fromWorker ?? queryResponse(x, route, await runQuery(x, operation, input))
  }
  const respond = (result: ExecutionResult, ctx: Context) =>
    successResponse(x, route, result, ctx.returnsExisting)
  const request = () => [
    route.method,
    route.path,
    path,
    x.search,
    x.body?.value ?? null,
    input.variables[versionVariable],
  ]
  const key = acceptsIdempotencyKey(route.method) ? once(x, request) : undefined
  return key
    ? runMutationOnce(x, operation, input, respond, key)
    : runMutation(x, operation, input, respond)
}
