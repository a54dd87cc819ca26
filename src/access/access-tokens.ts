/** Verifies access tokens: JWTs of the issuer in OIDC_ISSUER (RFC 7519, RFC 8725, RFC 9068). */
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Deps } from '../context.ts'
import { unauthorized } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import { createCache } from '../lib/cache.ts'
import { Issuer, IssuerUnavailable } from './issuer.ts'
import { allScopes } from './scopes.ts'

/** The claims of a valid token about its subject. */
export interface TokenClaims {
  issuer: string
  subject: string
  /** The email if the issuer has verified it. */
  email: string | undefined
  firstName: string
  lastName: string
  /** A JSON list of the scopes that narrow the rights; null for all rights of the role. */
  scopes: string | null
  /** The time of expiry, including the permitted clock skew. */
  expiresAt: string
}

export interface AccessTokens {
  /**
   * Returns the claims of a token; undefined, after logging the reason, if it is not valid.
   * @throws UNAUTHORIZED, uncharged, if the issuer is unavailable, so the token cannot be checked
   */
  verify(token: string, tokenHash: string): MaybePromise<TokenClaims | undefined>
}

/** Longer texts are rejected unread; tokens with many groups have up to 10 kB. */
const maxTokenLength = 12_000

/** Creates the verifier of tokens, which caches verified tokens until they expire. */
export function createAccessTokens(deps: Deps): AccessTokens {
  const { settings, meters } = deps
  const logFailure = createFailureLog(deps)
  const issuer = new Issuer(settings.OIDC_ISSUER, deps.now, (error) =>
    logFailure(issuerUnavailable, error),
  )
  const cache = createCache<string, { claims: TokenClaims; keysVersion: number }>(
    'verified_tokens',
    { maxEntries: 5000 },
  )

  async function verifyUncached(token: string, key: string): Promise<TokenClaims | undefined> {
    try {
      if (token.length > maxTokenLength) throw new errors.JWTInvalid('too long')
      const { payload, protectedHeader } = await jwtVerify(token, issuer.getKey, {
        issuer: settings.OIDC_ISSUER,
        audience: settings.OIDC_AUDIENCE,
        algorithms: settings.OIDC_ALGORITHMS,
        clockTolerance: settings.OIDC_CLOCK_SKEW_SECONDS,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(deps.now()),
      })
      requireTokenType(protectedHeader.typ, settings.OIDC_TOKEN_TYPES)
      requirePastIssue(payload, deps)
      const claims = readClaims(payload, deps)
      cache.set(key, { claims, keysVersion: issuer.keysVersion })
      return claims
    } catch (error) {
      const reason = describeFault(error)
      meters.tokenRejections.add(1, reason)
      logFailure(reason, error)
      if (error instanceof IssuerUnavailable) throw unauthorized({ isUncharged: true })
      return undefined
    }
  }

  return {
    verify(token, key) {
      issuer.refresh()
      const cached = cache.get(key)
      if (cached && cached.keysVersion === issuer.keysVersion)
        if (Date.parse(cached.claims.expiresAt) > deps.now()) return cached.claims
      return verifyUncached(token, key)
    },
  }
}

/** Requires the media type of access tokens, to reject other JWTs (RFC 8725, 3.11). */
function requireTokenType(type: unknown, allowedTypes: readonly string[]): void {
  const name = String(type ?? 'JWT').replace(/^application\//i, '')
  if (!allowedTypes.some((each) => each.toLowerCase() === name.toLowerCase()))
    throw new errors.JWTClaimValidationFailed('another type', {}, 'typ')
}

/** Rejects a token from the future, such as one issued ahead for use after a suspension. */
function requirePastIssue({ iat }: JWTPayload, { settings, now }: Deps): void {
  if (iat !== undefined && iat > now() / 1000 + settings.OIDC_CLOCK_SKEW_SECONDS)
    throw new errors.JWTClaimValidationFailed('issued in the future', {}, 'iat')
}

/** Reads the claims of a verified token. @throws JWTClaimValidationFailed without a subject */
export function readClaims(payload: JWTPayload, { settings }: Pick<Deps, 'settings'>): TokenClaims {
  const { OIDC_EMAIL_CLAIM, OIDC_EMAIL_VERIFIED_CLAIM, OIDC_SCOPE_CLAIM } = settings
  if (typeof payload.sub !== 'string' || payload.sub === '' || payload.sub.length > 255)
    throw new errors.JWTClaimValidationFailed('not a subject', payload, 'sub')
  const email = payload[OIDC_EMAIL_CLAIM]
  const isVerified = [true, 'true'].includes(payload[OIDC_EMAIL_VERIFIED_CLAIM] as boolean)
  return {
    issuer: settings.OIDC_ISSUER,
    subject: payload.sub,
    email: isVerified && typeof email === 'string' ? email : undefined,
    ...readName(payload),
    scopes: readScopes([payload[OIDC_SCOPE_CLAIM], payload['scp']]),
    expiresAt: new Date(
      ((payload.exp ?? 0) + settings.OIDC_CLOCK_SKEW_SECONDS) * 1000,
    ).toISOString(),
  }
}

/** Reads the standard claims of names (OpenID Connect Core 1.0, section 5.1). */
function readName(claims: Record<string, unknown>): { firstName: string; lastName: string } {
  const read = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '')
  const [firstWord = '', ...otherWords] = read('name').split(' ')
  const hasParts = read('given_name') !== '' || read('family_name') !== ''
  return hasParts
    ? { firstName: read('given_name'), lastName: read('family_name') }
    : { firstName: firstWord, lastName: otherWords.join(' ') }
}

/** The first words of our scopes, such as `people`. */
const scopePrefixes = [...new Set(allScopes.map((scope) => `${scope.split('.')[0]}.`))]

/**
 * Returns the scopes of a token that narrow its rights, as JSON; null if it has none. Ignores scopes
 * of the issuer, such as `openid`. A token with only unknown scopes, such as `people.read`, has no
 * rights.
 */
function readScopes(claims: unknown[]): string | null {
  const words = claims.flat().flatMap((claim) => String(claim ?? '').split(/[\s,]+/))
  const ownWords = words.filter((word) => scopePrefixes.some((prefix) => word.startsWith(prefix)))
  return ownWords.length === 0
    ? null
    : JSON.stringify(ownWords.filter((word) => allScopes.includes(word)))
}

const issuerUnavailable = 'issuer unavailable'

/** Returns a reason from a fixed list, since it becomes a metric label. */
function describeFault(error: unknown): string {
  if (error instanceof IssuerUnavailable) return issuerUnavailable
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) {
    const claim = ['iss', 'aud', 'nbf', 'typ', 'sub', 'exp', 'iat'].find(
      (each) => each === error.claim,
    )
    return `claim ${claim ?? 'other'}`
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey) return 'unknown key'
  return 'malformed'
}

const logIntervalMs = 60_000

/** Returns a function that logs each reason at most once a minute, without the token. */
function createFailureLog({ log, now }: Deps): (reason: string, error: unknown) => void {
  const loggedAt: Record<string, number> = {}
  return (reason, error) => {
    if (now() - (loggedAt[reason] ?? Number.NEGATIVE_INFINITY) < logIntervalMs) return
    loggedAt[reason] = now()
    const message = error instanceof Error ? error.message : String(error)
    log.warn({ reason, message }, 'an access token was rejected, or the issuer is unavailable')
  }
}
