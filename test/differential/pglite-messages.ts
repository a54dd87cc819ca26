/** The parts of PostgreSQL's protocol that are needed to share a session. */

export interface Message {
  kind: string
  bytes: Buffer
}

export function messageOf(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

/** The complete messages at the start. */
export function messagesIn(bytes: Buffer): Message[] {
  const found: Message[] = []
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + bytes.readInt32BE(at + 1)
    if (end > bytes.length) break
    found.push({ kind: String.fromCharCode(bytes[at] as number), bytes: bytes.subarray(at, end) })
    at = end
  }
  return found
}

/** Splits messages into units with one response: up to a Sync, or a simple query. Drops Terminate. */
export function unitsIn(bytes: Buffer): { units: Buffer[]; rest: Buffer } {
  const units: Buffer[] = []
  let start = 0
  let at = 0
  for (const { kind, bytes: message } of messagesIn(bytes)) {
    at += message.length
    if (kind === 'S' || kind === 'Q') units.push(bytes.subarray(start, at))
    if (kind === 'S' || kind === 'Q' || kind === 'X') start = at
  }
  return { units, rest: bytes.subarray(start) }
}

/** The startup message of a connection, which has no type. */
export function startOf(
  bytes: Buffer,
): { user: string; application: string; length: number } | undefined {
  if (bytes.length < 4 || bytes.length < bytes.readInt32BE(0)) return undefined
  const length = bytes.readInt32BE(0)
  const words = bytes.toString('utf8', 8, length).split('\0')
  const valueAfter = (name: string) => words[words.indexOf(name) + 1] ?? ''
  return { user: valueAfter('user'), application: valueAfter('application_name'), length }
}

/** The text of a simple query. */
export const queryOf = (unit: Buffer): string | undefined =>
  unit[0] === 0x51 ? unit.toString('utf8', 5, unit.length - 1) : undefined

/** A notification with the process id of another session. */
export function notified(message: Buffer, number: number): Buffer {
  const copy = Buffer.from(message)
  copy.writeInt32BE(number, 5)
  return copy
}

/** Adds a prefix to the names of prepared statements. */
export function renamed(unit: Buffer, prefix: string, names: Set<string>): Buffer {
  const parts = messagesIn(unit).map(({ kind, bytes }) => {
    const at =
      kind === 'P'
        ? 5
        : kind === 'B'
          ? bytes.indexOf(0, 5) + 1
          : (kind === 'D' || kind === 'C') && bytes[5] === 0x53
            ? 6
            : 0
    if (at === 0 || bytes[at] === 0) return bytes
    const name = prefix + bytes.toString('utf8', at, bytes.indexOf(0, at))
    if (kind === 'P') names.add(name)
    return messageOf(
      kind,
      Buffer.concat([bytes.subarray(5, at), Buffer.from(prefix), bytes.subarray(at)]),
    )
  })
  return Buffer.concat(parts)
}
