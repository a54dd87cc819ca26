/**
 * Signs in with the OpenID provider, using the authorization code flow and PKCE. Tokens are kept
 * only in memory. After a reload, the provider signs the user in again without a form, because its
 * session still exists.
 */
import * as oidc from 'openid-client'

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers

const { VITE_ISSUER, VITE_CLIENT_ID, VITE_AUDIENCE: resource } = import.meta.env
const redirectUri = `${location.origin}/`
/**
 * An access token with a shorter remaining lifetime is refreshed, so that each token is still valid
 * when it reaches the server.
 */
const refreshMarginSeconds = 2
const issuer = new URL(VITE_ISSUER)
/** Only a provider on this machine may use plain HTTP. */
const isLocal = ['127.0.0.1', 'localhost'].includes(issuer.hostname)
const options = isLocal ? { execute: [oidc.allowInsecureRequests] } : {}
const provider = await oidc.discovery(issuer, VITE_CLIENT_ID, undefined, oidc.None(), options)

let tokens: Tokens | undefined
let pendingRefresh: Promise<void> | undefined

export const isSignedIn = () => tokens !== undefined

/**
 * Stores the tokens. If a refresh response contains no refresh token or ID token, the previous one
 * remains valid.
 */
function storeTokens(response: Tokens): void {
  const { refresh_token = tokens?.refresh_token, id_token = tokens?.id_token } = response
  tokens = Object.assign(response, { refresh_token, id_token })
}

/** Redirects to the provider, which redirects back to this page after the sign-in. */
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

/** Exchanges the code for tokens if the provider has redirected back to this page. */
export async function finishSignIn(): Promise<void> {
  const callbackUrl = new URL(location.href)
  const pendingSignIn = sessionStorage.getItem('sign-in')
  if (!callbackUrl.searchParams.has('state') || !pendingSignIn) return
  sessionStorage.removeItem('sign-in')
  history.replaceState(null, '', redirectUri)
  const { verifier, state } = JSON.parse(pendingSignIn)
  const checks = { pkceCodeVerifier: verifier, expectedState: state, idTokenExpected: true }
  storeTokens(await oidc.authorizationCodeGrant(provider, callbackUrl, checks, { resource }))
}

async function refreshTokens(): Promise<void> {
  try {
    const refreshToken = tokens?.refresh_token ?? ''
    storeTokens(await oidc.refreshTokenGrant(provider, refreshToken, { resource }))
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError) await signIn()
    throw error
  } finally {
    pendingRefresh = undefined
  }
}

/** Returns a valid access token. Simultaneous calls share one refresh. */
export async function getAccessToken(): Promise<string> {
  if ((tokens?.expiresIn() ?? 0) < refreshMarginSeconds) pendingRefresh ??= refreshTokens()
  await pendingRefresh
  return tokens?.access_token ?? ''
}

/** Redirects to the provider, which ends its session and redirects back to this page. */
export function signOut(): void {
  const idToken = tokens?.id_token ?? ''
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: redirectUri }
  location.assign(oidc.buildEndSessionUrl(provider, parameters))
}
