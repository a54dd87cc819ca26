/** A setting from the environment (or `.env`), and the kinds of its values. */
import { loadPhoneNumbers } from './phone-numbers.ts'

/** How the text of a setting is read; `read` returns undefined for an invalid text. */
export interface Kind<T> {
  fallback: string
  /** The name in earlier versions, which is still accepted. */
  formerName?: string
  read(text: string): T | undefined
  validValues: string
}

export type Setting<T> = Kind<T> & { meaning: string }

export const integer = (fallback: number, min: number, max: number): Kind<number> => ({
  fallback: String(fallback),
  read: (text) =>
    /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max
      ? Number(text)
      : undefined,
  validValues: `a whole number from ${min} to ${max}`,
})

export const flag = (fallback: boolean): Kind<boolean> => ({
  fallback: String(fallback),
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  validValues: 'true or false',
})

export const text = (fallback: string, pattern: RegExp, validValues: string): Kind<string> => ({
  fallback,
  read: (value) => (pattern.test(value) ? value : undefined),
  validValues,
})

/** One of several names, by default the first. */
export const oneOf = <const Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  fallback = choices[0],
): Kind<Choice> => ({
  fallback,
  read: (value) => choices.find((choice) => choice === value),
  validValues: `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`,
})

/** Values separated by commas; an empty list is valid only if it is the default. */
export const list = (pattern: RegExp, validValues: string, fallback = ''): Kind<string[]> => ({
  fallback,
  read(text) {
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

const origin = list(
  /^https?:\/\/[^\s/?#@*]+\/?$/i,
  'a list of origins such as https://app.example, separated by commas, without "*"',
)

/** Origins as browsers send them: lower case, no default port, no trailing slash. */
export const origins: Kind<string[]> = {
  ...origin,
  read(text) {
    const values = origin.read(text)
    return values?.every((value) => URL.canParse(value))
      ? values.map((value) => new URL(value).origin)
      : undefined
  },
}

const loopbackUrl = String.raw`http://(localhost|127(\.\d+){3}|\[::1\])`

/** An https URL, or an http URL of this machine; an origin has no path. */
export const secureUrl = (isOrigin: boolean): Kind<string> =>
  text(
    '',
    new RegExp(
      `^((https://[^\\s/?#@]+|${loopbackUrl})(:\\d+)?${isOrigin ? '/?' : '(/[^\\s?#]*)?'})?$`,
      'i',
    ),
    `an https URL, or an http URL of this machine${isOrigin ? ', without a path' : ''}`,
  )

export const exporterUrl: Kind<string> = text(
  '',
  /^(https?:\/\/[^\s/?#]+[^\s]*)?$/,
  'an address such as http://127.0.0.1:4318',
)

export const claimName = (fallback: string): Kind<string> =>
  text(fallback, /^[\x21-\x7e]{1,200}$/, 'the name of a claim')

const defaultRegion = 'US'

export const region: Kind<string> = {
  fallback: defaultRegion,
  read: (value) =>
    value === defaultRegion || loadPhoneNumbers().isSupportedCountry(value) ? value : undefined,
  validValues: 'a two-letter country code such as US or DE',
}

export const ratio: Kind<number> = {
  fallback: '1',
  read: (value) => (/^(0(\.\d+)?|1(\.0+)?)$/.test(value) ? Number(value) : undefined),
  validValues: 'a number from 0 to 1',
}

/** Asymmetric algorithms only: with HS256, the public key would be a secret (RFC 8725, 2.1). */
const algorithms =
  'RS256, RS384, RS512, PS256, PS384, PS512, ES256, ES384, ES512, EdDSA, Ed25519'.split(', ')

export const signatureAlgorithms: Kind<string[]> = list(
  new RegExp(`^(${algorithms.join('|')})$`),
  `a list of ${algorithms.join(', ')}`,
  'RS256,PS256,ES256,EdDSA',
)
