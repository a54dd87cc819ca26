/** Responses that are written incrementally, such as subscriptions. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** The reason for ending a stream: its reader left or reads too slowly, or the server stops. */
export type EndReason = 'gone' | 'slow' | 'stopping'

export interface StreamWriter {
  /** The reason, once the stream must end. */
  readonly ending: EndReason | undefined
  /** Calls `listener` once, when the stream must end. */
  onEnd(listener: () => void): void
  /** Sends text; resolves when the socket accepts more text, or the stream must end. */
  write(text: string): Promise<void>
  /** Ends the stream if its reader has read nothing since the last call; called at intervals. */
  dropIfStalled(): void
}

/** A response that is written until its reader disconnects or the server stops. */
export interface ResponseStream {
  /** Writes until the stream ends. @returns the last text, for a reader that is still connected */
  run(out: StreamWriter): Promise<string>
  /** Releases the resources of the stream; always called, even if `run` was not. */
  done(): void
}

export interface ResponseStreams {
  run(stream: ResponseStream, response: ServerResponse): Promise<void>
  /** Ends all streams, including those opened later. Resolves when none is running. */
  end(): Promise<void>
}

/** Maximum time to send the last text before the connection is closed. */
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
