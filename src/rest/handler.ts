/** Finds the route of a REST request, and executes its document with the GraphQL resolvers. */
import FindMyWay from 'find-my-way'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { Context } from '../context.ts'
import { methodNotAllowed, notFound } from '../errors.ts'
import { OperationFailed, toApiError } from '../graphql/format-errors.ts'
import { checkScopes } from '../graphql/operation.ts'
import {
  findUsesInVariables,
  hasDeprecations,
  removeDuplicates,
} from '../graphql/plugins/deprecations.ts'
import type { CheckedInput } from '../graphql/plugins/pipeline-context.ts'
import {
  createExecutor,
  runIdempotentMutation,
  runMutation,
  runQuery,
} from '../graphql/plugins/transactions.ts'
import { executeInWorker } from '../graphql/plugins/workers.ts'
import type { Variables } from '../graphql/values.ts'
import { IdempotencyKey } from '../http/idempotency.ts'
import {
  type Handler,
  type HttpResponse,
  hasIdempotencyKey,
  type RequestContext,
  requireViewer,
} from '../http/request-context.ts'
import { type DeprecatedUse, getDeprecation } from '../lib/deprecation.ts'
import { readInputs } from './input.ts'
import { type PreparedRoute, prepareRoute } from './prepare.ts'
import { createDeprecationHeaders, createErrorResponse, createResponse } from './response.ts'
import type { Route } from './route.ts'
import { versionVariable } from './route-document.ts'

type PathValues = Record<string, string>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

interface RouteEntry {
  route: Route
  /** Set at the route's first request: preparing all routes would take 25 % of the startup time. */
  preparedRoute?: PreparedRoute
}

export class RestRouter {
  readonly #router = FindMyWay({
    ignoreTrailingSlash: false,
    caseSensitive: true,
    maxParamLength: 20_000,
  })

  readonly #schema: GraphQLSchema
  /** Whether the schema has deprecated elements, which requests to any route may use. */
  readonly #hasDeprecations: boolean

  constructor(schema: GraphQLSchema, routes: Route[]) {
    this.#schema = schema
    this.#hasDeprecations = hasDeprecations(schema)
    for (const route of routes) {
      const path = route.path.replace(/\{(\w+)\}/g, ':$1')
      const method = route.method.toUpperCase() as 'GET'
      this.#router.on(method, path, () => {}, { route } satisfies RouteEntry)
    }
  }

  /**
   * @throws NOT_FOUND for an unknown path; METHOD_NOT_ALLOWED, with the allowed methods, for an
   * unsupported method of a known path
   */
  find(http: RequestContext): Handler {
    const method = http.method === 'HEAD' ? 'GET' : http.method
    const match = methods.includes(method as 'GET') && this.#match(method as 'GET', http.path)
    if (!match) {
      const allowedMethods = methods.filter((allowed) => this.#match(allowed, http.path))
      throw allowedMethods.length ? methodNotAllowed(allowedMethods) : notFound('Path')
    }
    const routeEntry = match.store as RouteEntry
    routeEntry.preparedRoute ??= prepareRoute(this.#schema, routeEntry.route)
    const route = routeEntry.preparedRoute
    const parameters = match.params as PathValues
    http.logName = route.name
    http.operation = route.name
    http.route = route.path
    if (route.deprecated)
      Object.assign(http.responseHeaders, createDeprecationHeaders(route.deprecated, parameters))
    return createHandler(route, parameters, this.#hasDeprecations || route.deprecated !== undefined)
  }

  /** Returns the matching route; undefined if no route matches or a path parameter is empty. */
  #match(method: (typeof methods)[number], path: string) {
    const match = this.#router.find(method, escapeInvalidPath(path))
    return match && !Object.values(match.params).includes('') ? match : undefined
  }
}

/** Escapes `%` in a path with an invalid encoding, so that its values are rejected as invalid. */
function escapeInvalidPath(path: string): string {
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

const createHandler =
  (route: PreparedRoute, parameters: PathValues, mayUseDeprecations: boolean): Handler =>
  async (http) => {
    const { deps, requestId } = http
    let input: CheckedInput
    try {
      input = readRequest(http, route, parameters)
      if (mayUseDeprecations) http.deprecatedUses = findDeprecatedUses(route, input.variables)
    } catch (error) {
      // Errors that occur while the request is being read already contain REST field names.
      return createErrorResponse(http, toApiError(error, deps, requestId))
    }
    try {
      return route.isMutation
        ? await respondToMutation(http, route, parameters, input)
        : await respondToQuery(http, route, input)
    } catch (error) {
      const [cause] = error instanceof OperationFailed ? error.errors : [error]
      return createErrorResponse(http, toApiError(cause, deps, requestId), route)
    }
  }

function readRequest(http: RequestContext, route: PreparedRoute, path: PathValues): CheckedInput {
  checkScopes(route.operation, requireViewer(http))
  const { search, body, request } = http
  return readInputs(route, { path, search, body, ifMatch: request.headers['if-match'] })
}

/** Returns the deprecated features that a request uses: the route, its inputs and their values. */
function findDeprecatedUses(
  { name, deprecated, operation, inputs }: PreparedRoute,
  variables: Variables,
): readonly DeprecatedUse[] {
  const inputUses = inputs.flatMap(({ name, target }): DeprecatedUse[] => {
    const deprecation = variables[name] === undefined ? undefined : getDeprecation(target)
    return deprecation ? [{ name: String(target), deprecation }] : []
  })
  return removeDuplicates([
    ...(deprecated ? [{ name, deprecation: deprecated }] : []),
    ...inputUses,
    ...findUsesInVariables(operation, variables),
  ])
}

async function respondToQuery(http: RequestContext, route: PreparedRoute, input: CheckedInput) {
  const { method, path: routePath, operation } = route
  const { path, search, responseHeaders: headers } = http
  const response =
    http.deps.queryWorkers &&
    (await executeInWorker(http, operation, input, () => ({
      request: { method, route: routePath, path, search, headers },
    })))
  return response ?? createResponse(http, route, await runQuery(http, operation, input))
}

function respondToMutation(
  http: RequestContext,
  route: PreparedRoute,
  parameters: PathValues,
  input: CheckedInput,
): Promise<HttpResponse> {
  const { method, path, operation } = route
  const mutation = {
    input,
    execute: createExecutor(operation, input),
    respond: (result: ExecutionResult, ctx: Context) =>
      createResponse(http, route, result, ctx.returnsExisting),
  }
  if (!route.acceptsIdempotencyKey || !hasIdempotencyKey(http)) return runMutation(http, mutation)
  const body = http.body?.value ?? null
  const expectedVersion = input.variables[versionVariable]
  const requestParts = [method, path, parameters, http.search, body, expectedVersion]
  return runIdempotentMutation(http, mutation, new IdempotencyKey(http, requestParts))
}
