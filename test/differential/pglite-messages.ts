/** The part of PostgreSQL's protocol that is needed to share one session among clients. */

export interface ProtocolMessage {
  kind: string
  bytes: Buffer
}

export function encodeMessage(kind: string, body: Buffer): Buffer {
  const header = Buffer.alloc(5)
  header.write(kind, 'latin1')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Parses the complete messages at the start of a buffer. */
export function parseMessages(bytes: Buffer): ProtocolMessage[] {
  const messages: ProtocolMessage[] = []
  for (let position = 0; position + 5 <= bytes.length; ) {
    const messageEnd = position + 1 + bytes.readInt32BE(position + 1)
    if (messageEnd > bytes.length) break
    messages.push({
      kind: String.fromCharCode(bytes[position] as number),
      bytes: bytes.subarray(position, messageEnd),
    })
    position = messageEnd
  }
  return messages
}

/**
 * Splits messages into units, each of which ends with a Sync or simple query and receives one
 * response. Terminate messages are dropped.
 */
export function splitUnits(bytes: Buffer): { units: Buffer[]; remainingBytes: Buffer } {
  const units: Buffer[] = []
  let unitStart = 0
  let position = 0
  for (const { kind, bytes: message } of parseMessages(bytes)) {
    position += message.length
    if (kind === 'S' || kind === 'Q') units.push(bytes.subarray(unitStart, position))
    if (kind === 'S' || kind === 'Q' || kind === 'X') unitStart = position
  }
  return { units, remainingBytes: bytes.subarray(unitStart) }
}

/** Parses the startup message of a connection, which has no type byte, unlike other messages. */
export function parseStartup(
  bytes: Buffer,
): { user: string; application: string; length: number } | undefined {
  if (bytes.length < 4 || bytes.length < bytes.readInt32BE(0)) return undefined
  const startupLength = bytes.readInt32BE(0)
  const parameters = bytes.toString('utf8', 8, startupLength).split('\0')
  const getParameterValue = (name: string) => parameters[parameters.indexOf(name) + 1] ?? ''
  return {
    user: getParameterValue('user'),
    application: getParameterValue('application_name'),
    length: startupLength,
  }
}

/** Returns the SQL of a simple query message, or undefined for other messages. */
export const parseQuery = (unit: Buffer): string | undefined =>
  unit[0] === 0x51 ? unit.toString('utf8', 5, unit.length - 1) : undefined

/** Returns a copy of a notification with the process id of another session. */
export function copyWithProcessId(message: Buffer, processId: number): Buffer {
  const copiedMessage = Buffer.from(message)
  copiedMessage.writeInt32BE(processId, 5)
  return copiedMessage
}

/**
 * Adds a prefix to the names of prepared statements, because clients that share a session may use
 * the same names.
 */
export function prefixStatementNames(unit: Buffer, prefix: string, names: Set<string>): Buffer {
  const renamedMessages = parseMessages(unit).map(({ kind, bytes }) => {
    const position =
      kind === 'P'
        ? 5
        : kind === 'B'
          ? bytes.indexOf(0, 5) + 1
          : (kind === 'D' || kind === 'C') && bytes[5] === 0x53
            ? 6
            : 0
    if (position === 0 || bytes[position] === 0) return bytes
    const name = prefix + bytes.toString('utf8', position, bytes.indexOf(0, position))
    if (kind === 'P') names.add(name)
    return encodeMessage(
      kind,
      Buffer.concat([bytes.subarray(5, position), Buffer.from(prefix), bytes.subarray(position)]),
    )
  })
  return Buffer.concat(renamedMessages)
}
