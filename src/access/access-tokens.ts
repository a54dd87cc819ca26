/** Verifies access tokens: JWTs from `OIDC_ISSUER` (RFC 7519, RFC 8725, RFC 9068). */
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { type Deps, toTimestamp } from '../context.ts'
import { unauthorized } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import { createCache } from '../lib/cache.ts'
import { Issuer, IssuerUnavailable } from './issuer.ts'
import { allScopes } from './scopes.ts'

/** The claims that a valid token makes about its subject. */
export interface TokenClaims {
  issuer: string
  subject: string
  /** The email address; undefined unless it is valid and verified by the issuer. */
  email: string | undefined
  firstName: string
  lastName: string
  /** A JSON list of the scopes that narrow the caller's permissions; null if none do. */
  scopes: string | null
  /** The expiry time, including the permitted clock skew. */
  expiresAt: string
}

/** Longer tokens are rejected unparsed. A token that lists many groups can reach 10 kB. */
const maxTokenLength = 12_000

type VerifiedToken = { claims: TokenClaims; keysVersion: number }

/** Verifies access tokens, and caches verified tokens until they expire or the keys change. */
export class AccessTokens {
  readonly #deps: Deps
  readonly #issuer: Issuer
  readonly #logFailure: ReturnType<typeof createFailureLog>
  readonly #cache = createCache<string, VerifiedToken>('verified_tokens', { maxEntries: 5000 })

