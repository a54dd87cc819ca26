/** The issuer of access tokens: its metadata and signing keys, which are refreshed as they age. */
import { createLocalJWKSet, errors, type FlattenedJWSInput, type JWTHeaderParameters } from 'jose'

/** The part of the issuer's metadata for tokens and sign-in (OpenID Connect Discovery 1.0). */
type IssuerMetadata = { issuer: string; jwks_uri: string }

/** Maximum time for a response of the issuer. */
const fetchTimeoutMs = 3000
/** Minimum time between attempts to load the keys because of a token with an unknown key. */
const cooldownMs = 10_000
/** The age at which keys are loaded again in the background, so that removed keys expire. */
const maxKeyAgeMs = 600_000
const maxResponseCharacters = 500_000

type KeySet = ReturnType<typeof createLocalJWKSet>

/** A token could not be checked, since the keys of the issuer could not be loaded. */
export class IssuerUnavailable extends Error {}

/** Keeps the keys of the issuer; while it cannot be reached, the keys loaded last stay valid. */
export class Issuer {
  readonly #url: string
  readonly #now: () => number
  readonly #onFailure: (error: unknown) => void
  #keys: KeySet | undefined
  #keysText = ''
  #loadedAt = Number.NEGATIVE_INFINITY
  #attemptedAt = Number.NEGATIVE_INFINITY
  #pendingLoad: Promise<void> | undefined
  #hasFailed = false
  /** Changes with the keys, so that tokens verified with a removed key are verified again. */
  keysVersion = 0

  /** @param onFailure called if the metadata or keys cannot be loaded */
  constructor(url: string, now: () => number, onFailure: (error: unknown) => void) {
    this.#url = url
    this.#now = now
    this.#onFailure = onFailure
  }

  /** Starts loading keys that are too old, without waiting for them. */
  refresh(): void {
    if (this.#now() - this.#loadedAt > maxKeyAgeMs) void this.#load()
  }

  /**
   * Finds the key of a token, as `jwtVerify` asks for it.
   * @throws JWKSNoMatchingKey, or IssuerUnavailable if newer keys could not be loaded
   */
  readonly getKey = async (header: JWTHeaderParameters, token: FlattenedJWSInput) => {
    this.refresh()
    if (!this.#keys) await this.#load()
    try {
      return await this.#find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      await this.#load()
      if (this.#hasFailed) throw new IssuerUnavailable('unknown key')
      return this.#find(header, token)
    }
  }

  async #find(header: JWTHeaderParameters, token: FlattenedJWSInput) {
    if (!this.#keys) throw new errors.JWKSNoMatchingKey()
    return this.#keys(header, token)
  }

  /** Loads the keys unless this was tried within the cool-down; concurrent callers share a load. */
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
    const keysText = JSON.stringify(keySet)
    if (keysText !== this.#keysText) {
      this.#keys = createLocalJWKSet(keySet as Parameters<typeof createLocalJWKSet>[0])
      this.#keysText = keysText
      this.keysVersion++
    }
    this.#loadedAt = this.#now()
    this.#hasFailed = false
  }
}

/** @throws Error if the issuer cannot be reached, or its metadata names another issuer */
export async function loadIssuerMetadata(issuer: string): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const metadata = (await fetchJson(url)) as Partial<IssuerMetadata>
  if (metadata.issuer !== issuer)
    throw new Error(`${url} names the issuer ${metadata.issuer}, but OIDC_ISSUER is ${issuer}`)
  const { jwks_uri } = metadata
  if (typeof jwks_uri !== 'string' || !isSecureUrl(jwks_uri))
    throw new Error(`${url} has no jwks_uri with https`)
  return { issuer, jwks_uri }
}

/** Returns whether a URL uses https, or http on a loopback host. */
export function isSecureUrl(text: string): boolean {
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
  if (response.status !== 200) throw new Error(`${url} responded with status ${response.status}`)
  const text = await response.text()
  if (text.length > maxResponseCharacters) throw new Error(`${url} responded with too much text`)
  return JSON.parse(text) as unknown
}
