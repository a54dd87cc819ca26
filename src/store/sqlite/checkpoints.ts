import { Worker } from 'node:worker_threads'
import type { Connection } from './connection.ts'

/** So many pages of the log are moved into the database together; fewer are left to the next time. */
const worthIt = 1000
/** How long the thread is kept once there is nothing to do, in milliseconds. */
const keep = 10_000

interface State {
  busy: number
  /** Pages in the log, and how many of them are in the database already. */
  log: number
  checkpointed: number
}

/**
 * Moves what was committed from the write-ahead log into the database, in a thread of its own: after a large change
 * that takes longer than requests should wait. The last few pages are moved here, between two transactions, for only
 * when all of them are done does SQLite begin the log anew.
 */
export function checkpointsOf(writer: Connection, file: string) {
  const { raw } = writer
  raw.pragma('wal_autocheckpoint = 0')
  const look = raw.prepare<[], State>('PRAGMA wal_checkpoint(NOOP)')
  let thread: Worker | undefined
  let moving = false
  let idle: NodeJS.Timeout | undefined

  const waiting = (): number => {
    const { log, checkpointed } = look.get() as State
    return log - checkpointed
  }

  function end(): Promise<unknown> {
    clearTimeout(idle)
    const ending = thread?.terminate()
    thread = undefined
    moving = false
    return ending ?? Promise.resolve()
  }

  function start(): Worker {
    const started = new Worker(new URL('./checkpointer.ts', import.meta.url), { workerData: { file } })
    started.unref()
    started.on('message', () => {
      moving = false
      idle = setTimeout(() => void end(), keep).unref()
      tried(finish)
    })
    started.on('error', () => void end())
    return started
  }

  /** Where a reader or a fault is in the way, the log only stays longer for a while: the next change tries again. */
  const tried = (work: () => void) => {
    try {
      work()
    } catch {}
  }

  function finish(): void {
    if (!raw.inTransaction && waiting() < worthIt) raw.pragma('wal_checkpoint(PASSIVE)')
  }

  function committed(): void {
    if (moving || waiting() < worthIt) return
    clearTimeout(idle)
    thread ??= start()
    thread.postMessage(undefined)
    moving = true
  }

  return { committed: () => tried(committed), end }
}
