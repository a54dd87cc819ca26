/**
 * An issuer of access tokens on loopback, written with node:crypto alone, so that tokens come from
 * another library than the one that verifies them. Tests can make it slow, broken or dishonest.
 */
import {
  constants,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SigningKey {
  kid: string
  alg: string
  privateKey: KeyObject
  publicKey: KeyObject
}

export interface TestIssuer {
  url: string
  audience: string
  /** The published keys; the first one signs by default. */
  keys: SigningKey[]
  /** The paths of the requests so far. */
  requests: string[]
  /** The faults that tests switch on. */
  faults: {
    status?: number
    /** Leaves requests without a response. */
    hangs?: boolean
    /** Replaces members of the metadata. */
    metadata?: Record<string, unknown>
  }
  /** Signs a token of a subject that is valid for five minutes. */
  sign(claims?: Claims, options?: SignOptions): string
  stop(): Promise<void>
}

/** Claims to add; undefined removes a claim. */
export type Claims = Record<string, unknown>

export interface SignOptions {
  key?: SigningKey
  /** Members of the header to add; undefined removes one. */
  header?: Claims
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

export function createKey(alg: string): SigningKey {
  const pair = alg.startsWith('ES')
    ? generateKeyPairSync('ec', { namedCurve: `P-${alg.slice(2).replace('512', '521')}` })
    : alg.startsWith('Ed')
      ? generateKeyPairSync('ed25519')
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid: randomUUID(), alg, ...pair }
}

/** Returns a signature of a key by its algorithm. */
function createSignature(text: string, { alg, privateKey }: SigningKey): Buffer {
  const hash = alg.startsWith('Ed') ? null : `sha${alg.slice(2)}`
  return sign(hash, Buffer.from(text), {
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
  const text = `${encode(header)}.${encode(claims)}`
  return `${text}.${signer(text).toString('base64url')}`
}

/** A token signed by HS256 with the text of a public key as its secret (RFC 8725, 2.1). */
export const confuseKey = (key: SigningKey, claims: Claims, secret: string | Buffer): string =>
  serializeToken({ alg: 'HS256', typ: 'JWT', kid: key.kid }, claims, (text) =>
    createHmac('sha256', secret).update(text).digest(),
  )

/** Starts an issuer; tests set its clock to that of the server. */
export async function startIssuer(): Promise<TestIssuer & { clock: { now: () => number } }> {
  const keys = [createKey('ES256')]
  const requests: string[] = []
  const faults: TestIssuer['faults'] = {}
  const clock = { now: Date.now }
  const audience = 'https://crm.example/'
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    if (faults.hangs) return
    const body = request.url?.startsWith('/.well-known/')
      ? { issuer: url, jwks_uri: `${url}/keys`, ...faults.metadata }
      : { keys: keys.map(publish) }
    response.writeHead(faults.status ?? 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    audience,
    keys,
    requests,
    faults,
    clock,
    sign: (claims = {}, { key = keys[0] as SigningKey, header = {} } = {}) => {
      const now = Math.floor(clock.now() / 1000)
      return serializeToken(
        { alg: key.alg, typ: 'at+jwt', kid: key.kid, ...header },
        { iss: url, aud: audience, iat: now, exp: now + 300, ...claims },
        (text) => createSignature(text, key),
      )
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const publish = ({ publicKey, kid, alg }: SigningKey) => ({
  ...publicKey.export({ format: 'jwk' }),
  kid,
  alg,
  use: 'sig',
})
