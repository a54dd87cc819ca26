import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import type { Db } from '../db.ts'
import type { Connection } from './connection.ts'
import { type Reader, readerOn } from './reader.ts'

/**
 * How long reads in other threads are waited for, in milliseconds, before others wait for them,
 * too.
 */
const callsFor = 2000

/**
 * A few connections for reading, each leased to one request at a time, which sees one snapshot
 * while it lasts. A request that waits for nothing is done before the next one begins: those all
 * have the same connection, and its page cache. Those of the same moment have the same snapshot,
 * too.
 */
export function openReaders(open: () => Connection, most = 4) {
  const idle: Reader[] = []
  let opened = 0
  /** How many reads other threads have been asked for that are not done. */
  let away = 0
  /** Until when no more of them are let go, for those that are away are waited for. */
  let calling: number | undefined
  let ending: NodeJS.Immediate | undefined
  const waiting: ((reader: Reader) => void)[] = []
  /** Called when nobody reads any more: nobody begins to until then. */
  let quiet: (() => void) | undefined

  function openOne(): Reader {
    const connection = open()
    opened++
    return readerOn(connection)
  }

  function lease(): MaybePromise<Reader> {
    const free = quiet ? undefined : idle.pop()
    if (free) return free
    return !quiet && opened < most ? openOne() : new Promise((resolve) => waiting.push(resolve))
  }

  function giveBack(reader: Reader): void {
    idle.push(reader)
    if (quiet && !isRead()) quiet()
    if (waiting.length > 0) {
      reader.end()
      serveNext()
    }
    ending ??= setImmediate(endAll)
  }

  const isRead = () => idle.length < opened || away > 0

  function serveNext(): void {
    while (!quiet && idle.length > 0 && waiting.length > 0) waiting.shift()?.(idle.pop() as Reader)
  }

  /**
   * Runs `work` while nobody reads; not where they are still at it after so many milliseconds.
   * Meanwhile others wait.
   */
  async function whenQuiet(patience: number, work: () => MaybePromise<void>): Promise<void> {
    quiet = () => {}
    if (isRead())
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, patience)
        quiet = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    try {
      if (isRead()) return
      endAll()
      await work()
    } finally {
      quiet = undefined
      serveNext()
    }
  }

  /** For a read in another thread, see `Apart`. */
  function leave(): (() => void) | undefined {
    if (quiet || (calling !== undefined && performance.now() < calling)) return undefined
    away++
    return () => {
      away--
      if (quiet && !isRead()) quiet()
    }
  }

  /**
   * Calls back those who read in other threads: from now on nobody goes there, and nobody else
   * waits for them.
   * @returns whether all are back, or nobody waits for them any more
   */
  function callBack(): boolean {
    const now = performance.now()
    calling ??= now + callsFor
    if (away > 0 && now < calling) return false
    calling = undefined
    return true
  }

  /** They need not come back after all. */
  function callOff(): void {
    calling = undefined
  }

  /** Ends the snapshots that nobody is reading. */
  function endAll(): void {
    clearImmediate(ending)
    ending = undefined
    for (const reader of idle) reader.end()
  }

  function readOn<T>(reader: Reader, work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      reader.begin()
      result = work(reader.db)
      if (!(result instanceof Promise)) return result
      return result.finally(() => {
        // What was committed meanwhile has ended the snapshots of the others only.
        reader.end()
        giveBack(reader)
      })
    } finally {
      if (!(result instanceof Promise)) giveBack(reader)
    }
  }

  return {
    /** Opens all of them now, while there are file handles to be had. */
    openAll(): void {
      while (opened < most) idle.push(openOne())
    },
    endAll,
    leave,
    callBack,
    callOff,
    whenQuiet,
    load: () => ({ busy: opened - idle.length, idle: idle.length, waiting: waiting.length }),
    read: <T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> =>
      mapMaybePromise(lease(), (reader) => readOn(reader, work)),
  }
}
