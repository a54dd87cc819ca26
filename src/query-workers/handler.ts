/** Handles the requests of a query worker. */
import type { ExecutionResult } from 'graphql'
import { rightsOf } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { OperationFailed, toApiError } from '../graphql/errors.ts'
import type { PreparedOperation } from '../graphql/operation.ts'
import { parseDocument } from '../graphql/plugins/document-limits.ts'
import { createDocumentCache, selectOperation } from '../graphql/plugins/operation.ts'
import { graphqlQueryResponse } from '../graphql/plugins/responses.ts'
import { runQuery } from '../graphql/plugins/transactions.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { encodeBody } from '../http/send-response.ts'
import { routes, schema } from '../resources/index.ts'
import { type PreparedRoute, prepareRoute } from '../rest/prepare.ts'
import { queryResponse } from '../rest/response.ts'
import type {
  DocumentSource,
  QueryWorkers,
  RouteSource,
  WorkerRequest,
  WorkerResponse,
} from './messages.ts'

/** The part of a request context that a response reads and changes. */
type ResponseContext = Parameters<typeof queryResponse>[0]

interface PreparedSource {
  operation: PreparedOperation
  respond(context: ResponseContext, result: ExecutionResult): HttpResponse
}

/** Parsed documents and prepared routes, for requests that repeat them. */
class Sources {
  readonly #settings: Deps['settings']
  readonly #documents = createDocumentCache()
  readonly #routes = new Map<string, PreparedRoute>()

  constructor(settings: Deps['settings']) {
    this.#settings = settings
  }

  prepare(source: WorkerRequest['source']): PreparedSource {
    return 'document' in source
      ? this.#prepareDocument(source.document)
      : this.#prepareRoute(source.request)
  }

  #prepareDocument({ text, operationName, accept, extensions }: DocumentSource): PreparedSource {
    const { document } = this.#documents.getOrCreate(text, () => ({
      document: parseDocument(schema, this.#settings, text),
      characters: text.length,
    }))
    const request = { headers: { accept } }
    return {
      operation: selectOperation(schema, document, operationName),
      respond: (context, result) =>
        graphqlQueryResponse(Object.assign(context, { request }), result, extensions),
    }
  }

  #prepareRoute({ method, route }: RouteSource): PreparedSource {
    const key = `${method} ${route}`
    const found = routes.find((each) => each.method === method && each.path === route)
    if (!found) throw new Error(`there is no route ${key}`)
    const prepared = this.#routes.get(key) ?? prepareRoute(schema, found)
    this.#routes.set(key, prepared)
    return {
      operation: prepared.operation,
      respond: (context, result) => queryResponse(context, prepared, result),
    }
  }
}

/** Runs queries that passed the checks of the main thread, with the same resolvers and responses. */
export function createHandler(deps: Deps): (request: WorkerRequest) => Promise<WorkerResponse> {
  const sources = new Sources(deps.settings)
  return async (request) => {
    const startedAt = performance.now()
    try {
      const response = await runRequest(deps, sources, request)
      return { ...response, durationMs: performance.now() - startedAt }
    } catch (error) {
      // The main thread runs the query again, and reports the error.
      return { durationMs: 0, blockingMs: 0, inputRejected: error instanceof OperationFailed }
    }
  }
}

async function runRequest(
  deps: Deps,
  sources: Sources,
  {
    source,
    viewer: { scopes, ...plainViewer },
    variables,
    requestId,
    now: fixedNow,
  }: WorkerRequest,
): Promise<Omit<WorkerResponse, 'durationMs'>> {
  const { operation, respond } = sources.prepare(source)
  const viewer = { ...plainViewer, rights: rightsOf(plainViewer.role, scopes) }
  const now = fixedNow === undefined ? Date.now : () => fixedNow
  let blockingMs = 0
  const durations: QueryWorkers = {
    run: () => undefined,
    recordDuration: (_, durationMs) => {
      blockingMs = durationMs
    },
    end: async () => {},
  }
  const requester = { deps: { ...deps, now, queryWorkers: durations }, viewer, requestId }
  const result = await runQuery(requester, operation, { variables })
  let hasErrorToLog = false
  const error = () => {
    hasErrorToLog = true
  }
  const { path, search, headers } =
    'request' in source ? source.request : { path: '', search: '', headers: {} }
  const context: ResponseContext = {
    requestId,
    path,
    search,
    responseHeaders: headers,
    deps: { now, log: { error } },
  }
  // The response contains only the first errors, and a later one may have to be logged.
  for (const each of result.errors ?? []) toApiError(each, context.deps, requestId)
  const { body, ...response } = respond(context, result)
  if (hasErrorToLog) return { blockingMs }
  const changes = { headers: context.responseHeaders, ...(context.code && { code: context.code }) }
  return { blockingMs, result: { ...response, body: toBytes(body), context: changes } }
}

function toBytes(content: string | Buffer): Buffer {
  const { body } = encodeBody(content)
  return typeof body === 'string' ? Buffer.from(body) : body
}
