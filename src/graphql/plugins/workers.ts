/** Executes slow queries in a worker thread, so that other requests need not wait. */
import { isDeepStrictEqual } from 'node:util'
import type { Viewer } from '../../access/scopes.ts'
import { unauthorized } from '../../errors.ts'
import { currentViewer } from '../../http/api-key.ts'
import {
  type HttpResponse,
  type RequestContext,
  requireViewer,
} from '../../http/request-context.ts'
import type { PreparedOperation } from '../operation.ts'
import type { PlainViewer, WorkerRequest } from '../worker-messages.ts'
import type { CheckedInput, GraphqlPlugin } from './context.ts'

export const useWorkers = (): GraphqlPlugin => ({
  onExecute({ context, extendContext, executeFn, setExecuteFn }) {
    const { http, operation, input, params, extensions } = context
    if (operation.type !== 'query' || !http.deps.queryWorkers) return
    const document = () => ({
      text: params.query ?? '',
      operationName: params.operationName,
      accept: http.request.headers.accept,
      extensions,
    })
    setExecuteFn(async (args) => {
      const response = await executeInWorker(http, operation, input, () => ({
        document: document(),
      }))
      if (!response) return executeFn(args)
      extendContext({ response })
      return {}
    })
  },
})

/** Returns undefined if the query has to run in this thread. @throws UNAUTHORIZED */
export async function executeInWorker(
  http: RequestContext,
  operation: PreparedOperation,
  { variables }: CheckedInput,
  source: () => WorkerRequest['source'],
): Promise<HttpResponse | undefined> {
  const { deps, requestId } = http
  const viewer = requireViewer(http)
  const start = performance.now()
  const pending = deps.queryWorkers?.run(operation.definition, () => ({
    viewer: toPlain(viewer),
    variables,
    requestId,
    now: deps.now === Date.now ? undefined : deps.now(),
    source: source(),
  }))
  if (!pending) return undefined
  const reply = await pending
  const viewerAfter = await currentViewer(http)
  if (!viewerAfter) throw unauthorized()
  http.viewer = viewerAfter
  const isSameViewer =
    viewerAfter === viewer || isDeepStrictEqual(toPlain(viewerAfter), toPlain(viewer))
  if (!reply?.result || !isSameViewer) return undefined
  http.via = 'worker'
  deps.meters.database.at('read', 'wait')(performance.now() - start - reply.durationMs)
  deps.meters.database.at('read', 'work')(reply.durationMs)
  const { context, body, ...response } = reply.result
  Object.assign(http.responseHeaders, context.headers)
  if (context.code) http.code = context.code
  return { ...response, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) }
}

const toPlain = ({ rights, ...viewer }: Viewer): PlainViewer => ({
  ...viewer,
  scopes: rights.isNarrowed ? rights.scopes : null,
})
