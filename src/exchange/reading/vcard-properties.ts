/**
 * Parses the properties of vCard 2.1, 3.0 and 4.0. Lines remain byte strings (characters below 256)
 * until unfolded: a fold can split a multibyte character, and each value can have its own encoding.
 */
import { decodeQuotedPrintable, findEncoding } from './encodings.ts'
import type { ValueDecoder } from './text-file.ts'

export interface Property {
  name: string
  /** The group that links a property and its label, such as `item1` in `item1.TEL`. */
  group: string
  /** Maps upper-case parameter names to values. Unnamed types (vCard 2.1) are in `TYPE`. */
  parameters: ReadonlyMap<string, readonly string[]>
  /** The decoded value, with the escape sequences of the file. */
  value: string
  /** Whether the vCard has version 2.1, in which a component cannot have several values. */
  isVersion21: boolean
  /** Whether only `\;` is an escape sequence, as in quoted-printable text of vCard 2.1. */
  isLiteral: boolean
  /** Whether the value is binary data, such as an image or a key. Base64 data is not decoded. */
  isBinary: boolean
}

/** Returns the property name and parameters of a line: the text up to the first colon. */
const getHead = (line: string) => line.slice(0, line.indexOf(':') + 1).slice(0, 1000)
const isQuotedPrintable = (line: string) => /[;=]\s*"?quoted-printable\b/i.test(getHead(line))
const isInBase64 = (line: string) => /[;=]\s*"?(base64|b)"?\s*[;:]/i.test(getHead(line))

export function unfold(lines: readonly string[]): string[] {
  const unfoldedLines: string[] = []
  let lineParts: string[] = []
  let isSoftBreak = false
  let isBase64 = false
  for (const line of [...lines, 'END:VCARD']) {
    const isEnd = /^END:VCARD\s*$/i.test(line)
    if (isSoftBreak && !isEnd) lineParts.push(line)
    else if (/^[ \t]/.test(line) && lineParts.length > 0) lineParts.push(line.slice(1))
    else if (isBase64 && !isEnd && /^[a-z0-9+/=]+\s*$/i.test(line)) lineParts.push(line)
    else if (line.trim() === '') isBase64 = false
    else {
      if (lineParts.length > 0) unfoldedLines.push(lineParts.join(''))
      lineParts = [line]
      isBase64 = isInBase64(line)
    }
    isSoftBreak = line.trimEnd().endsWith('=') && isQuotedPrintable(lineParts[0] ?? '')
    if (isSoftBreak) lineParts.push((lineParts.pop() ?? '').trimEnd().slice(0, -1))
  }
  return unfoldedLines
}

/** Returns the index of the first `character` outside quotes, or -1. */
function findOutsideQuotes(text: string, character: string, searchStart = 0): number {
  let isQuoted = false
  for (let index = searchStart; index < text.length; index++) {
    if (text[index] === '"') isQuoted = !isQuoted
    else if (!isQuoted && text[index] === character) return index
  }
  return -1
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  for (let start = 0; ; ) {
    const end = findOutsideQuotes(text, separator, start)
    parts.push(text.slice(start, end < 0 ? undefined : end))
    if (end < 0) return parts
    start = end + 1
  }
}

/** Removes the quotes of a parameter value and decodes RFC 6868 escape sequences. */
const unquote = (text: string) =>
  text
    .trim()
    .replaceAll('"', '')
    .replaceAll(/\^([n^'])/g, (_, escaped: string) =>
      escaped === 'n' ? '\n' : escaped === "'" ? '"' : '^',
    )

/** Matches encodings that vCard 2.1 writes without `ENCODING=`. */
const bareEncodingPattern = /^(quoted-printable|base64|8bit|7bit|b|q)$/i

function parseParameters(texts: readonly string[], decoder: ValueDecoder): Map<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const text of texts.filter((item) => item.trim() !== '')) {
    const equalsIndex = text.indexOf('=')
    const bareName = bareEncodingPattern.test(text.trim()) ? 'ENCODING' : 'TYPE'
    const name = equalsIndex < 0 ? bareName : text.slice(0, equalsIndex).trim().toUpperCase()
    const parsedValues = splitOutsideQuotes(text.slice(equalsIndex + 1), ',').flatMap((value) => {
      const unquoted = unquote(decoder.decode(value))
      return name === 'TYPE' ? unquoted.split(',') : [unquoted]
    })
    const allValues = parameters.get(name) ?? []
    for (const value of parsedValues) if (value !== '') allValues.push(value)
    parameters.set(name, allValues)
  }
  return parameters
}

const binaryNamePattern = /^(PHOTO|LOGO|SOUND|KEY|X-[\w-]*(IMAGE|PHOTO)[\w-]*)$/
const textNamePattern = /^(FN|N|NOTE|ORG|TITLE|ROLE|ADR|LABEL|NICKNAME|CATEGORIES|EMAIL|TEL|URL)$/

