/** Keeps views up to date by subscribing to events and refreshing within the rate limit. */
import { type Client, createClient } from 'graphql-sse'
import { useEffect, useRef, useState } from 'preact/hooks'
import { createAuthHeaders } from '../../pages/browser/credential.ts'
import { type EventMessage, SubscribeEvents } from './documents/board.ts'
import { rateLimit } from './requests.ts'
import type { Session } from './session.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

interface StreamListener {
  onEvent: (event: EventMessage) => void
  /** Called on connecting without a cursor. The view must reload, as it may have missed events. */
  onStart: () => void
  onState: (state: LiveState) => void
}

/** Waits before a retry. The delay doubles with each attempt, up to about 15 s, with jitter. */
const waitBeforeRetry = (attempts: number) =>
  new Promise<void>((resolve) =>
    setTimeout(resolve, Math.min(15_000, 500 * 2 ** attempts) * (0.75 + Math.random() / 2)),
  )

/** An event subscription that resumes after a lost connection without missing events. */
class EventStream {
  readonly #session: Session
  readonly #listener: StreamListener
  readonly #client: Client
  /** The variables of each attempt. `after` lets a new stream continue after the last event. */
  readonly #variables: { types: string[]; after?: string }
  #isStopped = false
  #unsubscribe: (() => void) | undefined

  constructor(session: Session, types: string[], listener: StreamListener) {
    this.#session = session
    this.#listener = listener
    this.#variables = { types }
    this.#client = this.#createClient()
    document.addEventListener('visibilitychange', this.#onVisibilityChange)
    this.#subscribe()
  }

  stop(): void {
    this.#isStopped = true
    document.removeEventListener('visibilitychange', this.#onVisibilityChange)
    this.#client.dispose()
  }

  #createClient(): Client {
    const { onState, onStart } = this.#listener
    return createClient({
      url: '/graphql',
      headers: () => createAuthHeaders(this.#session.secret),
      fetchFn: this.#fetch,
      retryAttempts: Number.POSITIVE_INFINITY,
      retry: (attempts) => {
        onState('lost')
        return waitBeforeRetry(attempts)
      },
      on: {
        connecting: (isRetry) => onState(isRetry ? 'lost' : 'connecting'),
        connected: () => {
          onState('live')
          if (!this.#variables.after) onStart()
        },
      },
    })
  }

  readonly #fetch: typeof fetch = async (...request) => {
    const { secret } = this.#session
    const response = await fetch(...request)
    if (response.status === 401) this.#session.rejectSecret(secret)
    return response
  }

  #subscribe(): void {
    if (this.#isStopped || this.#unsubscribe || document.hidden) return
    const resubscribe = async () => {
      if (this.#unsubscribe !== unsubscribe) return
      this.#unsubscribe = undefined
      if (this.#isStopped) return
      this.#listener.onState('lost')
      await waitBeforeRetry(0)
      this.#subscribe()
    }
    const unsubscribe = this.#client.subscribe<{ events: EventMessage }>(
      { query: SubscribeEvents.text, variables: this.#variables },
      {
        next: ({ data }) => {
          if (!data) return
          this.#variables.after = data.events.cursor
          this.#listener.onEvent(data.events)
        },
        error: () => void resubscribe(),
        complete: () => void resubscribe(),
      },
    )
    this.#unsubscribe = unsubscribe
  }

  /** Disconnects a hidden page, because browsers limit the number of connections to a server. */
  readonly #onVisibilityChange = (): void => {
    if (!document.hidden) return this.#subscribe()
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = undefined
    unsubscribe?.()
    this.#listener.onState('connecting')
  }
}

/** Subscribes to event types while the view is visible. @returns the connection state */
export function useLiveEvents(
  session: Session,
  types: string[],
  listener: Omit<StreamListener, 'onState'>,
): LiveState {
  const [state, onState] = useState<LiveState>('connecting')
  const latestListener = useRef(listener)
  latestListener.current = listener
  const typesKey = types.join(' ')
  useEffect(() => {
    const stream = new EventStream(session, typesKey.split(' '), {
      onState,
      onEvent: (event) => latestListener.current.onEvent(event),
      onStart: () => latestListener.current.onStart(),
    })
    return () => stream.stop()
  }, [session, typesKey])
  return state
}

/** Minimum delay before a refresh in milliseconds, so that a refresh covers several events. */
const minDelayMs = 120
const [minRetryDelayMs, maxRetryDelayMs] = [2000, 60_000]

/** Combines requests to refresh columns and keeps the refreshes within the rate limit. */
export class RefreshThrottle {
  readonly #refresh: (stageIds: string[]) => Promise<boolean>
  readonly #stageIds = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauseCount = 0
  #isBusy = false
  #startedAt = 0
  #retryDelayMs = 0
  /** Number of HTTP requests in the last refresh. A long column needs several requests. */
  #requestCount = 1

  constructor(refresh: (stageIds: string[]) => Promise<boolean>) {
    this.#refresh = refresh
  }

  requestRefresh(stageIds: readonly string[]): void {
    for (const id of stageIds) this.#stageIds.add(id)
    this.#schedule()
  }

  pause(): void {
    this.#pauseCount++
  }

  resume(): void {
    this.#pauseCount--
    this.#schedule()
  }

  stop(): void {
    this.#pauseCount = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#stageIds.size === 0 || this.#pauseCount > 0 || this.#isBusy || this.#timer) return
    const intervalMs = Math.max(this.#retryDelayMs, rateLimit.intervalMs * this.#requestCount)
    const delayMs = Math.max(minDelayMs, this.#startedAt + intervalMs - Date.now())
    this.#timer = setTimeout(() => void this.#runRefresh(), delayMs)
  }

  async #runRefresh(): Promise<void> {
    this.#timer = undefined
    if (this.#pauseCount > 0) return
    const stageIds = [...this.#stageIds]
    this.#stageIds.clear()
    this.#isBusy = true
    this.#startedAt = Date.now()
    const requestsBefore = rateLimit.requestCount
    const hasSucceeded = await this.#refresh(stageIds)
    this.#requestCount = rateLimit.requestCount - requestsBefore
    this.#isBusy = false
    this.#retryDelayMs = hasSucceeded
      ? 0
      : Math.min(maxRetryDelayMs, this.#retryDelayMs * 2 || minRetryDelayMs)
    if (hasSucceeded) this.#schedule()
    else this.requestRefresh(stageIds)
  }
}
