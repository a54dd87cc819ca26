import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Db, DeferWrite } from '../db.ts'

type Work = Parameters<DeferWrite>[0]

/** Where there are more rows than this, they are written rather than kept in memory. */
const most = 100

/**
 * What the requests that share a transaction leave to be written last in it, all of a kind at once.
 * @param touched called where something was left: whoever fails after that has to be undone
 */
export function leftToWrite(db: Db, touched: () => void) {
  const left = new Map<Work, object[]>()
  let count = 0
  /** Goes on until what has been taken out of `left` is written. */
  let writing: Promise<void> | undefined
  /**
   * Rows that are not those of who was told may not have been written: whatever becomes of that
   * one, the transaction cannot stand.
   */
  let failure: { cause: unknown } | undefined

  async function writeAll(before: typeof writing): Promise<void> {
    const all = [...left]
    empty()
    await before
    try {
      for (const [work, rows] of all) await work(db, rows)
    } catch (cause) {
      failure = { cause }
      throw cause
    }
  }

  function empty(): void {
    left.clear()
    count = 0
  }

  function forget(): void {
    empty()
    failure = undefined
    writing = undefined
  }

  function write(): MaybePromise<void> {
    if (failure) throw failure.cause
    if (count > 0) writing = writeAll(writing)
    return writing
  }

  const leave = (work: Work, rows: readonly object[]): MaybePromise<void> => {
    touched()
    left.set(work, (left.get(work) ?? []).concat(rows))
    count += rows.length
    return count > most ? write() : undefined
  }
  return { leave: leave as DeferWrite, write, forget }
}
