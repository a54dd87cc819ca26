/** Parsers for settings, which are read from environment variables or `.env`. */
import { loadPhoneNumbers } from './phone-numbers.ts'

/** Parses and describes the values of a setting. `parse` returns undefined for invalid text. */
export interface Parser<T> {
  fallback: string
  /** The setting's name in earlier versions, which is still accepted. */
  formerName?: string
  parse(text: string): T | undefined
  validValues: string
}

export type Setting<T> = Parser<T> & { meaning: string }

export const integer = (fallback: number, min: number, max: number): Parser<number> => ({
  fallback: String(fallback),
  parse: (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : undefined,
  validValues: `a whole number from ${min} to ${max}`,
})

export const flag = (fallback: boolean): Parser<boolean> => ({
  fallback: String(fallback),
  parse: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  validValues: 'true or false',
})

export const text = (fallback: string, pattern: RegExp, validValues: string): Parser<string> => ({
  fallback,
  parse: (value) => (pattern.test(value) ? value : undefined),
  validValues,
})

/** Accepts one of the listed names; the default is the first name. */
export const oneOf = <const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  fallback = choices[0],
): Parser<Choice> => ({
  fallback,
  parse: (value) => choices.find((choice) => choice === value),
  validValues: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
})

/** Accepts values separated by commas. An empty list is valid only if the default is empty. */
export const list = (pattern: RegExp, validValues: string, fallback = ''): Parser<string[]> => ({
  fallback,
  parse(text) {
    const values = text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
    const mayBeEmpty = fallback === ''
    return (mayBeEmpty || values.length > 0) && values.every((value) => pattern.test(value))
      ? values
      : undefined
  },
  validValues,
})

const originList = list(
  /^https?:\/\/[^\s/?#@*]+\/?$/i,
  'a list of origins such as https://app.example, separated by commas, without "*"',
)

/** Normalizes origins as browsers do: lowercase, without a default port or trailing slash. */
export const origins: Parser<string[]> = {
  ...originList,
  parse(text) {
    const values = originList.parse(text)
    return values?.every((value) => URL.canParse(value))
      ? values.map((value) => new URL(value).origin)
      : undefined
  },
}

const loopbackUrlPattern = String.raw`http://(localhost|127(\.\d+){3}|\[::1\])`

/** Accepts an HTTPS URL, or an HTTP URL of a loopback host; with `isOrigin`, without a path. */
export const secureUrl = (isOrigin: boolean): Parser<string> =>
  text(
    '',
    new RegExp(
      `^((https://[^\\s/?#@]+|${loopbackUrlPattern})(:\\d+)?${isOrigin ? '/?' : '(/[^\\s?#]*)?'})?$`,
      'i',
    ),
    `an HTTPS URL, or an HTTP URL with a loopback host${isOrigin ? ', without a path' : ''}`,
  )

export const exporterUrl: Parser<string> = text(
  '',
  /^(https?:\/\/[^\s/?#]+[^\s]*)?$/,
  'a URL such as http://127.0.0.1:4318',
)

export const claimName = (fallback: string): Parser<string> =>
  text(fallback, /^[\x21-\x7e]{1,200}$/, 'a claim name')

const defaultRegion = 'US'

export const region: Parser<string> = {
  fallback: defaultRegion,
  parse: (value) =>
    value === defaultRegion || loadPhoneNumbers().isSupportedCountry(value) ? value : undefined,
  validValues: 'a two-letter country code such as US or DE',
}

export const ratio: Parser<number> = {
  fallback: '1',
  parse: (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
  validValues: 'a number from 0 to 1',
}

/** Only asymmetric algorithms: HS256 would accept the public key as a secret (RFC 8725, 2.1). */
const algorithms =
  'RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519'.split(', ')

export const signatureAlgorithms: Parser<string[]> = list(
  new RegExp(`^(${algorithms.join('|')})$`),
  `a list of ${algorithms.join(', ')}`,
  'RS256,PS256,ES256,EdDSA',
)
