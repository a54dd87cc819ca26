let last = Number.NaN
let text = ''

/**
 * A time as text (ISO 8601, UTC, with milliseconds); the last one is kept, for many things happen
 * in the same millisecond.
 */
export function toTimestamp(time: number): string {
  if (time !== last) {
    text = new Date(time).toISOString()
    last = time
  }
  return text
}
