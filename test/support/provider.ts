/**
 * A certified OpenID provider (`oidc-provider`) on loopback. Users sign in on the provider's pages
 * with a name and no password, in a browser or through `authorize`. The provider uses the real
 * clock, so a test must call `server.clock.advance(Date.now() - server.clock.now())`.
 */
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type ClientMetadata, type JWK } from 'oidc-provider'
import { configureProvider, type ProviderAccount } from './provider-configuration.ts'
import { authorize, handleSignIn } from './provider-pages.ts'
import { createProviderStorage } from './provider-storage.ts'
import { testUsers } from './world.ts'

/** The id of the public client of a browser page, which uses PKCE and has no secret. */
export const publicClientId = 'react-example'
/** The confidential client with which the server signs people in. */
const confidentialClient = { id: 'dealgraph', secret: 'a-secret-of-the-provider' }

export interface ProviderOptions {
  /** The audience of JWT access tokens, which clients request as `resource`. */
  audience?: string
  accessTokenSeconds?: number
}

export interface TokenResponse {
  access_token: string
  id_token: string
  refresh_token: string
}

export interface SignInOptions {
  clientId?: string
  scope?: string
  /** The audience of the access token; null for an opaque token. */
  resource?: string | null
}

export interface TestProvider {
  issuer: string
  audience: string
  /** The accounts by name; by default, one for each user of the test world. */
  accounts: Map<string, ProviderAccount>
  /** The settings of a server that accepts this provider's tokens and signs users in through it. */
  settings: Record<string, string>
  /** The requests received so far, such as `GET /jwks`. */
  requests: string[]
  /** Allows both clients to redirect to these URLs after a sign-in or sign-out. */
  allowRedirectUrls(...urls: string[]): void
  /** Opens an authorization or sign-out URL as a browser does. @returns the final URL */
  authorize(url: string | URL, name: string): Promise<URL>
  /** Signs a person in as a page does, with the authorization code flow and PKCE. */
  signIn(name: string, options?: SignInOptions): Promise<TokenResponse>
  refresh(refreshToken: string, resource?: string): Promise<TokenResponse>
  /**
   * Generates new signing keys. @param keepsOldKeys whether the provider still publishes the old
   * keys
   */
  rotateKeys(keepsOldKeys?: boolean): void
  stop(): Promise<void>
}

const callbackUrl = 'http://127.0.0.1:9/callback'

function createKeys(): JWK[] {
  const keyPairs = [
    { alg: 'RS256', ...generateKeyPairSync('rsa', { modulusLength: 2048 }) },
    { alg: 'ES256', ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) },
  ]
  return keyPairs.map(({ alg, privateKey }) => ({
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    alg,
    use: 'sig',
    kid: randomBytes(8).toString('hex'),
  }))
}

const createClients = (returnUrls: string[]): ClientMetadata[] => {
  const commonOptions = {
    redirect_uris: [callbackUrl, ...returnUrls],
    post_logout_redirect_uris: returnUrls,
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code' as const],
  }
  return [
    { ...commonOptions, client_id: publicClientId, token_endpoint_auth_method: 'none' },
    {
      ...commonOptions,
      client_id: confidentialClient.id,
      client_secret: confidentialClient.secret,
    },
  ]
}

export async function startProvider(options: ProviderOptions = {}): Promise<TestProvider> {
  const audience = options.audience ?? 'https://crm.example/'
  const accounts: TestProvider['accounts'] = new Map(
    testUsers.map((name) => {
      const email = name === 'stranger' ? 'owner@rival.test' : `${name}@acme.test`
      return [name, { email, email_verified: true, name: `The ${name}` }]
    }),
  )
  const requests: string[] = []
  let handleRequest: RequestListener
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`)
    handleRequest(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const configuration = configureProvider(
    createProviderStorage(),
    accounts,
    audience,
    options.accessTokenSeconds,
  )
  let signingKeys: JWK[] = []
  let returnUrls: string[] = []
  const restartProvider = () => {
    const provider = new Provider(issuer, {
      ...configuration,
      jwks: { keys: signingKeys },
      clients: createClients(returnUrls),
    })
    const respond = provider.callback()
    handleRequest = (request, response) => {
      if (request.url?.startsWith('/interaction/')) void handleSignIn(provider, request, response)
      else void respond(request, response)
    }
  }
  const rotateKeys = (keepsOldKeys = true) => {
    signingKeys = [...createKeys(), ...(keepsOldKeys ? signingKeys : [])]
    restartProvider()
  }
  rotateKeys()
  const fetchTokens = async (body: Record<string, string>): Promise<TokenResponse> => {
    const response = await fetch(`${issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams(body),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as TokenResponse
  }
  const signIn: TestProvider['signIn'] = async (
    name,
    { clientId = publicClientId, scope = 'openid email', resource = audience } = {},
  ) => {
    const verifier = randomBytes(32).toString('base64url')
    const clientParameters = {
      client_id: clientId,
      redirect_uri: callbackUrl,
      ...(resource && { resource }),
    }
    const authorizationUrl = new URL(`${issuer}/auth?response_type=code&code_challenge_method=S256`)
    for (const [key, value] of Object.entries({
      ...clientParameters,
      scope,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    }))
      authorizationUrl.searchParams.set(key, value)
    const { searchParams } = await authorize(issuer, authorizationUrl, name)
    return fetchTokens({
      ...clientParameters,
      ...(clientId === confidentialClient.id && { client_secret: confidentialClient.secret }),
      grant_type: 'authorization_code',
      code: searchParams.get('code') ?? '',
      code_verifier: verifier,
    })
  }
  return {
    issuer,
    audience,
    accounts,
    requests,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_AUDIENCE: audience,
      OIDC_CLIENT_ID: confidentialClient.id,
      OIDC_CLIENT_SECRET: confidentialClient.secret,
    },
    allowRedirectUrls: (...urls) => {
      returnUrls = [...new Set([...returnUrls, ...urls])]
      restartProvider()
    },
    authorize: (url, name) => authorize(issuer, url, name),
    signIn,
    refresh: (refreshToken, resource = audience) =>
      fetchTokens({
        client_id: publicClientId,
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        resource,
      }),
    rotateKeys,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
