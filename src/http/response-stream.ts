/** Responses that are written incrementally, such as subscriptions. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** The reason for ending a stream: its reader left or reads too slowly, or the server stops. */
export type EndReason = 'gone' | 'slow' | 'stopping'

export interface StreamWriter {
  /** The reason for ending the stream; undefined until it must end. */
  readonly endReason: EndReason | undefined
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
  run(writer: StreamWriter): Promise<string>
  /** Releases the resources of the stream; always called, even if `run` was not. */
  release(): void
}

export interface ResponseStreams {
  run(stream: ResponseStream, response: ServerResponse): Promise<void>
  /** Ends all streams, including those opened later. Resolves when none is running. */
  end(): Promise<void>
}

/** Maximum time to send the last text before the connection is closed. */
const finishTimeoutMs = 5000

export function createResponseStreams(): ResponseStreams {
  const openStreams = new Map<AbortController, Promise<void>>()
  let isStopping = false
  return {
    async run(stream, response) {
      const controller = new AbortController()
      response.on('error', () => controller.abort('gone'))
      response.once('close', () => controller.abort('gone'))
      if (response.destroyed) controller.abort('gone')
      if (isStopping) controller.abort('stopping')
      const completion = stream
        .run(createWriter(response, controller))
        .then((lastText) => finish(response, lastText))
      openStreams.set(controller, completion)
      try {
        await completion
      } finally {
        openStreams.delete(controller)
      }
    },
    async end() {
      isStopping = true
      for (const controller of openStreams.keys()) controller.abort('stopping')
      await Promise.allSettled(openStreams.values())
    },
  }
}

function createWriter(response: ServerResponse, controller: AbortController): StreamWriter {
  const { signal } = controller
  let writeState: 'no' | 'yes' | 'long' = 'no'
  return {
    get endReason() {
      return signal.aborted ? (signal.reason as EndReason) : undefined
    },
    onEnd: (listener) => signal.addEventListener('abort', listener, { once: true }),
    async write(text) {
      if (signal.aborted || response.write(text)) return
      writeState = 'yes'
      await once(response, 'drain', { signal }).catch(() => undefined)
      writeState = 'no'
    },
    dropIfStalled() {
      if (writeState === 'long') controller.abort('slow')
      else if (writeState === 'yes') writeState = 'long'
    },
  }
}

function finish(response: ServerResponse, lastText: string): void {
  if (response.destroyed) return
  const timer = setTimeout(() => response.destroy(), finishTimeoutMs)
  response.once('close', () => clearTimeout(timer))
  response.end(lastText)
}
