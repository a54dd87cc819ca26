/** Responses that are written bit by bit, such as subscriptions. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Why a stream ends: its reader has disconnected or does not read, or the server stops. */
export type EndReason = 'gone' | 'slow' | 'stopping'

export interface StreamWriter {
  /** Set once the stream must end. */
  readonly ending: EndReason | undefined
  /** Calls `listener` once, when the stream must end. */
  onEnd(listener: () => void): void
  /** Sends text; resolves when there is room for more or the stream must end, without buffering. */
  write(text: string): Promise<void>
  /** Called at intervals: ends the stream if its reader has read nothing since the last call. */
  dropIfStalled(): void
}

/** A response that lasts as long as it is read. */
export interface ResponseStream {
  /** Writes until the stream ends. @returns the last text, for a reader that is still there */
  run(out: StreamWriter): Promise<string>
  /** Called in any case, also if the stream was not run. */
  done(): void
}

export interface ResponseStreams {
  run(stream: ResponseStream, response: ServerResponse): Promise<void>
  /** Ends all streams, also later ones. Resolves when none is running. */
  end(): Promise<void>
}

/** How long the last text may take before the connection is closed. */
const finishTimeoutMs = 5000

export function createResponseStreams(): ResponseStreams {
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
        .run(createWriter(response, controller))
        .then((lastText) => finish(response, lastText))
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

function createWriter(response: ServerResponse, controller: AbortController): StreamWriter {
  const { signal } = controller
  let waiting: 'no' | 'yes' | 'long' = 'no'
  return {
    get ending() {
      return signal.aborted ? (signal.reason as EndReason) : undefined
    },
    onEnd: (listener) => signal.addEventListener('abort', listener, { once: true }),
    async write(text) {
      if (signal.aborted || response.write(text)) return
      waiting = 'yes'
      await once(response, 'drain', { signal }).catch(() => undefined)
      waiting = 'no'
    },
    dropIfStalled() {
      if (waiting === 'long') controller.abort('slow')
      else if (waiting === 'yes') waiting = 'long'
    },
  }
}

function finish(response: ServerResponse, lastText: string): void {
  if (response.destroyed) return
  const timer = setTimeout(() => response.destroy(), finishTimeoutMs)
  response.once('close', () => clearTimeout(timer))
  response.end(lastText)
}
