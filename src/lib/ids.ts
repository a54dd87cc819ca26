/** Creates and recognizes ids. */
import { fromUUIDBytes } from 'typeid-js'

/** Creates a prefixed, time-sortable id (TypeID: a UUIDv7 in base32), such as `person_01k…`. */
export type IdGenerator = (prefix: string, timeMs?: number) => string

/**
 * Creates a generator whose ids sort in creation order, even within a millisecond: the first 26 of
 * the UUID's random bits are a counter that starts at a random number below half of its range.
 */
export function createIdGenerator(
  now: () => number,
  randomBytes: (length: number) => Uint8Array,
): IdGenerator {
  let lastTimeMs = -1
  let counter = 0
  return (prefix, timeMs = now()) => {
    const bytes = randomBytes(16)
    const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
    counter = timeMs === lastTimeMs ? (counter + 1) % 2 ** 26 : view.getUint32(6) % 2 ** 25
    lastTimeMs = timeMs
    view.setUint32(0, Math.floor(timeMs / 2 ** 16))
    view.setUint16(4, timeMs % 2 ** 16)
    view.setUint16(6, 0x7000 | (counter >>> 14))
    view.setUint16(8, 0x8000 | (counter & 0x3fff))
    return fromUUIDBytes(prefix, bytes)
  }
}

/** Buffers random bytes, since the system call takes as long for a few bytes as for thousands. */
export function createRandomBuffer(
  randomBytes: (length: number) => Uint8Array,
): (length: number) => Uint8Array {
  let buffer: Uint8Array = new Uint8Array(0)
  let usedByteCount = 0
  return (length) => {
    if (usedByteCount + length > buffer.length) {
      buffer = randomBytes(4096)
      usedByteCount = 0
    }
    usedByteCount += length
    return buffer.subarray(usedByteCount - length, usedByteCount)
  }
}

export function createMinId(prefix: string, timeMs: number): string {
  const clampedMs = Math.max(0, timeMs)
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(clampedMs / 2 ** 16))
  view.setUint16(4, clampedMs % 2 ** 16)
  return fromUUIDBytes(prefix, bytes)
}

export const idPattern = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/

export const getIdPrefix = (id: string): string => id.slice(0, id.lastIndexOf('_'))

/** Returns `id` if it has the prefix, and null otherwise. */
export const idWithPrefix = (id: string | null, prefix: string): string | null =>
  id !== null && getIdPrefix(id) === prefix ? id : null

/** Collects all ids in a JSON value. */
export const collectIds = (value: unknown): string[] => {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : []
  return value && typeof value === 'object' ? Object.values(value).flatMap(collectIds) : []
}
