/** Limits the concurrent requests per API key or identity. */
import { ApiError } from '../errors.ts'
import { recheckCredential } from './authentication.ts'
import { requireViewer, type Step } from './request-context.ts'

/** Maximum number of waiting requests per credential; further requests are rejected. */
const maxWaitingRequests = 2000

type RequestQueue = { runningCount: number; waitingCallbacks: (() => void)[] }

/**
 * Runs at most `MAX_IN_FLIGHT_PER_KEY` requests per credential at once; further requests wait in
 * order of arrival.
 */
export function limitConcurrency(): Step {
  const queueByCredential = new Map<string, RequestQueue>()

  function releaseSlot(key: string, queue: RequestQueue): void {
    const resumeNext = queue.waitingCallbacks.shift()
    if (resumeNext) resumeNext()
    else if (--queue.runningCount === 0) queueByCredential.delete(key)
  }

  return async (http) => {
    const credentialKey = requireViewer(http).credentialId ?? ''
    const queue = queueByCredential.get(credentialKey) ?? { runningCount: 0, waitingCallbacks: [] }
    queueByCredential.set(credentialKey, queue)
    const mustWait = queue.runningCount >= http.deps.settings.MAX_IN_FLIGHT_PER_KEY
    if (!mustWait) queue.runningCount++
    else if (queue.waitingCallbacks.length < maxWaitingRequests)
      await new Promise<void>((resolve) => queue.waitingCallbacks.push(resolve))
    else throw tooManyWaitingRequests()
    let isReleased = false
    http.onResponded = () => {
      if (!isReleased) releaseSlot(credentialKey, queue)
      isReleased = true
    }
    if (mustWait) await recheckCredential(http)
    return undefined
  }
}

const tooManyWaitingRequests = () =>
  new ApiError(
    'RATE_LIMIT_EXCEEDED',
    'This credential has too many waiting requests; send further requests after some have completed',
    { retryAfterSeconds: 1 },
  )
