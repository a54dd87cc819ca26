import { ApiError, badRequest, unauthorized } from '../errors.ts'
import { viewerNow } from './authenticate.ts'
import { type RequestContext, type Step, viewerOf } from './request-context.ts'

/** Requests of one key that wait for their turn; more than that are refused. */
const mostWaiting = 2000

interface Lane {
  running: number
  waiting: (() => void)[]
}

/**
 * Lets so many requests of one key be worked on at a time; the others wait, in the order in which
 * they came. So one key that asks for a thousand things at once does not hold up the others.
 */
export function limitConcurrency(): Step {
  const lanes = new Map<string, Lane>()

  function leave(key: string, lane: Lane): () => void {
    let left = false
    return () => {
      if (left) return
      left = true
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }

  return async (x) => {
    const key = viewerOf(x).keyId ?? ''
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    const waits = lane.running >= x.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!waits) lane.running++
    else if (lane.waiting.length < mostWaiting)
      await new Promise<void>((resolve) => lane.waiting.push(resolve))
    else throw tooMany()
    x.onAnswered = leave(key, lane)
    if (waits) await lookAgain(x)
    return undefined
  }
}

const tooMany = () =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'This key has too many requests waiting; send the next ones when some of them are answered',
    { retryAfter: 1 },
  )

/** While a request waited its key may have been revoked, and its caller gone. */
async function lookAgain(x: RequestContext): Promise<void> {
  if (x.request.socket.destroyed)
    throw badRequest('The connection was closed before the request had its turn')
  const viewer = await viewerNow(x)
  if (!viewer) throw unauthorized()
  x.viewer = viewer
}
