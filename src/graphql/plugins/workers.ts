/** Executes slow queries in a worker thread, so that they do not delay other requests. */
import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '../../access/scopes.ts'
import { unauthorized } from '../../errors.ts'
import { findViewer } from '../../http/authentication.ts'
import {
  type HttpResponse,
  type RequestContext,
  requireViewer,
} from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import type { PlainViewer, WorkerRequest } from '../worker-messages.ts'
import type { CheckedInput, GraphqlPlugin } from './pipeline-context.ts'

export const useWorkers = (): GraphqlPlugin => ({
  onExecute({ context, extendContext, executeFn, setExecuteFn }) {
    const { http, operation, input, params, extensions } = context
    if (operation.type !== 'query') return
    const getSource = () => {
      const { query: text = '', operationName } = params
      return { document: { text, operationName, resultType: http.resultType, extensions } }
    }
    setExecuteFn(async (args) => {
      const response = await executeInWorker(http, operation, input, getSource)
      if (!response) return executeFn(args)
      extendContext({ response })
      return {}
    })
  },
})

/** @returns undefined if the query must run in the calling thread @throws UNAUTHORIZED */
export async function executeInWorker(
  http: RequestContext,
  operation: PreparedOperation,
  { variables }: CheckedInput,
  getSource: () => WorkerRequest['source'],
): Promise<HttpResponse | undefined> {
  const { deps, requestId } = http
  const viewer = requireViewer(http)
  const startMs = performance.now()
  const pendingResponse = deps.queryWorkers?.run(operation.definition, () => ({
    viewer: toPlainViewer(viewer),
    variables,
    requestId,
    nowMs: deps.now === Date.now ? undefined : deps.now(),
    source: getSource(),
  }))
  if (!pendingResponse) return undefined
  const workerResponse = await pendingResponse
  const latestViewer = await findViewer(http)
  if (!latestViewer) throw unauthorized()
  http.viewer = latestViewer
  const isSameViewer =
    latestViewer === viewer || isDeepStrictEqual(toPlainViewer(latestViewer), toPlainViewer(viewer))
  if (!workerResponse?.result || !isSameViewer) return undefined
  http.executionMethod = 'worker'
  deps.meters.database.at('read', 'wait')(performance.now() - startMs - workerResponse.durationMs)
  deps.meters.database.at('read', 'work')(workerResponse.durationMs)
  const { context, body, ...response } = workerResponse.result
  const { responseHeaders, ...error } = context
  Object.assign(http.responseHeaders, responseHeaders)
  Object.assign(http, error)
  return { ...response, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}

const toPlainViewer = ({ rights, ...viewer }: Viewer): PlainViewer => ({
  ...viewer,
  scopes: rights.isNarrowed ? rights.scopes : null,
})
