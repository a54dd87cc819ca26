import { Worker } from 'node:worker_threads'
import { unavailable } from '../errors.ts'

/** How long the thread is kept once nothing is asked of it, in milliseconds. */
const keep = 10_000

interface Asked {
  resolve(rows: unknown[]): void
  reject(cause: unknown): void
}

export interface Aside {
  all(sql: string, values: unknown[]): Promise<unknown[]>
  end(): Promise<unknown>
}

/**
 * Runs statements that look through very many rows in a thread of its own, one after another, each on the newest
 * committed state. Whoever asks for the same at the same time shares the answer.
 */
export function asideOf(file: string): Aside {
  const asked = new Map<number, Asked>()
  const shared = new Map<string, Promise<unknown[]>>()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let next = 0

  function end(): Promise<unknown> {
    clearTimeout(idle)
    const ending = thread?.terminate()
    thread = undefined
    for (const { reject } of asked.values()) reject(unavailable())
    asked.clear()
    return ending ?? Promise.resolve()
  }

  function start(): Worker {
    const started = new Worker(new URL('./aside-thread.ts', import.meta.url), { workerData: { file } })
    started.unref()
    started.on('message', ({ id, rows, fault }: { id: number; rows?: unknown[]; fault?: string }) => {
      const waiting = asked.get(id)
      asked.delete(id)
      if (asked.size === 0) idle = setTimeout(() => void end(), keep).unref()
      if (rows) waiting?.resolve(rows)
      else waiting?.reject(Object.assign(unavailable(), { cause: fault }))
    })
    started.on('error', () => void end())
    return started
  }

  function ask(sql: string, values: unknown[]): Promise<unknown[]> {
    clearTimeout(idle)
    thread ??= start()
    const id = next++
    const { promise, resolve, reject } = Promise.withResolvers<unknown[]>()
    asked.set(id, { resolve, reject })
    thread.postMessage({ id, sql, values })
    return promise
  }

  return {
    async all(sql, values) {
      const key = JSON.stringify([sql, values])
      let answer = shared.get(key)
      if (!answer) {
        answer = ask(sql, values).finally(() => shared.delete(key))
        shared.set(key, answer)
      }
      return answer
    },
    end,
  }
}
