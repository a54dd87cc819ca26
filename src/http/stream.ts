import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Why a stream has to end: its reader is gone or does not read, or the server stops. */
export type Ending = 'gone' | 'slow' | 'stopping'

/** Where an answer that goes on is written to. */
export interface Outlet {
  /** Why to write no more; nothing while it may go on. */
  readonly ending: Ending | undefined
  /** Called once, when the stream has to end. */
  onEnd(listener: () => void): void
  /**
   * Sends text; resolves when there is room for more, or when the stream has to end. Nothing else
   * is kept for a slow reader.
   */
  write(text: string): Promise<void>
  /**
   * To be called at intervals: a reader who has taken nothing from one call to the next is dropped.
   */
  hurry(): void
}

/** An answer that goes on for as long as it is read. */
export interface Stream {
  /**
   * Writes until the stream has to end, or of its own will. @returns the last words, for a reader
   * who may still be there
   */
  run(out: Outlet): Promise<string>
  /** Always called, whether the stream was run or not. */
  done(): void
}

export interface Streams {
  run(stream: Stream, response: ServerResponse): Promise<void>
  /** Ends all of them, and those that are still to come. Resolves when none is at work any more. */
  end(): Promise<void>
}

/** How long the last words may take, in milliseconds, before the connection is cut. */
const farewell = 5000

/** The streams that a server has open. */
export function openStreams(): Streams {
  const open = new Map<AbortController, Promise<void>>()
  let stopping = false
  return {
    async run(stream, response) {
      const controller = new AbortController()
      response.on('error', () => controller.abort('gone'))
      response.once('close', () => controller.abort('gone'))
      if (response.destroyed) controller.abort('gone')
      if (stopping) controller.abort('stopping')
      const running = stream
        .run(outletOf(response, controller))
        .then((words) => finish(response, words))
      open.set(controller, running)
      try {
        await running
      } finally {
        open.delete(controller)
      }
    },
    async end() {
      stopping = true
      for (const controller of open.keys()) controller.abort('stopping')
      await Promise.allSettled(open.values())
    },
  }
}

function outletOf(response: ServerResponse, controller: AbortController): Outlet {
  const { signal } = controller
  let waiting: 'no' | 'yes' | 'long' = 'no'
  return {
    get ending() {
      return signal.aborted ? (signal.reason as Ending) : undefined
    },
    onEnd: (listener) => signal.addEventListener('abort', listener, { once: true }),
    async write(text) {
      if (signal.aborted || response.write(text)) return
      waiting = 'yes'
      await once(response, 'drain', { signal }).catch(() => undefined)
      waiting = 'no'
    },
    hurry() {
      if (waiting === 'long') controller.abort('slow')
      else if (waiting === 'yes') waiting = 'long'
    },
  }
}

function finish(response: ServerResponse, words: string): void {
  if (response.destroyed) return
  const cut = setTimeout(() => response.destroy(), farewell)
  response.once('close', () => clearTimeout(cut))
  response.end(words)
}
