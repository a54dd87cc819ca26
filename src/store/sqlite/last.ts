import type { Db, WriteLast } from '../db.ts'
import type { Maybe } from '../maybe.ts'

type Work = Parameters<WriteLast>[0]

/** So many rows wait in memory; where there are more they are written. */
const most = 100

/** What the requests that share a transaction leave to be written last in it, all of a kind at once. */
export function leftToWrite(db: Db, touched: () => void) {
  let left = new Map<Work, object[]>()
  let count = 0

  async function write(all: typeof left): Promise<void> {
    for (const [work, rows] of all) await work(db, rows)
  }

  function writeAll(): Maybe<void> {
    if (count === 0) return undefined
    const all = left
    forget()
    return write(all)
  }

  function forget(): void {
    left = new Map()
    count = 0
  }

  const writeLast = (work: Work, rows: readonly object[]): Maybe<void> => {
    touched()
    const others = left.get(work)
    if (others) others.push(...rows)
    else left.set(work, [...rows])
    count += rows.length
    return count > most ? writeAll() : undefined
  }
  return { writeLast: writeLast as WriteLast, writeAll, forget }
}
