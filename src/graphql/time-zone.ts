import { InputError } from './input-error.ts'

/** Names as in the IANA database; Intl takes offsets such as +02:00 besides, which are no zones. */
export const timeZonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
export const longestTimeZone = 64

const wrong = () =>
  new InputError(
    'INVALID_VALUE',
    'must be the IANA name of a time zone, such as Europe/Berlin or UTC',
  )

/**
 * A time zone that this machine knows, in the database's own spelling; of two names for one zone
 * the one that was given.
 */
export function readTimeZone(value: unknown): string {
  if (typeof value !== 'string') throw new InputError('INVALID_FORMAT', 'must be a string')
  const name = value.trim()
  if (name.length > longestTimeZone || !timeZonePattern.test(name)) throw wrong()
  const known = canonical(name)
  return known.toLowerCase() === name.toLowerCase() ? known : name
}

function canonical(name: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw wrong()
  }
}
