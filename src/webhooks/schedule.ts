/** When a delivery is tried again, and when an endpoint is given up. */
const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** How long to wait before each try; the first comes at once. */
export const waits = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** No wait is longer than this, whatever a receiver asks for. */
const longest = 24 * hour

/** An endpoint that has only failed for so long is disabled. */
const patience = 5 * day

/** Between -0.2 and 0.2. */
const jitter = (randomBytes: (length: number) => Buffer) =>
  (randomBytes(4).readUInt32BE() / 0xffffffff - 0.5) * 0.4

/**
 * How long to wait after a number of failed tries: as the schedule says, give or take a fifth, and
 * never shorter than the receiver asked for. Nothing when there is no further try.
 */
export function waitAfter(
  tries: number,
  retryAfter: number | undefined,
  randomBytes: (length: number) => Buffer,
): number | undefined {
  const wait = waits[tries]
  if (wait === undefined) return undefined
  return Math.max(Math.round(wait * (1 + jitter(randomBytes))), Math.min(retryAfter ?? 0, longest))
}

/** Milliseconds of a `Retry-After`, which has seconds or a date; nothing for what is neither. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  if (!header) return undefined
  const text = header.trim()
  if (/^\d{1,15}$/.test(text)) return Number(text) * second
  if (!/^[A-Za-z]{3,9},? /.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

/** Whether an endpoint that has only failed since a time has failed for too long. */
export const givenUp = (failingSince: string, now: number): boolean =>
  now - Date.parse(failingSince) >= patience
