/** The settings of access tokens and of sign-in with OpenID Connect. */
import { integer, list, oneOf, type Setting, text } from './setting.ts'

const loopbackUrl = String.raw`http://(localhost|127(\.\d+){3}|\[::1\])`
const expectedUrl = 'an https URL, or an http URL of this machine'

const url = (meaning: string, isOrigin: boolean): Setting<string> =>
  text(
    '',
    meaning,
    new RegExp(
      `^((https://[^\\s/?#@]+|${loopbackUrl})(:\\d+)?${isOrigin ? '/?' : '(/[^\\s?#]*)?'})?$`,
      'i',
    ),
    isOrigin ? `${expectedUrl}, without a path` : expectedUrl,
  )

/** Asymmetric algorithms only: with HS256, the public key would be a secret (RFC 8725, 2.1). */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

const listWithDefault = (fallback: string, setting: Setting<string[]>): Setting<string[]> => ({
  ...setting,
  fallback,
  read: (value) => {
    const values = setting.read(value)
    return values?.length ? values : undefined
  },
})

const claimName = (fallback: string, meaning: string) =>
  text(fallback, meaning, /^[\x21-\x7e]{1,200}$/, 'the name of a claim')

export const signInSettings = {
  PUBLIC_URL: url(
    'address of the server for browsers and clients, such as https://crm.example; required with OIDC_ISSUER unless HOST is a loopback address',
    true,
  ),
  OIDC_ISSUER: url(
    'issuer of access tokens, exactly as in its metadata; if empty, only API keys are accepted',
    false,
  ),
  OIDC_AUDIENCE: list(
    'audiences, one of which an access token must have; required with OIDC_ISSUER',
    /^[\x21-\x7e]+$/,
    'a list of names or URLs, separated by commas',
  ),
  OIDC_ALGORITHMS: listWithDefault(
    'RS256,PS256,ES256,EdDSA',
    list(
      'accepted signature algorithms of tokens',
      new RegExp(`^(${algorithms.join('|')})$`),
      `a list of ${algorithms.join(', ')}`,
    ),
  ),
  OIDC_TOKEN_TYPES: listWithDefault(
    'at+jwt,JWT',
    list(
      'accepted values of the header "typ" of tokens; JWT includes tokens without it',
      /^[\w.+-]+$/,
      'a list such as at+jwt,JWT',
    ),
  ),
  OIDC_CLOCK_SKEW_SECONDS: integer(
    30,
    0,
    300,
    'seconds by which the clocks of the issuer and the server may differ',
  ),
  OIDC_EMAIL_CLAIM: claimName('email', 'claim with the email of a person'),
  OIDC_EMAIL_VERIFIED_CLAIM: claimName(
    'email_verified',
    'claim that is true if the issuer has verified the email',
  ),
  OIDC_SCOPE_CLAIM: claimName('scope', 'claim with the scopes of a token; "scp" is read too'),
  OIDC_PROVISION: oneOf('off', 'whether a person without a user becomes an Agent: off or agent', [
    'off',
    'agent',
  ]),
  OIDC_COMPANY: text(
    '',
    'id of the company of new Agents; required if the database has several companies',
    /^(company_\w+)?$/,
    'the id of a company, or nothing',
  ),
  OIDC_CLIENT_ID: text(
    '',
    'client id of the server at the issuer, for sign-in in a browser',
    /^[\x21-\x7e]{0,300}$/,
    'a client id, or nothing',
  ),
  OIDC_CLIENT_SECRET: text(
    '',
    'secret of the client, unless the issuer knows it as a public client',
    /^[\x21-\x7e]{0,1000}$/,
    'a client secret, or nothing',
  ),
  OIDC_SCOPES: text(
    'openid email profile',
    'scopes that a sign-in requests',
    /^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/,
    'openid and further scopes, separated by spaces',
  ),
  SESSION_IDLE_MINUTES: integer(60, 1, 10_080, 'minutes without use after which a session ends'),
  SESSION_HOURS: integer(12, 1, 720, 'hours after which a session ends in any case'),
}

/** Returns a sentence for each setting that OIDC_ISSUER requires. */
export function findMissingSignInSettings(
  settings: { OIDC_ISSUER: string; OIDC_AUDIENCE: readonly string[]; PUBLIC_URL: string },
  isLocal: boolean,
): string[] {
  const { OIDC_ISSUER, OIDC_AUDIENCE, PUBLIC_URL } = settings
  if (OIDC_ISSUER === '') return []
  return [
    ...(OIDC_AUDIENCE.length === 0
      ? ['OIDC_AUDIENCE must be set with OIDC_ISSUER: the audience of access tokens.']
      : []),
    ...(PUBLIC_URL === '' && !isLocal
      ? ['PUBLIC_URL must be set with OIDC_ISSUER: the address of this server for its clients.']
      : []),
  ]
}
