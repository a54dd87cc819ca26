/**
 * A query worker thread: opens the database file and runs queries from the main thread, with the
 * same resolvers and responses. The main thread has already validated the queries.
 */
import { workerData } from 'node:worker_threads'
import type { ExecutionResult } from 'graphql'
import { pino } from 'pino'
import { getRights } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { parseDocument } from '../graphql/document-limits.ts'
import { OperationFailed, toApiError } from '../graphql/format-errors.ts'
import type { PreparedOperation } from '../graphql/operation.ts'
import { createDocumentCache, PreparedDocument } from '../graphql/plugins/documents.ts'
import { createGraphqlResponse } from '../graphql/plugins/responses.ts'
import { runQuery } from '../graphql/plugins/transactions.ts'
import type {
  DocumentSource,
  RouteSource,
  WorkerRequest,
  WorkerResponse,
} from '../graphql/worker-messages.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { encodeBody } from '../http/send-response.ts'
import { readVersion } from '../lib/package-files.ts'
import { serveRequests } from '../lib/worker-pool.ts'
import { createMeters } from '../metrics/meters.ts'
import { routes, schema } from '../resources/index.ts'
import { type PreparedRoute, prepareRoute } from '../rest/prepare.ts'
import { createResponse } from '../rest/response.ts'
import { openReadOnly } from '../store/open.ts'
import type { WorkerSetup } from './pool.ts'

const { file, fileId, version: startedVersion, ...setup } = workerData as WorkerSetup
if (readVersion() !== startedVersion)
  throw new Error(`Restart the server: ${startedVersion} is running, ${readVersion()} is installed`)

const throwReadOnly = (): never => {
  throw new Error('A query worker cannot write')
}

const deps: Deps = {
  ...setup,
  webhookKey: Buffer.alloc(0),
  store: await openReadOnly({ file, fileId }),
  now: throwReadOnly,
  newId: throwReadOnly,
  randomBytes: throwReadOnly,
  log: pino({ level: 'silent' }),
  meters: createMeters(),
}

type ResponseContext = Parameters<typeof createResponse>[0]

interface PreparedSource {
  operation: PreparedOperation
  respond(context: ResponseContext, result: ExecutionResult): HttpResponse
}

/** Caches of parsed documents and prepared routes, for repeated requests. */
const documentCache = createDocumentCache()
const preparedRoutes = new Map<string, PreparedRoute>()

function prepareDocument(source: DocumentSource): PreparedSource {
  const { text, operationName, resultType, extensions } = source
  const document = documentCache.getOrCreate(
    text,
    () => new PreparedDocument(schema, parseDocument(schema, deps.settings, text)),
  )
  return {
    operation: document.selectOperation(operationName),
    respond: (context, result) =>
      createGraphqlResponse(Object.assign(context, { resultType }), result, extensions),
  }
}

function prepareRouteSource({ method, route: path }: RouteSource): PreparedSource {
  const routeKey = `${method} ${path}`
  const route = routes.find((candidate) => candidate.method === method && candidate.path === path)
  if (!route) throw new Error(`No route ${routeKey} exists`)
  const preparedRoute = preparedRoutes.get(routeKey) ?? prepareRoute(schema, route)
  preparedRoutes.set(routeKey, preparedRoute)
  return {
    operation: preparedRoute.operation,
    respond: (context, result) => createResponse(context, preparedRoute, result),
  }
}

async function handleRequest(request: WorkerRequest): Promise<WorkerResponse> {
  const startedAt = performance.now()
  try {
    const response = await runRequest(request)
    return { ...response, durationMs: performance.now() - startedAt }
  } catch (error) {
    // The main thread runs the query again and reports the error.
    return { durationMs: 0, blockingMs: 0, inputRejected: error instanceof OperationFailed }
  }
}

async function runRequest(request: WorkerRequest): Promise<Omit<WorkerResponse, 'durationMs'>> {
  const { source, requestId, variables, nowMs: fixedNowMs } = request
  const { scopes, ...viewer } = request.viewer
  const { operation, respond } =
    'document' in source ? prepareDocument(source.document) : prepareRouteSource(source.request)
  const now = fixedNowMs === undefined ? Date.now : () => fixedNowMs
  let blockingMs = 0
  const queryWorkers: Deps['queryWorkers'] = {
    run: () => undefined,
    recordDuration: (_, durationMs) => {
      blockingMs = durationMs
    },
    end: async () => {},
  }
  const requester = {
    deps: { ...deps, now, queryWorkers },
    viewer: { ...viewer, rights: getRights(viewer.role, scopes) },
    requestId,
  }
  const result = await runQuery(requester, operation, { variables })
  if (result.data === undefined) throw new OperationFailed(result)
  const response = createWorkerResponse(request, now, (context) => respond(context, result), result)
  return { blockingMs, ...response }
}

/** @returns no result if an error must be logged, so that the main thread runs the query again */
function createWorkerResponse(
  { source, requestId }: WorkerRequest,
  now: () => number,
  respond: (context: ResponseContext) => HttpResponse,
  { errors = [] }: ExecutionResult,
): Pick<WorkerResponse, 'result'> {
  let hasErrorToLog = false
  const noteError = () => {
    hasErrorToLog = true
  }
  const { path, search, headers } =
    'request' in source ? source.request : { path: '', search: '', headers: {} }
  const log = { error: noteError }
  const context: ResponseContext = {
    requestId,
    path,
    search,
    responseHeaders: headers,
    deps: { now, log },
  }
  // The response contains only the first errors, but later errors may have to be logged.
  for (const cause of errors) toApiError(cause, { log }, requestId)
  const { body, ...response } = respond(context)
  if (hasErrorToLog) return {}
  const { code, missingScope, responseHeaders } = context
  const contextChanges = { ...(code && { code }), missingScope, responseHeaders }
  return { result: { ...response, body: toBodyBuffer(body), context: contextChanges } }
}

function toBodyBuffer(content: string | Buffer): Buffer {
  const { body } = encodeBody(content)
  return typeof body === 'string' ? Buffer.from(body) : body
}

/** Returns the buffers to transfer: the body's buffer, if the body fills the whole buffer. */
const listBodyBuffers = ({ result }: WorkerResponse) =>
  result && result.body.byteLength === result.body.buffer.byteLength
    ? [result.body.buffer as ArrayBuffer]
    : []

serveRequests(handleRequest, listBodyBuffers)
