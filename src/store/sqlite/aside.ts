import { Worker } from 'node:worker_threads'
import { unavailable } from '../../errors.ts'
import { toApiError } from '../faults.ts'

/** How long the thread is kept once nothing is asked of it, in milliseconds. */
const keep = 10_000

interface Asked {
  sql: string
  values: unknown[]
  answer: PromiseWithResolvers<unknown[]>
}

/** What the thread answers: rows, or what the statement failed with. */
export type Told = { rows: unknown[] } | { fault: { message: string; code: unknown } }

export interface Aside {
  all(sql: string, values: unknown[]): Promise<unknown[]>
  end(): Promise<unknown>
}

/**
 * Runs statements that look through very many rows in a thread of its own, one after another, each
 * on the newest committed state. Whoever asks for the same while it still waits shares the answer;
 * not once it runs, for it would not have what they have changed meanwhile.
 * @param onFault told of whatever a statement failed with, before it is explained
 */
export function asideOf(file: string, onFault: (cause: unknown) => void): Aside {
  const waiting = new Map<string, Asked>()
  let running: Asked | undefined
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  function end(cause?: unknown): Promise<unknown> {
    clearTimeout(idle)
    const ending = thread?.terminate()
    thread = undefined
    for (const { answer } of [...(running ? [running] : []), ...waiting.values()])
      answer.reject(Object.assign(unavailable(), { cause }))
    running = undefined
    waiting.clear()
    return ending ?? Promise.resolve()
  }

  function start(): Worker {
    const started = new Worker(new URL('./aside-thread.ts', import.meta.url), {
      workerData: { file },
    })
    started.unref()
    started.on('message', (told: Told) => {
      if (started !== thread) return
      if ('rows' in told) running?.answer.resolve(told.rows)
      else running?.answer.reject(explained(told.fault))
      running = undefined
      next()
    })
    started.on('error', (cause) => {
      if (started !== thread) return
      onFault(cause)
      void end(cause)
    })
    return started
  }

  function explained({ message, code }: { message: string; code: unknown }): unknown {
    const cause = Object.assign(new Error(message), { code })
    onFault(cause)
    return toApiError(cause)
  }

  function next(): void {
    if (running) return
    clearTimeout(idle)
    const [first] = waiting
    if (!first) {
      idle = setTimeout(() => void end(), keep).unref()
      return
    }
    const [key, asked] = first
    waiting.delete(key)
    running = asked
    try {
      thread ??= start()
      thread.postMessage({ sql: asked.sql, values: asked.values })
    } catch (cause) {
      // There are as many threads as the system allows.
      void end(cause)
    }
  }

  return {
    all(sql, values) {
      const key = JSON.stringify([sql, values])
      const asked = waiting.get(key) ?? { sql, values, answer: Promise.withResolvers<unknown[]>() }
      waiting.set(key, asked)
      next()
      return asked.answer.promise
    },
    end: () => end(),
  }
}
