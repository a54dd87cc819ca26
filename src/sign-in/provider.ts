/** The OpenID provider client: authorization code flow with PKCE, and sign-out. */
import * as client from 'openid-client'
import type { Deps } from '../context.ts'

/** Maximum time to wait for a response from the provider. */
const responseTimeoutSeconds = 5

/** The values of a started sign-in, which are checked when the provider redirects back. */
export type PendingSignIn = { state: string; nonce: string; codeVerifier: string }

/** Sends the client secret by HTTP Basic, or in the body if the provider does not support Basic. */
const createClientAuthentication =
  (secret: string): client.ClientAuth =>
  (server, ...request) => {
    const authMethods = server.token_endpoint_auth_methods_supported ?? []
    const isPostOnly =
      authMethods.includes('client_secret_post') && !authMethods.includes('client_secret_basic')
    const authenticate = isPostOnly ? client.ClientSecretPost : client.ClientSecretBasic
    authenticate(secret)(server, ...request)
  }

export class Provider {
  readonly #deps: Deps
  #configuration: Promise<client.Configuration> | undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Loads the provider's metadata on the first call, and again after a failure. */
  #loadConfiguration(): Promise<client.Configuration> {
    const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_CLOCK_SKEW_SECONDS } =
      this.#deps.settings
    this.#configuration ??= client
      .discovery(
        new URL(OIDC_ISSUER),
        OIDC_CLIENT_ID,
        { [client.clockTolerance]: OIDC_CLOCK_SKEW_SECONDS },
        OIDC_CLIENT_SECRET ? createClientAuthentication(OIDC_CLIENT_SECRET) : client.None(),
        {
          timeout: responseTimeoutSeconds,
          // The settings allow `http:` only for an issuer on the same machine.
          execute: OIDC_ISSUER.startsWith('http:') ? [client.allowInsecureRequests] : [],
        },
      )
      .catch((error: unknown) => {
        this.#configuration = undefined
        throw error
      })
    return this.#configuration
  }

  /** Returns the sign-in URL, and values to check in `finishSignIn`. @param loginHint an email */
  async startSignIn(redirectUri: string, loginHint: string | undefined) {
    const configuration = await this.#loadConfiguration()
    const pending: PendingSignIn = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: this.#deps.settings.OIDC_SCOPES,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
      ...(loginHint && { login_hint: loginHint }),
    })
    return { url: url.href, pending }
  }

  /**
   * Exchanges the authorization code in the callback URL for tokens.
   * @returns the person's claims and the ID token @throws Error if a request or check fails
   */
  async finishSignIn(callbackUrl: string, { state, nonce, codeVerifier }: PendingSignIn) {
    const configuration = await this.#loadConfiguration()
    const tokens = await client.authorizationCodeGrant(configuration, new URL(callbackUrl), {
      pkceCodeVerifier: codeVerifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (!claims) throw new Error('The provider returned no ID token')
    const { OIDC_EMAIL_CLAIM } = this.#deps.settings
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
    const userInfo =
      claims[OIDC_EMAIL_CLAIM] === undefined && hasUserInfo
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : {}
    return { claims: { ...userInfo, ...claims }, idToken: tokens.id_token }
  }

  /** Returns the provider's sign-out URL; undefined if the provider has no sign-out endpoint. */
  async getSignOutUrl(idToken: string | undefined, returnTo: string): Promise<string | undefined> {
    const configuration = await this.#loadConfiguration()
    if (!configuration.serverMetadata().end_session_endpoint) return undefined
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: returnTo,
      ...(idToken && { id_token_hint: idToken }),
    }).href
  }
}