/** Parses an unfolded line. @returns undefined if the line is not a property */
export function parseProperty(
  line: string,
  version: string,
  decoder: ValueDecoder,
): Property | undefined {
  const unquotedColonIndex = findOutsideQuotes(line, ':')
  const end = unquotedColonIndex < 0 ? line.indexOf(':') : unquotedColonIndex
  const [head = '', ...parameterTexts] = splitOutsideQuotes(line.slice(0, Math.max(end, 0)), ';')
  const [, group = '', originalName = ''] = /^\s*(?:([\w-]+)\.)?([\w-]+)\s*$/.exec(head) ?? []
  if (end < 0 || originalName === '') return undefined
  const name = originalName.toUpperCase()
  const parameters = parseParameters(parameterTexts, decoder)
  const encoding = parameters.get('ENCODING')?.[0]?.toLowerCase() ?? ''
  const charset = parameters.get('CHARSET')?.[0]
  const isQuoted = /^(quoted-printable|q)$/.test(encoding)
  const isBase64 = /^(base64|b)$/.test(encoding)
  const isText = textNamePattern.test(name) || (charset !== undefined && findEncoding(charset))
  const isBinary = binaryNamePattern.test(name) || (isBase64 && !isText)
  const encodedValue = line.slice(end + 1)
  const decodeBytes = () => {
    if (isQuoted) return decodeQuotedPrintable(encodedValue)
    return isBase64 ? Buffer.from(encodedValue, 'base64').toString('latin1') : encodedValue
  }
  const value = isBinary && isBase64 ? encodedValue : decoder.decode(decodeBytes(), charset).trim()
  const isVersion21 = version === '2.1'
  const isLiteral = isQuoted && isVersion21
  const property = { name, group: group.toLowerCase(), parameters, value }
  return { ...property, isVersion21, isLiteral, isBinary }
}

function unescapeText(text: string, { isLiteral }: Property): string {
  const normalizedText = text.replaceAll(/\r\n?/g, '\n')
  if (isLiteral) return normalizedText.replaceAll('\\;', ';').trim()
  return normalizedText
    .replaceAll(/\\([\\,;:nN"])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
    .trim()
}

function splitValue(value: string, { isLiteral }: Property, separators: string): string[] {
  const parts = ['']
  // Each token is one character or one escape sequence, which is never a separator.
  const tokens = value.match(isLiteral ? /\\;|./gs : /\\.|./gs) ?? []
  for (const token of tokens)
    if (separators.includes(token)) parts.push('')
    else parts[parts.length - 1] += token
  return parts
}

const splitTexts = (value: string, property: Property, separators: string): string[] =>
  splitValue(value, property, separators)
    .map((part) => unescapeText(part, property))
    .filter(Boolean)

export const getText = (property: Property): string => unescapeText(property.value, property)

/** Splits a structured value into components. Each component is a list of values. */
export const getComponents = (property: Property): string[][] =>
  splitValue(property.value, property, ';').map((part) =>
    splitTexts(part, property, property.isVersion21 ? '' : ','),
  )

/** Splits a list into its values. In vCard 2.1, semicolons are also separators. */
export const listValues = (property: Property): string[] =>
  splitTexts(property.value, property, property.isVersion21 ? ';,' : ',')

export const getTypes = ({ parameters }: Property): string[] =>
  (parameters.get('TYPE') ?? []).filter((type) => !/^(pref|internet|voice|x-internet)$/i.test(type))

/** Returns the date text, without the placeholder year that Apple writes for a missing year. */
export function getDate(property: Property): string {
  const text = getText(property)
  const omittedYear = property.parameters.get('X-APPLE-OMIT-YEAR')?.[0]
  return omittedYear && text.startsWith(omittedYear) ? `-${text.slice(omittedYear.length)}` : text
}

/** Converts `tel:+1-555;ext=33` to `+1-555 ext. 33`. Prefixes a `phone-context` such as `+1`. */
export function getPhone(property: Property): string {
  const text = getText(property)
  if (!/^tel:/i.test(text)) return text.replace(/;ext=/i, ' ext. ')
  const [number = '', ...parameters] = text.slice(4).split(';')
  const findParameter = (name: string) =>
    parameters.find((parameter) => parameter.toLowerCase().startsWith(name))?.slice(name.length)
  const [extension, context] = [findParameter('ext='), findParameter('phone-context=')]
  const prefix = context?.startsWith('+') && !number.startsWith('+') ? context : ''
  return `${prefix}${number}${extension ? ` ext. ${extension}` : ''}`
}

export function getAddress(property: Property): string {
  const text =
    getComponents(property).flat().join(', ') || (property.parameters.get('LABEL')?.[0] ?? '')
  return text.replaceAll(/\s*\n\s*/g, ', ')
}

/** Returns the preference rank of a property, from 1 (preferred) to 101 (no preference). */
export function getRank({ parameters }: Property): number {
  const rank = parameters.get('PREF')?.[0]
  if (rank !== undefined) return Number.isFinite(Number(rank)) ? Number(rank) : 101
  return parameters.get('TYPE')?.some((type) => /^pref$/i.test(type)) ? 1 : 101
}
