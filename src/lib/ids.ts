import { fromUUIDBytes } from 'typeid-js'

/** A type-prefixed, time-sortable id (TypeID: a UUIDv7 in base32), such as `person_01k…`. */
export type NewId = (prefix: string, at?: number) => string

/**
 * Ids made in one process in the same millisecond keep the order in which they were made: the 26
 * bits behind the time are a counter that starts anywhere in its lower half. So the order of ids is
 * the order of creation.
 */
export function createIdGenerator(
  now: () => number,
  randomBytes: (length: number) => Uint8Array,
): NewId {
  let last = -1
  let counter = 0
  return (prefix, at = now()) => {
    const bytes = randomBytes(16)
    const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
    counter = at === last ? (counter + 1) % 2 ** 26 : view.getUint32(6) % 2 ** 25
    last = at
    view.setUint32(0, Math.floor(at / 2 ** 16))
    view.setUint16(4, at % 2 ** 16)
    view.setUint16(6, 0x7000 | (counter >>> 14))
    view.setUint16(8, 0x8000 | (counter & 0x3fff))
    return fromUUIDBytes(prefix, bytes)
  }
}

/**
 * Randomness that is fetched for many ids at a time, and given out once: the system takes as long
 * for a few bytes as for thousands.
 */
export function bufferedRandomBytes(
  randomBytes: (length: number) => Uint8Array,
): (length: number) => Uint8Array {
  let stock: Uint8Array = new Uint8Array(0)
  let given = 0
  return (length) => {
    if (given + length > stock.length) {
      stock = randomBytes(4096)
      given = 0
    }
    given += length
    return stock.subarray(given - length, given)
  }
}

/** The least id that a record created at this time can have: ids carry the time of creation. */
export function minIdAt(prefix: string, time: number): string {
  const at = Math.max(0, time)
  const bytes = new Uint8Array(16)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, Math.floor(at / 2 ** 16))
  view.setUint16(4, at % 2 ** 16)
  return fromUUIDBytes(prefix, bytes)
}

/** A whole id. */
export const idPattern = /^[a-z]+_[0-9a-hjkmnp-tv-z]{26}$/

/** The prefix of each kind of record's ids: what `node(id:)` goes by. */
export const idPrefix = (id: string): string => id.slice(0, id.lastIndexOf('_'))
