import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { providerSettings } from './sign-in.ts'

/** An issuer of access tokens on loopback, without sign-in. */
export interface TestIssuer {
  settings: Record<string, string>
  /** Signs a token that is valid for an hour. */
  sign(claims: JWTPayload, nowMs: number): Promise<string>
  stop(): Promise<void>
}

export async function startIssuer(): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: '1' }]
  let issuer = ''
  const server = createServer((request, response) => {
    const body = request.url === '/jwks' ? { keys } : { issuer, jwks_uri: `${issuer}/jwks` }
    response.end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { ...providerSettings, OIDC_ISSUER: issuer },
    sign: (claims, nowMs) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: '1', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience(providerSettings.OIDC_AUDIENCE)
        .setExpirationTime(nowMs / 1000 + 3600)
        .sign(privateKey),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
