/** Limits how many requests of one API key run at once, so that no key holds up the others. */
import { ApiError, badRequest, unauthorized } from '../errors.ts'
import { currentViewer } from './authenticate.ts'
import { type RequestContext, requireViewer, type Step } from './request-context.ts'

/** Requests of one key that may wait; further ones are refused. */
const maxWaiting = 2000

interface Lane {
  running: number
  waiting: (() => void)[]
}

/** Runs at most MAX_IN_FLIGHT_PER_KEY requests of a key; others wait in their order of arrival. */
export function limitConcurrency(): Step {
  const lanes = new Map<string, Lane>()

  function createRelease(key: string, lane: Lane): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }

  return async (http) => {
    const key = requireViewer(http).keyId ?? ''
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    const mustWait = lane.running >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!mustWait) lane.running++
    else if (lane.waiting.length < maxWaiting)
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else throw tooManyWaiting()
    http.onResponded = createRelease(key, lane)
    if (mustWait) await recheck(http)
    return undefined
  }
}

const tooManyWaiting = () =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'This key has too many requests waiting; send the next ones when some of them are answered',
    { retryAfter: 1 },
  )

/** Checks what may have changed during the wait: the connection and the key. */
async function recheck(http: RequestContext): Promise<void> {
  if (http.request.socket.destroyed)
    throw badRequest('The connection was closed before the request had its turn')
  const viewer = await currentViewer(http)
  if (!viewer) throw unauthorized()
  http.viewer = viewer
}
