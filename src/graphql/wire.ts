/**
 * How a subscription's results are written into its answer. A place is the cursor up to which the
 * reader has had everything.
 */
export interface Wire {
  headers: Record<string, string>
  /** What comes first. */
  opening(place: string): string
  /** One result, of the event with this cursor. */
  next(result: object, cursor: string): string
  /** Shows that the stream lives. */
  heartbeat(place: string): string
  /** The end, with what was wrong. */
  failure(result: object): string
}

/** A proxy that collects answers before it passes them on would hold the results back. */
export const uncollected = { 'X-Accel-Buffering': 'no' }
