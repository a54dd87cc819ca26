import { createClient } from 'graphql-sse'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type EventMessage, SubscribeEvents } from './documents/board.ts'
import type { Session } from './session.ts'

export type LiveState = 'connecting' | 'live' | 'lost'

export interface Following {
  onEvent: (happened: EventMessage) => void
  /**
   * The stream has begun, or begun again where nothing tells from where on: what was read before
   * may be old.
   */
  onStart: () => void
  onState: (state: LiveState) => void
}

interface Told {
  data?: { events: EventMessage } | null
}

/** Increasing delays with jitter, up to 15 s. */
const waitBefore = (tries: number) =>
  new Promise<void>((resolve) =>
    setTimeout(resolve, Math.min(15_000, 500 * 2 ** tries) * (0.75 + Math.random() / 2)),
  )

/**
 * Follows the feed of events, through losses of the connection and without a gap. @returns how to
 * stop
 */
export function follow(
  session: Session,
  types: string[],
  { onEvent, onStart, onState }: Following,
): () => void {
  // The client writes this anew for each try: the cursor is how a lost stream goes on where it was.
  const variables: { types: string[]; after?: string } = { types }
  const fetchFn: typeof fetch = async (...asked) => {
    const used = session.secret()
    const response = await fetch(...asked)
    if (response.status === 401) session.refuse(used)
    return response
  }
  const client = createClient({
    url: '/graphql',
    headers: () => ({ Authorization: `Bearer ${session.secret()}` }),
    fetchFn,
    retryAttempts: Number.POSITIVE_INFINITY,
    retry: (tries) => {
      onState('lost')
      return waitBefore(tries)
    },
    on: {
      connecting: (again) => onState(again ? 'lost' : 'connecting'),
      connected: () => {
        onState('live')
        if (!variables.after) onStart()
      },
    },
  })
  let stopped = false
  let close: (() => void) | undefined
  const listen = () => {
    if (stopped || close || document.hidden) return
    const over = () => {
      if (close !== mine) return
      close = undefined
      void restart()
    }
    const mine = client.subscribe(
      { query: SubscribeEvents.text, variables },
      { next, error: over, complete: over },
    )
    close = mine
  }
  // A window that nobody sees follows nothing: browsers open few connections to one server, for all
  // their windows together.
  const look = () => {
    if (!document.hidden) return listen()
    const end = close
    close = undefined
    end?.()
    onState('connecting')
  }
  document.addEventListener('visibilitychange', look)
  const next = ({ data }: Told) => {
    if (!data) return
    variables.after = data.events.cursor
    onEvent(data.events)
  }
  // The server ended it: it stops, we read too slowly, or the secret is no longer good, which the
  // next try will tell.
  const restart = async () => {
    if (stopped) return
    onState('lost')
    await waitBefore(0)
    listen()
  }
  listen()
  return () => {
    stopped = true
    document.removeEventListener('visibilitychange', look)
    client.dispose()
  }
}

/** Subscribes to types of events while a view is shown; returns whether the stream is connected. */
export function useLive(
  session: Session,
  types: string[],
  listener: Pick<Following, 'onEvent' | 'onStart'>,
): LiveState {
  const [state, onState] = useState<LiveState>('connecting')
  const newest = useRef(listener)
  newest.current = listener
  const wanted = types.join(' ')
  useEffect(
    () =>
      follow(session, wanted.split(' '), {
        onState,
        onEvent: (happened) => newest.current.onEvent(happened),
        onStart: () => newest.current.onStart(),
      }),
    [session, wanted],
  )
  return state
}
