/**
 * Signs in at the provider by authorization code with PKCE. Tokens are kept in memory only; after a
 * reload, the session at the provider makes another form unnecessary.
 */
import * as oidc from 'openid-client'

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

const { VITE_ISSUER, VITE_CLIENT_ID, VITE_AUDIENCE: resource } = import.meta.env
const redirectUri = `${location.origin}/`
/** Tokens are refreshed before they expire, so that they are still valid at the server. */
const refreshMarginSeconds = 2
const issuer = new URL(VITE_ISSUER)
/** Only a provider on this machine may use plain HTTP. */
const isLocal = ['127.0.0.1', 'localhost'].includes(issuer.hostname)
const options = isLocal ? { execute: [oidc.allowInsecureRequests] } : {}
const provider = await oidc.discovery(issuer, VITE_CLIENT_ID, undefined, oidc.None(), options)

let tokens: Tokens | undefined
let refresh: Promise<void> | undefined

export const isSignedIn = () => tokens !== undefined

/** A refresh may return no new refresh token and no new ID token: the earlier ones stay valid. */
function keepTokens(response: Tokens): void {
  const { refresh_token = tokens?.refresh_token, id_token = tokens?.id_token } = response
  tokens = Object.assign(response, { refresh_token, id_token })
}

/** Leaves the page for the provider, which returns to it. */
export async function signIn(): Promise<void> {
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  sessionStorage.setItem('sign-in', JSON.stringify({ verifier, state }))
  const parameters = {
    redirect_uri: redirectUri,
    scope: 'openid email offline_access',
    resource,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
  }
  location.assign(oidc.buildAuthorizationUrl(provider, parameters))
}

/** Exchanges the code for tokens if the provider has returned to the page. */
export async function finishSignIn(): Promise<void> {
  const address = new URL(location.href)
  const pendingSignIn = sessionStorage.getItem('sign-in')
  if (!address.searchParams.has('state') || !pendingSignIn) return
  sessionStorage.removeItem('sign-in')
  history.replaceState(null, '', redirectUri)
  const { verifier, state } = JSON.parse(pendingSignIn)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  keepTokens(await oidc.authorizationCodeGrant(provider, address, checks, { resource }))
}

async function refreshTokens(): Promise<void> {
  try {
    const refreshToken = tokens?.refresh_token ?? ''
    keepTokens(await oidc.refreshTokenGrant(provider, refreshToken, { resource }))
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError) await signIn()
    throw error
  } finally {
    refresh = undefined
  }
}

/** Returns a valid access token. Simultaneous calls share one refresh. */
export async function getAccessToken(): Promise<string> {
  if ((tokens?.expiresIn() ?? 0) < refreshMarginSeconds) refresh ??= refreshTokens()
  await refresh
  return tokens?.access_token ?? ''
}

/** Ends the session at the provider, which returns to the page. */
export function signOut(): void {
  const idToken = tokens?.id_token ?? ''
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: redirectUri }
  location.assign(oidc.buildEndSessionUrl(provider, parameters))
}
