import type { Actor } from './fixture.ts'
import type { GeneratorContext } from './generator-context.ts'
import { createHostileText } from './hostile-values.ts'
import type { RandomSource } from './random-source.ts'

/** A request in the form in which it is sent to the server. */
export interface Request {
  /** The name of the operation, such as `PUT /v1/people/{id}` or `mutation updatePerson`. */
  operation: string
  interface: 'rest' | 'graphql'
  isWrite: boolean
  method: string
  /** The path with the encoded query string. */
  path: string
  headers: [name: string, value: string][]
  body?: Buffer
}

/** A REST or GraphQL operation, with a generator of requests. */
export interface Operation {
  name: string
  isWrite: boolean
  generate(context: GeneratorContext): Request
}

/** Percent-encodes text. Lone surrogates, which cannot be encoded, are replaced. */
export const encodeText = (text: string): string => encodeURIComponent(text.toWellFormed())

export const brokenEncodings = [
  '%',
  '%zz',
  '%ff',
  '%c3%28',
  '%ed%a0%80',
  '%00',
  '%u0041',
  '+',
  '%2f',
  '..',
  '.',
  '%252e',
]

/** Generates headers, which are usually valid and include the media type of the body, if any. */
export function createCommonHeaders(
  { random, invalidity, uniqueNumber }: GeneratorContext,
  { hasBody, canHaveKey }: { hasBody: boolean; canHaveKey: boolean },
): [string, string][] {
  const headers: [string, string][] = []
  if (hasBody)
    headers.push([
      'Content-Type',
      random.chance(invalidity / 8)
        ? random.pick([
            'text/plain',
            'application/json; charset=latin1',
            'multipart/form-data; boundary=x',
            'application/JSON;charset="UTF-8"',
          ])
        : 'application/json',
    ])
  if (canHaveKey && random.chance(0.25))
    headers.push([
      'Idempotency-Key',
      random.chance(invalidity)
        ? createHeaderValue(random)
        : `k${random.chance(0.2) ? random.integer(1, 3) : uniqueNumber}`,
    ])
  if (random.chance(0.1))
    headers.push(['X-API-Version', random.chance(invalidity) ? createHeaderValue(random) : '1'])
  if (random.chance(invalidity / 10))
    headers.push(
      random.pick<[string, string]>([
        ['Accept', 'text/html'],
        ['Content-Encoding', 'gzip'],
        ['Accept', 'text/event-stream'],
        ['X-Forwarded-For', '::1, x'],
        ['Origin', 'null'],
        ['Expect', '200-ok'],
      ]),
    )
  if (headers.length > 0 && random.chance(invalidity / 10)) headers.push(random.pick(headers))
  return headers
}

/** Returns a hostile header value, without the characters that Node.js rejects. */
export const createHeaderValue = (random: RandomSource): string =>
  createHostileText(random)
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 4000)

/** Generates a hostile body, such as truncated JSON, a JSON array, or a body that is too large. */
export const createBrokenBody = (random: RandomSource, text: string): Buffer =>
  random.pick([
    () => Buffer.from(text.slice(0, -1)),
    () => Buffer.from(`${text}x`),
    () => Buffer.from(`\ufeff${text}`),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, 5)),
        Buffer.from([0xff, 0xc0, 0x80]),
        Buffer.from(text.slice(5)),
      ]),
    () => Buffer.from('['.repeat(65) + ']'.repeat(65)),
    () => Buffer.from(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    () => Buffer.from(text + ' '.repeat(270_000)),
    () => Buffer.from('"text"'),
    () => Buffer.from('[]'),
    () => Buffer.from(''),
    () => Buffer.from('nul'),
    () => Buffer.from('{"a":1e999,"a":2,"__proto__":{"x":1}}'),
    () => Buffer.from(text, 'utf16le'),
  ])()

/** Returns a curl command that repeats the request. */
export function formatCurl(
  url: string,
  { method, path, headers, body }: Request,
  { name }: Actor,
): string {
  const quoteForShell = (text: string) =>
    `$'${text.replace(/[\\']/g, '\\$&').replace(/[^\x20-\x7e]/g, (character) => [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''))}'`
  const bodyOption =
    body && body.length > 20_000
      ? `${body.subarray(0, 2000).toString()}… (${body.length} bytes)`
      : body?.toString()
  const commandParts = [
    `curl -g --path-as-is -X ${method} ${quoteForShell(url + path)}`,
    ...headers.map((header) => `-H ${quoteForShell(header.join(': '))}`),
  ]
  if (name !== 'nobody')
    commandParts.push(
      `-H "Authorization: Bearer $KEY_OF_${name.toUpperCase().replace(/\W+/g, '_')}"`,
    )
  if (bodyOption !== undefined) commandParts.push(`--data-binary ${quoteForShell(bodyOption)}`)
  return commandParts.join(' ')
}
