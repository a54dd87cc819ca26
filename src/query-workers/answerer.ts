import type { ExecutionResult } from 'graphql'
import { rightsOf } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import { toApiError } from '../graphql/errors.ts'
import type { PreparedOperation } from '../graphql/operation.ts'
import { parseDocument } from '../graphql/plugins/document-limits.ts'
import { createDocumentCache, selectOperation } from '../graphql/plugins/operation.ts'
import { graphqlQueryResponse } from '../graphql/plugins/responses.ts'
import { runQuery } from '../graphql/plugins/transactions.ts'
import { readyToSend } from '../http/bytes.ts'
import type { HttpResponse } from '../http/request-context.ts'
import { routes, schema } from '../resources/index.ts'
import { type PreparedRoute, prepareRoute } from '../rest/prepare.ts'
import { queryResponse } from '../rest/response.ts'
import type { Document, Request, WorkerRequest, WorkerResponse } from './messages.ts'

/** What an answer needs of the request, and fills in. */
type Asker = Parameters<typeof queryResponse>[0]

/** What is to run, and how its result is told. */
interface Prepared {
  operation: PreparedOperation
  answer(x: Asker, result: ExecutionResult): HttpResponse
}

/**
 * Answers queries as the doors do, whose checks they have passed: with the same resolvers, and in
 * the same words.
 */
export function answererOf(deps: Deps): (question: WorkerRequest) => Promise<WorkerResponse> {
  const documents = createDocumentCache()
  const prepared = new Map<string, PreparedRoute>()

  function ofDocument({ text, name, accept, beside }: Document): Prepared {
    const { document } = documents.getOrCreate(text, () => ({
      document: parseDocument(schema, deps.settings, text),
      characters: text.length,
    }))
    const request = { headers: { accept } }
    return {
      operation: selectOperation(schema, document, name),
      answer: (x, result) => graphqlQueryResponse(Object.assign(x, { request }), result, beside),
    }
  }

  function ofRequest({ method, route }: Request): Prepared {
    const key = `${method} ${route}`
    const found =
      prepared.get(key) ??
      routes
        .filter((each) => each.method === method && each.path === route)
        .map((each) => prepareRoute(schema, each))[0]
    if (!found) throw new Error(`there is no route ${key}`)
    prepared.set(key, found)
    return { operation: found.operation, answer: (x, result) => queryResponse(x, found, result) }
  }

  async function answered({
    of,
    viewer: { scopes, ...who },
    variables,
    requestId,
    now: at,
  }: WorkerRequest): Promise<Omit<WorkerResponse, 'took'>> {
    const { operation, answer } = 'document' in of ? ofDocument(of.document) : ofRequest(of.request)
    const viewer = { ...who, rights: rightsOf(who.role, scopes) }
    const now = at === undefined ? Date.now : () => at
    let work = 0
    const took = (_: unknown, time: number) => {
      work = time
    }
    const result = await runQuery(
      {
        deps: { ...deps, now, threads: { ask: () => undefined, took, end: async () => {} } },
        viewer,
        requestId,
      },
      operation,
      { variables },
    )
    let faulty = false
    const error = () => {
      faulty = true
    }
    const { path, search, headers } =
      'request' in of ? of.request : { path: '', search: '', headers: {} }
    const x: Asker = { requestId, path, search, headers, deps: { now, log: { error } } }
    // An answer tells of the first errors only: one that would be logged may be behind them.
    for (const each of result.errors ?? []) toApiError(each, x.deps, requestId)
    const { body, ...more } = answer(x, result)
    return faulty
      ? { work }
      : {
          work,
          answer: {
            ...more,
            body: bytesOf(body),
            besides: { headers: x.headers, ...(x.code && { code: x.code }) },
          },
        }
  }

  return async (question) => {
    const start = performance.now()
    const told = await answered(question)
    return { ...told, took: performance.now() - start }
  }
}

function bytesOf(given: string | Buffer): Buffer {
  const { body } = readyToSend(given)
  return typeof body === 'string' ? Buffer.from(body) : body
}
