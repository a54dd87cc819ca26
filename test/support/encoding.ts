/** The bytes of each character, by encoding. */
const byteTables = new Map<string, Map<string, number[]>>()

/** Maps each character to its bytes, by decoding every sequence of one or two bytes. */
function getByteTable(encoding: string): Map<string, number[]> {
  const cachedTable = byteTables.get(encoding)
  if (cachedTable) return cachedTable
  const byteTable = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding, { fatal: true })
  const addCharacter = (bytes: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes))
      if ([...character].length === 1 && !byteTable.has(character)) byteTable.set(character, bytes)
    } catch {
      // These bytes do not encode a character.
    }
  }
  for (let byte = 0; byte < 256; byte++) addCharacter([byte])
  if (/jis|euc|gb|big5/.test(encoding))
    for (let leadByte = 0x81; leadByte < 0xff; leadByte++)
      for (let trailByte = 0x40; trailByte < 0xff; trailByte++) addCharacter([leadByte, trailByte])
  byteTables.set(encoding, byteTable)
  return byteTable
}

/** Returns whether an encoding can represent all characters of a text. */
export const canEncode = (text: string, encoding: string): boolean =>
  /^utf-/.test(encoding) || [...text].every((character) => getByteTable(encoding).has(character))

/**
 * Encodes text in UTF-8, UTF-16 or an encoding with at most two bytes per character, because
 * `TextEncoder` supports only UTF-8.
 */
export function encodeText(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const byteTable = getByteTable(encoding)
  return Buffer.from(
    [...text].flatMap((character) => {
      const bytes = byteTable.get(character)
      if (!bytes) throw new Error(`${encoding} cannot encode ${character}`)
      return bytes
    }),
  )
}
