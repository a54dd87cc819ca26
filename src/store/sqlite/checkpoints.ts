import { closeSync, openSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Connection } from './connection.ts'
import type { openReaders } from './readers.ts'

/**
 * So many pages of the log are moved into the database together; fewer are left to the next time.
 */
const worthIt = 1000
/**
 * A log of so many pages should begin anew, which is tried each time that as many have been added:
 * 33 MB.
 */
const long = 8000
/**
 * With one of so many those who write wait until the disk has caught up, and those who read while
 * the last of it is moved: 130 MB.
 */
const tooLong = 32_000
/**
 * How long those who want to read wait for those who do, so that it can, in milliseconds; longer as
 * it grows.
 */
const patience = 20
const mostPatience = 2000
/**
 * A log that has been longer, because somebody read for very long, is cut to so many bytes when it
 * begins anew.
 */
const cutTo = 64_000_000
/** How long the thread is kept once there is nothing to do, in milliseconds. */
const keep = 10_000

interface State {
  busy: number
  /** Pages in the log, and how many of them are in the database already. */
  log: number
  checkpointed: number
}

type Readers = Pick<ReturnType<typeof openReaders>, 'callBack' | 'callOff' | 'whenQuiet'>

/**
 * Moves what was committed from the write-ahead log into the database, in a thread of its own:
 * after a large change that takes longer than requests should wait. SQLite begins the log anew only
 * with a change that finds all of it moved and nobody who reads from it. Where people read all the
 * time, there is no such moment: so for a log that has become long one is made, between two
 * transactions, and what is left is moved then.
 */
export function checkpointsOf(writer: Connection, file: string, readers: () => Readers) {
  const { raw } = writer
  raw.pragma('wal_autocheckpoint = 0')
  raw.pragma(`journal_size_limit = ${cutTo}`)
  const look = raw.prepare<[], State>('PRAGMA wal_checkpoint(NOOP)')
  // Not to be closed before all connections are: with any descriptor of the file the system takes
  // away the locks on it that they have.
  const descriptor = openSync(file, 'r+')
  let thread: Worker | undefined
  let moving: PromiseWithResolvers<void> | undefined
  /** What has been moved is on the disk, so that the rest can be moved and the log begin anew. */
  let ready = false
  /** Those who read in other threads have been called back for it, and are not all there yet. */
  let called = false
  /** From how many pages on that is tried next. */
  let next = long
  let idle: NodeJS.Timeout | undefined

  function end(): Promise<unknown> {
    clearTimeout(idle)
    const ending = thread?.terminate()
    thread = undefined
    stopped()
    return ending ?? Promise.resolve()
  }

  function stopped(): void {
    moving?.resolve()
    moving = undefined
  }

  function start(): Worker {
    const started = new Worker(new URL('./checkpointer.ts', import.meta.url), {
      workerData: { file, descriptor },
    })
    started.on('message', (synced: boolean) => {
      if (started !== thread) return
      stopped()
      started.unref()
      ready = synced
      idle = setTimeout(() => void end(), keep).unref()
    })
    started.on('error', () => started === thread && void end())
    return started
  }

  /**
   * Where a reader or a fault is in the way, the log only stays longer for a while: the next change
   * tries again.
   */
  const tried = <T>(work: () => MaybePromise<T>): MaybePromise<T | undefined> => {
    try {
      const done = work()
      return done instanceof Promise ? done.catch(() => undefined) : done
    } catch {
      return undefined
    }
  }

  function committed(): void {
    if (moving) return
    const { log, checkpointed } = look.get() as State
    if (log < long) next = long
    if (log - checkpointed < worthIt) return
    void move(log >= next || called)
    if (log >= next) next = log + long
  }

  /** @returns when it is done, whatever became of it */
  function move(sync: boolean): Promise<void> {
    clearTimeout(idle)
    thread ??= start()
    // Those who write may wait for it.
    thread.ref()
    thread.postMessage(sync)
    moving = Promise.withResolvers()
    return moving.promise
  }

  /**
   * What is left while nobody reads or writes: a little at once, and much, of a log that is too
   * long, by the thread as always. Where that does not help, for another process reads, it is tried
   * again when as much has been added as at first.
   */
  function moveLast({ log, checkpointed }: State): MaybePromise<void> {
    const little = log - checkpointed < worthIt
    const due = log >= long && (little || log >= tooLong)
    called = due && !readers().callBack()
    if (called) return undefined
    ready = false
    if (!due) return readers().callOff()
    const waits = Math.min(mostPatience, patience * (log / long) ** 2)
    return readers().whenQuiet(waits, () =>
      tried(() => (little ? void raw.pragma('wal_checkpoint(PASSIVE)') : moveAll())),
    )
  }

  async function moveAll(): Promise<void> {
    await move(true)
    ready = false
  }

  function between(): MaybePromise<void> {
    if (!ready && !moving) return undefined
    const state = look.get() as State
    if (moving) return state.log >= tooLong ? moving.promise.then(() => tried(between)) : undefined
    return moveLast(state)
  }

  return {
    committed: () => void tried(committed),
    /** To be called, and waited for, before each transaction. */
    between: () => tried(between),
    end,
    /** When all connections are closed. */
    close: () => closeSync(descriptor),
  }
}
