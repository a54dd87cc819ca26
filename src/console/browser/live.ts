/** Keeps views current through a subscription to events and refreshes within the rate limit. */
import { type Client, createClient } from 'graphql-sse'
import { useEffect, useRef, useState } from 'preact/hooks'
import { authenticationHeaders } from '../../pages/browser/credential.ts'
import { type EventMessage, SubscribeEvents } from './documents/board.ts'
import { rateLimit } from './requests.ts'
import type { Session } from './session.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

interface StreamListener {
  onEvent: (event: EventMessage) => void
  /** Called when events may have been missed, so that data must be reloaded. */
  onStart: () => void
  onState: (state: LiveState) => void
}

/** Waits twice as long after each attempt, up to about 15 s, with jitter. */
const backOff = (attempts: number) =>
  new Promise<void>((resolve) =>
    setTimeout(resolve, Math.min(15_000, 500 * 2 ** attempts) * (0.75 + Math.random() / 2)),
  )

/** A subscription to events that misses no event when a connection is lost. */
class EventStream {
  readonly #session: Session
  readonly #listener: StreamListener
  readonly #client: Client
  /** Read at each attempt, so that a new stream continues after the last event. */
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
      headers: () => authenticationHeaders(this.#session.secret),
      fetchFn: this.#fetch,
      retryAttempts: Number.POSITIVE_INFINITY,
      retry: (attempts) => {
        onState('lost')
        return backOff(attempts)
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
      await backOff(0)
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

  /** Closes the connection of a hidden window, since browsers limit the connections to a server. */
  readonly #onVisibilityChange = (): void => {
    if (!document.hidden) return this.#subscribe()
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = undefined
    unsubscribe?.()
    this.#listener.onState('connecting')
  }
}

/** Subscribes to event types while a view is shown. */
export function useLive(
  session: Session,
  types: string[],
  listener: Omit<StreamListener, 'onState'>,
): LiveState {
  const [state, onState] = useState<LiveState>('connecting')
  const latestListener = useRef(listener)
  latestListener.current = listener
  const key = types.join(' ')
  useEffect(() => {
    const stream = new EventStream(session, key.split(' '), {
      onState,
      onEvent: (event) => latestListener.current.onEvent(event),
      onStart: () => latestListener.current.onStart(),
    })
    return () => stream.stop()
  }, [session, key])
  return state
}

/** A delay that is long enough to combine simultaneous events. */
const minDelayMs = 120
const [minRetryDelayMs, maxRetryDelayMs] = [2000, 60_000]

/** Combines requests to refresh lanes, at most as often as the rate limit of the key allows. */
export class RefreshThrottle {
  readonly #refresh: (stageIds: string[]) => Promise<boolean>
  readonly #stageIds = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined
  #pauses = 0
  #isBusy = false
  #startedAt = 0
  #retryDelayMs = 0
  /** Number of requests in the last refresh; a long lane needs several. */
  #requestCount = 1

  constructor(refresh: (stageIds: string[]) => Promise<boolean>) {
    this.#refresh = refresh
  }

  request(stageIds: readonly string[]): void {
    for (const id of stageIds) this.#stageIds.add(id)
    this.#schedule()
  }

  pause(): void {
    this.#pauses++
  }

  resume(): void {
    this.#pauses--
    this.#schedule()
  }

  stop(): void {
    this.#pauses = Number.POSITIVE_INFINITY
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    if (this.#stageIds.size === 0 || this.#pauses > 0 || this.#isBusy || this.#timer) return
    const intervalMs = Math.max(this.#retryDelayMs, rateLimit.intervalMs * this.#requestCount)
    const delayMs = Math.max(minDelayMs, this.#startedAt + intervalMs - Date.now())
    this.#timer = setTimeout(() => void this.#run(), delayMs)
  }

  async #run(): Promise<void> {
    this.#timer = undefined
    if (this.#pauses > 0) return
    const stageIds = [...this.#stageIds]
    this.#stageIds.clear()
    this.#isBusy = true
    this.#startedAt = Date.now()
    const requestsBefore = rateLimit.requestCount
    const isDone = await this.#refresh(stageIds)
    this.#requestCount = rateLimit.requestCount - requestsBefore
    this.#isBusy = false
    this.#retryDelayMs = isDone
      ? 0
      : Math.min(maxRetryDelayMs, this.#retryDelayMs * 2 || minRetryDelayMs)
    if (isDone) this.#schedule()
    else this.request(stageIds)
  }
}