  constructor(deps: Deps) {
    this.#deps = deps
    this.#logFailure = createFailureLog(deps)
    this.#issuer = new Issuer(deps.settings.OIDC_ISSUER, deps.now, (error) =>
      this.#logFailure(issuerUnavailable, error),
    )
  }

  /**
   * Returns a token's claims. If the token is invalid, logs the reason and returns undefined.
   * @throws UNAUTHORIZED, not counted as a failed attempt, if the issuer is unavailable
   */
  verify(token: string, tokenHash: string): MaybePromise<TokenClaims | undefined> {
    this.#issuer.refresh()
    const entry = this.#cache.get(tokenHash)
    if (entry && entry.keysVersion === this.#issuer.keysVersion)
      if (Date.parse(entry.claims.expiresAt) > this.#deps.now()) return entry.claims
    return this.#verifyUncached(token, tokenHash)
  }

  async #verifyUncached(token: string, tokenHash: string): Promise<TokenClaims | undefined> {
    const { settings, now, meters } = this.#deps
    // Read before the verification, because the keys may change during it.
    const { keysVersion } = this.#issuer
    try {
      if (token.length > maxTokenLength) throw new errors.JWTInvalid('the token is too long')
      const { payload, protectedHeader } = await jwtVerify(token, this.#issuer.getKey, {
        issuer: settings.OIDC_ISSUER,
        audience: settings.OIDC_AUDIENCE,
        algorithms: settings.OIDC_ALGORITHMS,
        clockTolerance: settings.OIDC_CLOCK_SKEW_SECONDS,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      })
      requireTokenType(protectedHeader.typ, settings.OIDC_TOKEN_TYPES)
      requirePastIssue(payload, this.#deps)
      const claims = readClaims(payload, this.#deps)
      this.#cache.set(tokenHash, { claims, keysVersion })
      return claims
    } catch (error) {
      const reason = describeFault(error)
      meters.tokenRejections.add(1, reason)
      this.#logFailure(reason, error)
      if (error instanceof IssuerUnavailable) throw unauthorized({ isUncharged: true })
      return undefined
    }
  }
}

/** Requires a token type from `OIDC_TOKEN_TYPES` (RFC 8725, section 3.11). */
function requireTokenType(type: unknown, allowedTypes: readonly string[]): void {
  const name = String(type ?? 'JWT').replace(/^application\//i, '')
  if (!allowedTypes.some((allowed) => allowed.toLowerCase() === name.toLowerCase()))
    throw new errors.JWTClaimValidationFailed('the token type is not accepted', {}, 'typ')
}

/** Rejects tokens with a future issue time, because `jwtVerify` accepts them. */
function requirePastIssue({ iat }: JWTPayload, { settings, now }: Deps): void {
  if (iat !== undefined && iat > now() / 1000 + settings.OIDC_CLOCK_SKEW_SECONDS)
    throw new errors.JWTClaimValidationFailed('the token was issued in the future', {}, 'iat')
}

/** At most 254 characters, without the Kelvin sign (U+212A), whose lower-case form is k. */
const emailPattern = /^(?=.{0,254}$)[^\s@\u212a]+@[^\s@\u212a]+\.[^\s@\u212a.]+$/

/** Reads a verified token's claims. @throws JWTClaimValidationFailed if the subject is invalid */
export function readClaims(payload: JWTPayload, { settings }: Pick<Deps, 'settings'>): TokenClaims {
  const { OIDC_EMAIL_CLAIM, OIDC_EMAIL_VERIFIED_CLAIM, OIDC_SCOPE_CLAIM } = settings
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255)
    throw new errors.JWTClaimValidationFailed('the subject is invalid', payload, 'sub')
  const email = payload[OIDC_EMAIL_CLAIM]
  const isVerified = [true, 'true'].includes(payload[OIDC_EMAIL_VERIFIED_CLAIM] as boolean)
  return {
    issuer: settings.OIDC_ISSUER,
    subject: payload.sub,
    email: isVerified && typeof email === 'string' && emailPattern.test(email) ? email : undefined,
    ...readName(payload),
    scopes: readScopes([payload[OIDC_SCOPE_CLAIM], payload['scp']]),
    expiresAt: toTimestamp(((payload.exp ?? 0) + settings.OIDC_CLOCK_SKEW_SECONDS) * 1000),
  }
}

/** Reads the standard name claims (OpenID Connect Core 1.0, section 5.1). */
function readName(claims: Record<string, unknown>): { firstName: string; lastName: string } {
  const readText = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const [firstWord = '', ...otherWords] = readText('name').split(' ')
  const hasParts = readText('given_name') !== '' || readText('family_name') !== ''
  return hasParts
    ? { firstName: readText('given_name'), lastName: readText('family_name') }
    : { firstName: firstWord, lastName: otherWords.join(' ') }
}

/** The prefixes of Dealgraph's scopes, such as `people.`. */
const scopePrefixes = [...new Set(allScopes.map((scope) => `${scope.split('.')[0]}.`))]

/**
 * Returns a token's Dealgraph scopes as a JSON list, without the issuer's own scopes such as
 * `openid`. Returns null for a token without Dealgraph scopes, since it has all permissions of its
 * user. A token whose Dealgraph scopes are all unknown, such as `people.read`, has no permissions.
 */
function readScopes(claims: unknown[]): string | null {
  const words = claims.flat().flatMap((claim) => String(claim ?? '').split(/[\s,]+/))
  const scopeWords = words.filter((word) => scopePrefixes.some((prefix) => word.startsWith(prefix)))
  return scopeWords.length === 0
    ? null
    : JSON.stringify(scopeWords.filter((word) => allScopes.includes(word)))
}

const issuerUnavailable = 'issuer unavailable'

/** Returns one of a fixed set of reasons, because a metric label must have few values. */
function describeFault(error: unknown): string {
  if (error instanceof IssuerUnavailable) return issuerUnavailable
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const isKnown = ['iss', 'aud', 'nbf', 'typ', 'sub', 'exp', 'iat'].includes(error.claim)
    return `claim ${isKnown ? error.claim : 'other'}`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
  return 'malformed'
}

const logIntervalMs = 60_000

/** Returns a function that logs a failure without the token, at most once a minute per reason. */
function createFailureLog({ log, now }: Deps): (reason: string, error: unknown) => void {
  const loggedAt: Record<string, number> = {}
  return (reason, error) => {
    if (now() - (loggedAt[reason] ?? Number.NEGATIVE_INFINITY) < logIntervalMs) return
    loggedAt[reason] = now()
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ reason, message }, 'an access token was rejected, or the issuer is unavailable')
  }
}
