import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { startProvider } from './support/provider.ts'

test('the OpenID provider of the tests issues JWT access tokens, refreshes them and publishes its signing keys', async () => {
  const provider = await startProvider()
  const {
    access_token: accessToken,
    id_token: idToken,
    refresh_token,
  } = await provider.signIn('owner')
  const identityClaims = { iss: provider.issuer, sub: 'owner', email: 'owner@acme.test' }
  expect(decodeJwt(accessToken)).toMatchObject({ ...identityClaims, aud: provider.audience })
  expect(decodeJwt(idToken)).toMatchObject({ ...identityClaims, email_verified: true })
  provider.rotateKeys()
  const refreshedTokens = await provider.refresh(refresh_token)
  expect(refreshedTokens.access_token).not.toBe(accessToken)
  const { keys } = (await (await fetch(`${provider.issuer}/jwks`)).json()) as { keys: object[] }
  expect(keys).toHaveLength(4)
  await expect(provider.signIn('nobody')).rejects.toThrow()
  await provider.stop()
})
