import { isDeepStrictEqual } from 'node:util'
import type { ExecutionResult } from 'graphql'
import type { Viewer } from '../access/viewer.ts'
import type { Deps } from '../context.ts'
import { unauthorized } from '../errors.ts'
import { viewerNow } from '../http/authenticate.ts'
import type { HttpResponse, RequestContext } from '../http/request-context.ts'
import type { PlainViewer, WorkerRequest } from '../query-workers/messages.ts'
import { type Call, runQuery } from './execute-mutation.ts'
import type { PreparedOperation } from './operation.ts'

/**
 * Answers a query: by a thread, where that is worth it and nothing goes wrong, and else here. What
 * a thread has read is of a later time than the caller's rights: where these have changed
 * meanwhile, they count.
 * @param of what a thread has to know of the request
 * @param answer tells the result here; a thread has the same of its own
 * @throws UNAUTHORIZED when the caller's key was revoked meanwhile
 */
export async function executeQuery(
  x: RequestContext,
  operation: PreparedOperation,
  call: Call,
  of: () => WorkerRequest['of'],
  answer: (result: ExecutionResult) => HttpResponse,
): Promise<HttpResponse> {
  const { deps } = x
  const start = performance.now()
  const asked = deps.threads?.ask(operation.definition, () => questionOf(call, deps, of()))
  const told = await asked
  const viewer = asked ? await viewerNow(x) : call.viewer
  if (!viewer) throw unauthorized()
  if (told?.answer && isSame(viewer, call.viewer)) {
    const whole = performance.now() - start
    deps.meters.database.at('read', 'wait')(whole - told.took)
    deps.meters.database.at('read', 'work')(told.took)
    const { besides, body, ...answer } = told.answer
    Object.assign(x.headers, besides.headers)
    if (besides.code) x.code = besides.code
    return { ...answer, body: bufferOf(body) }
  }
  x.viewer = viewer
  return answer(await runQuery(deps, operation, { ...call, viewer }))
}

function questionOf(
  { viewer, variables, requestId }: Call,
  { now }: Deps,
  of: WorkerRequest['of'],
): WorkerRequest {
  return {
    viewer: plain(viewer),
    variables,
    requestId,
    now: now === Date.now ? undefined : now(),
    of,
  }
}

const plain = ({ rights, ...who }: Viewer): PlainViewer => ({
  ...who,
  scopes: rights.narrowed ? rights.list : null,
})

const isSame = (a: Viewer, b: Viewer) => a === b || isDeepStrictEqual(plain(a), plain(b))

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)
