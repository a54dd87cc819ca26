import { decodeOctets, encodingNamed } from './encodings.ts'
import type { ValueDecoder } from './value-decoder.ts'

/**
 * Parses the properties of a vCard 2.1, 3.0 or 4.0 leniently: only unreadable lines are lost. Lines
 * are bytes (each a character below 256) until a value is unfolded, since a line may be folded
 * within a letter and each value may have its own encoding.
 */
export interface Property {
  /** In upper case. */
  name: string
  /** Connects a property with its label: `item1` in `item1.TEL`. */
  group: string
  /** By upper-case name; version 2.1 writes types without a name. */
  parameters: ReadonlyMap<string, readonly string[]>
  /** Decoded, but still escaped as in the file. */
  value: string
  /** Whether the card has version 2.1, in which commas do not separate values. */
  isOld: boolean
  /** Whether backslashes are literal, as in quoted-printable text of version 2.1. */
  isLiteral: boolean
  /** Whether the value is a picture, sound or key, whose bytes are not decoded. */
  isBinary: boolean
}

/** The part of a line before its value, at most 1000 characters. */
const headOf = (line: string) => line.slice(0, line.indexOf(':') + 1).slice(0, 1000)
const isQuotedPrintable = (line: string) => /[;=]\s*"?quoted-printable\b/i.test(headOf(line))
const isInBase64 = (line: string) => /[;=]\s*"?(base64|b)"?\s*[;:]/i.test(headOf(line))

/** Joins the folded lines of each property. */
export function unfold(lines: readonly string[]): string[] {
  const whole: string[] = []
  let parts: string[] = []
  let isSoft = false
  let isBase64 = false
  const close = () => {
    if (parts.length > 0) whole.push(parts.join(''))
    parts = []
  }
  for (const line of lines) {
    const isEnd = /^END:VCARD\s*$/i.test(line)
    if (isSoft && !isEnd) parts.push(line)
    else if (/^[ \t]/.test(line) && parts.length > 0) parts.push(line.slice(1))
    else if (isBase64 && !isEnd && /^[a-z0-9+/=]+\s*$/i.test(line)) parts.push(line)
    else if (line.trim() === '') isBase64 = false
    else {
      close()
      parts.push(line)
      isBase64 = isInBase64(line)
    }
    isSoft = line.trimEnd().endsWith('=') && isQuotedPrintable(parts[0] ?? '')
    if (isSoft) parts.push((parts.pop() ?? '').trimEnd().slice(0, -1))
  }
  close()
  return whole
}

/** Index of the first occurrence outside quotes, or -1. */
function indexOutsideQuotes(text: string, wanted: string, from = 0): number {
  let isQuoted = false
  for (let index = from; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[index] === wanted) return index
  }
  return -1
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  for (let from = 0; ; ) {
    const at = indexOutsideQuotes(text, separator, from)
    parts.push(text.slice(from, at < 0 ? undefined : at))
    if (at < 0) return parts
    from = at + 1
  }
}

const withoutQuotes = (text: string) =>
  text
    .trim()
    .replaceAll('"', '')
    .replaceAll(/\^([n^'])/g, (_, each: string) => (each === 'n' ? '\n' : each === "'" ? '"' : '^'))

/** Encodings that version 2.1 writes without `ENCODING=`. */
const bareEncodings = /^(quoted-printable|base64|8bit|7bit|b|q)$/i

function parametersOf(texts: readonly string[], decoder: ValueDecoder): Map<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const text of texts) {
    if (text.trim() === '') continue
    const at = text.indexOf('=')
    const bare = bareEncodings.test(text.trim()) ? 'ENCODING' : 'TYPE'
    const name = at < 0 ? bare : text.slice(0, at).trim().toUpperCase()
    const values = splitOutsideQuotes(text.slice(at + 1), ',').flatMap((value) => {
      const plain = withoutQuotes(decoder.decode(value))
      return name === 'TYPE' ? plain.split(',') : [plain]
    })
    const known = parameters.get(name) ?? []
    for (const value of values) if (value !== '') known.push(value)
    parameters.set(name, known)
  }
  return parameters
}

const binaryNames = /^(PHOTO|LOGO|SOUND|KEY|X-[\w-]*(IMAGE|PHOTO)[\w-]*)$/

/**
 * Parses an unfolded line; undefined if it is not a property.
 * @param version the version of the card
 */
export function readProperty(
  line: string,
  version: string,
  decoder: ValueDecoder,
): Property | undefined {
  const quotedEnd = indexOutsideQuotes(line, ':')
  const end = quotedEnd < 0 ? line.indexOf(':') : quotedEnd
  const [head = '', ...rest] = splitOutsideQuotes(line.slice(0, Math.max(end, 0)), ';')
  const [, group = '', name = ''] = /^\s*(?:([\w-]+)\.)?([\w-]+)\s*$/.exec(head) ?? []
  if (end < 0 || name === '') return undefined
  const parameters = parametersOf(rest, decoder)
  const encoding = parameters.get('ENCODING')?.[0]?.toLowerCase() ?? ''
  const charset = parameters.get('CHARSET')?.[0]
  const bytes = line.slice(end + 1)
  const isQuoted = /^(quoted-printable|q)$/.test(encoding)
  const isBase64 = /^(base64|b)$/.test(encoding)
  const isBinary = binaryNames.test(name.toUpperCase()) || (isBase64 && !isText(name, charset))
  const octetsOf = () =>
    isQuoted
      ? decodeOctets(bytes)
      : isBase64
        ? Buffer.from(bytes, 'base64').toString('latin1')
        : bytes
  return {
    name: name.toUpperCase(),
    group: group.toLowerCase(),
    parameters,
    value: isBinary && isBase64 ? bytes : decoder.decode(octetsOf(), charset).trim(),
    isOld: version === '2.1',
    isLiteral: isQuoted && version === '2.1',
    isBinary,
  }
}

/** Whether a base64 value is text: it declares a charset, or its property is always text. */
const isText = (name: string, charset: string | undefined) =>
  (charset !== undefined && encodingNamed(charset) !== undefined) ||
  /^(FN|N|NOTE|ORG|TITLE|ROLE|ADR|LABEL|NICKNAME|CATEGORIES|EMAIL|TEL|URL)$/i.test(name)

/** Removes the escapes of a value or of a part of it. */
export const unescapeText = (text: string, isLiteral: boolean): string => {
  const lines = text.replaceAll(/\r\n?/g, '\n')
  if (isLiteral) return lines.replaceAll('\\;', ';')
  return lines.replaceAll(/\\([\\,;:nN"])/g, (_, each: string) =>
    each === 'n' || each === 'N' ? '\n' : each,
  )
}

/** Splits a value at unescaped separators. */
export function splitValue({ value, isLiteral }: Property, separators: string): string[] {
  const parts: string[] = []
  let part = ''
  for (let index = 0; index < value.length; index++) {
    const character = value[index] ?? ''
    if (character === '\\' && (!isLiteral || value[index + 1] === ';')) {
      part += character + (value[index + 1] ?? '')
      index++
    } else if (separators.includes(character)) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part]
}
