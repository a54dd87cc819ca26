/** The access token issuer: its metadata and signing keys, which are refreshed regularly. */
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'

/** The issuer metadata that token verification needs (OpenID Connect Discovery 1.0). */
type IssuerMetadata = { issuer: string; jwks_uri: string }

/** The maximum time for a response from the issuer. */
const fetchTimeoutMs = 3000
/** The minimum time between attempts to load the keys, for example after an unknown key id. */
const cooldownMs = 10_000
/** The age at which keys are reloaded in the background, so that removed keys become invalid. */
const maxKeyAgeMs = 600_000
const maxResponseCharacters = 500_000

type KeySet = ReturnType<typeof createLocalJWKSet>

/** Thrown if a token cannot be verified because the issuer's keys cannot be loaded. */
export class IssuerUnavailable extends Error {}

/** Caches the issuer's keys. While the issuer is unreachable, the last loaded keys stay valid. */
export class Issuer {
  readonly #url: string
  readonly #now: () => number
  readonly #onFailure: (error: unknown) => void
  #keys: KeySet | undefined
  #keySetJson = ''
  #loadedAt = Number.NEGATIVE_INFINITY
  #attemptedAt = Number.NEGATIVE_INFINITY
  #pendingLoad: Promise<void> | undefined
  #hasFailed = false
  /** Incremented when the keys change, so that cached tokens are verified with the new keys. */
  keysVersion = 0

  /** @param onFailure called if the issuer's metadata or keys cannot be loaded */
  constructor(url: string, now: () => number, onFailure: (error: unknown) => void) {
    this.#url = url
    this.#now = now
    this.#onFailure = onFailure
  }

  /** Starts reloading keys that are too old, without waiting for the new keys. */
  refresh(): void {
    if (this.#now() - this.#loadedAt > maxKeyAgeMs) void this.#load()
  }

  /**
   * Finds the key that verifies a token; passed to `jwtVerify`.
   * @throws JWKSNoMatchingKey, or IssuerUnavailable if newer keys could not be loaded
   */
  readonly getKey = async (header: JWTHeaderParameters, token: FlattenedJWSInput) => {
    if (!this.#keys) await this.#load()
    try {
      return await this.#find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#load()
      if (this.#hasFailed) throw new IssuerUnavailable('The signing keys cannot be loaded')
      return this.#find(header, token)
    }
  }

  async #find(header: JWTHeaderParameters, token: FlattenedJWSInput) {
    if (!this.#keys) throw new errors.JWKSNoMatchingKey()
    return this.#keys(header, token)
  }

  /** Loads the keys, at most once per `cooldownMs`. Concurrent callers share an attempt. */
  #load(): Promise<void> {
    if (!this.#pendingLoad && this.#now() - this.#attemptedAt < cooldownMs) return Promise.resolve()
    this.#attemptedAt = this.#now()
    this.#pendingLoad ??= this.#loadKeys()
      .catch((error: unknown) => {
        this.#hasFailed = true
        this.#onFailure(error)
      })
      .finally(() => {
        this.#pendingLoad = undefined
      })
    return this.#pendingLoad
  }

  async #loadKeys(): Promise<void> {
    const { jwks_uri } = await loadIssuerMetadata(this.#url)
    const keySet = await fetchJson(jwks_uri)
    const keySetJson = JSON.stringify(keySet)
    if (keySetJson !== this.#keySetJson) {
      this.#keys = createLocalJWKSet(keySet as Parameters<typeof createLocalJWKSet>[0])
      this.#keySetJson = keySetJson
      this.keysVersion++
    }
    this.#loadedAt = this.#now()
    this.#hasFailed = false
  }
}

/** @throws Error if the metadata cannot be loaded, names another issuer or has no HTTPS key URL */
export async function loadIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const metadata = (await fetchJson(url)) as Partial<IssuerMetadata>
  if (metadata.issuer !== issuer)
    throw new Error(`${url} names the issuer ${metadata.issuer}, but OIDC_ISSUER is ${issuer}`)
  const { jwks_uri } = metadata
  if (typeof jwks_uri !== 'string' || !isSecureUrl(jwks_uri))
    throw new Error(`${url} has no jwks_uri that begins with https://`)
  return { issuer, jwks_uri }
}

/** Returns whether a URL uses https, or http on a loopback host. */
function isSecureUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLocal)
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.timeout(fetchTimeoutMs),
  })
  if (response.status !== 200) throw new Error(`${url} returned status ${response.status}`)
  const text = await response.text()
  if (text.length > maxResponseCharacters) throw new Error(`${url} returned an oversized response`)
  return JSON.parse(text) as unknown
}
