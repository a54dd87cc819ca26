import FindMyWay from 'find-my-way'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { methodNotAllowed, notFound } from '../errors.ts'
import { OperationFailed, toApiError } from '../graphql/errors.ts'
import type { CheckedInput } from '../graphql/plugins/context.ts'
import { checkScopes } from '../graphql/plugins/scopes.ts'
import { runMutation, runMutationOnce, runQuery } from '../graphql/plugins/transactions.ts'
import { executeInWorker } from '../graphql/plugins/workers.ts'
import { readIdempotencyKey } from '../http/idempotency.ts'
import {
  type Handler,
  type HttpResponse,
  type RequestContext,
  requireViewer,
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
  function find(http: RequestContext): Handler {
    const method = http.method === 'HEAD' ? 'GET' : http.method
    const found = methods.includes(method as 'GET') ? match(method as 'GET', http.path) : null
    if (found) {
      const route = (found.store as () => PreparedRoute)()
      http.logName = route.name
      http.operation = route.name
      http.route = route.path
      const params = found.params as Record<string, string>
      if (route.deprecated)
        Object.assign(http.responseHeaders, deprecationHeaders(route.deprecated, params))
      return handler(route, params)
    }
    const allowed = methods.filter((each) => match(each, http.path))
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
  async (http) => {
    let variables: CheckedInput
    try {
      variables = inputsOf(http, route, path)
      http.deprecatedUses = usesOf(route, variables.variables)
    } catch (error) {
      return errorResponse(http, toApiError(error, http.deps, http.requestId))
    }
    try {
      return await run(http, route, path, variables)
    } catch (error) {
      return errorResponse(
        http,
        toApiError(
          error instanceof OperationFailed ? error.errors[0] : error,
          http.deps,
          http.requestId,
        ),
        route,
      )
    }
  }

/** What is wrong here is named as the client has written it. */
function inputsOf(
  http: RequestContext,
  route: PreparedRoute,
  path: Record<string, string>,
): CheckedInput {
  checkScopes(route.operation, requireViewer(http))
  return readInputs(route, {
    path,
    search: http.search,
    body: http.body,
    ifMatch: http.request.headers['if-match'],
  })
}

/** What is wrong here is named as the operation says it, and renamed. */
async function run(
  http: RequestContext,
  route: PreparedRoute,
  path: Record<string, string>,
  input: CheckedInput,
): Promise<HttpResponse> {
  const { operation } = route
  if (!route.mutation) {
    const fromWorker = await executeInWorker(http, operation, input, () => ({
      request: {
        method: route.method,
        route: route.path,
        path: http.path,
        search: http.search,
        headers: http.responseHeaders,
      },
    }))
    return fromWorker ?? queryResponse(http, route, await runQuery(http, operation, input))
  }
  const respond = (result: ExecutionResult, ctx: Context) =>
    successResponse(http, route, result, ctx.returnsExisting)
  const request = () => [
    route.method,
    route.path,
    path,
    http.search,
    http.body?.value ?? null,
    input.variables[versionVariable],
  ]
  const key = acceptsIdempotencyKey(route.method) ? readIdempotencyKey(http, request) : undefined
  return key
    ? runMutationOnce(http, operation, input, respond, key)
    : runMutation(http, operation, input, respond)
}
