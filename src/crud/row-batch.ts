/**
 * Rows that were found together know of each other: whoever asks for what hangs on one of them will
 * ask for that of the others too, and one statement serves them all. It is a hint and nothing else;
 * a row without it is asked for by itself.
 */
const siblings = Symbol('siblings')

interface Sibling {
  [siblings]?: readonly object[]
}

/** @returns the rows, each of which knows of the others now */
export function linkBatch<R extends object>(rows: R[]): R[] {
  for (const row of rows as Sibling[]) row[siblings] = rows
  return rows
}

/** A row that is new, and so was found with no other. */
export const unbatched = <R extends object>(row: R): R => Object.assign(row, { [siblings]: [] })

export const batchOf = <R extends object>(row: R): readonly R[] | undefined =>
  (row as Sibling)[siblings] as readonly R[] | undefined

/**
 * The same for what an edge brings for several records: a row for each, a list, or a part of one.
 * Rows without an id have no edges.
 */
export function linkLoadedRows(found: Iterable<unknown>): void {
  const rows: object[] = []
  const add = (each: unknown): void => {
    if (typeof each !== 'object' || each === null) return
    const several = Array.isArray(each) ? each : (each as { rows?: unknown }).rows
    if (Array.isArray(several)) for (const row of several) add(row)
    else if ('id' in each) rows.push(each)
  }
  for (const each of found) add(each)
  linkBatch(rows)
}
