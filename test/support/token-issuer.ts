/**
 * A token issuer on loopback that uses only `node:crypto`, not the library that verifies the
 * tokens. Tests can make the issuer slow, faulty or dishonest.
 */
import {
  constants,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SigningKey {
  kid: string
  alg: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** Claims to add; undefined removes a claim. */
export type Claims = Record<string, unknown>

export interface SignOptions {
  key?: SigningKey
  /** Header members to add; undefined removes a member. */
  header?: Claims
}

const encodeBase64Json = (value: unknown) =>
  Buffer.from(JSON.stringify(value)).toString('base64url')

export function createKey(alg: string): SigningKey {
  const keyPair = alg.startsWith('ES')
    ? generateKeyPairSync('ec', { namedCurve: `P-${alg.slice(2).replace('512', '521')}` })
    : alg.startsWith('Ed')
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: randomUUID(), alg, ...keyPair }
}

/** Signs a text with a key, using the algorithm of the key. */
function createSignature(text: string, { alg, privateKey }: SigningKey): Buffer {
  const hashAlgorithm = alg.startsWith('Ed') ? null : `sha${alg.slice(2)}`
  return sign(hashAlgorithm, Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
    ...(alg.startsWith('PS') && {
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
    }),
  })
}

/** Serializes a token with any header and claims. */
export function serializeToken(header: Claims, claims: Claims, signer: (text: string) => Buffer) {
  const signingInput = `${encodeBase64Json(header)}.${encodeBase64Json(claims)}`
  return `${signingInput}.${signer(signingInput).toString('base64url')}`
}

/**
 * Returns a token that is signed with HS256 and a public key as the secret, as in an algorithm
 * confusion attack (RFC 8725, section 2.1).
 */
export const createConfusedToken = (
  key: SigningKey,
  claims: Claims,
  secret: string | Buffer,
): string =>
  serializeToken({ alg: 'HS256', typ: 'JWT', kid: key.kid }, claims, (text) =>
    createHmac('sha256', secret).update(text).digest(),
  )

export class TokenIssuer {
  readonly audience = 'https://crm.example/'
  /** The published keys. By default, tokens are signed with the first key. */
  readonly keys = [createKey('ES256')]
  /** The paths of the requests received so far. */
  readonly requests: string[] = []
  /** The faults that a test has enabled. */
  readonly faults: {
    status?: number
    /** Whether requests receive no response. */
    isSilent?: boolean
    /** Metadata members to replace. */
    metadata?: Record<string, unknown>
  } = {}
  /** The ID token that is returned for every authorization code. */
  idToken = ''
  /** The clock for token times; tests set it to the server's clock. */
  clock = { now: Date.now }
  readonly #server = createServer((request, response) => this.#respond(request, response))

  static async start(): Promise<TokenIssuer> {
    const issuer = new TokenIssuer()
    await new Promise<void>((resolve) => issuer.#server.listen(0, '127.0.0.1', resolve))
    return issuer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** The settings of a server that trusts this issuer. */
  get settings(): Record<string, string> {
    return {
      OIDC_ISSUER: this.url,
      OIDC_AUDIENCE: this.audience,
      OIDC_CLIENT_ID: 'dealgraph',
    }
  }

  /** Signs a token that is valid for five minutes. */
  sign(claims: Claims = {}, options: SignOptions = {}): string {
    const { key = this.keys[0] as SigningKey, header = {} } = options
    const nowSeconds = Math.floor(this.clock.now() / 1000)
    return serializeToken(
      { alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header },
      { iss: this.url, aud: this.audience, iat: nowSeconds, exp: nowSeconds + 300, ...claims },
      (text) => createSignature(text, key),
    )
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #respond({ url: path = '' }: IncomingMessage, response: ServerResponse): void {
    this.requests.push(path)
    if (this.faults.isSilent) return
    const responseBodies: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: this.url,
        jwks_uri: `${this.url}/keys`,
        authorization_endpoint: `${this.url}/authorize`,
        token_endpoint: `${this.url}/token`,
        id_token_signing_alg_values_supported: ['ES256'],
        ...this.faults.metadata,
      },
      '/keys': { keys: this.keys.map(toPublicJwk) },
      '/token': { access_token: 'opaque', token_type: 'Bearer', id_token: this.idToken },
    }
    response.writeHead(this.faults.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(responseBodies[path] ?? {}))
  }
}

const toPublicJwk = ({ publicKey, kid, alg }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
})
