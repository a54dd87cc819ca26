import type { AdapterFactory, Configuration } from 'oidc-provider'
import { allScopes } from '../../src/access/scopes.ts'
import { formatPage } from './provider-pages.ts'

/** The claims of an account. The subject is the name with which a person signs in. */
export interface ProviderAccount {
  email: string
  email_verified: boolean
  name: string
}

export function configureProvider(
  adapter: AdapterFactory,
  accounts: Map<string, ProviderAccount>,
  audience: string,
  accessTokenSeconds = 300,
): Configuration {
  const resourceScope = allScopes.join(' ')
  return {
    adapter,
    cookies: { keys: ['cookie-signing-key'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: () => true,
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      Session: 3600,
      Grant: 3600,
      Interaction: 600,
      IdToken: 300,
      RefreshToken: 3600,
    },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, name) => {
      const account = accounts.get(name)
      return account && { accountId: name, claims: () => ({ sub: name, ...account }) }
    },
    extraTokenClaims: (_, token) => ({
      ...('accountId' in token && accounts.get(token.accountId ?? '')),
    }),
    // Grants consent automatically, because no test covers the consent page.
    loadExistingGrant: async ({ oidc }) => {
      const { session, client, provider } = oidc
      const grantOwner = { accountId: session?.accountId ?? '', clientId: client?.clientId ?? '' }
      const grant = new provider.Grant(grantOwner)
      grant.addOIDCScope('openid email profile offline_access')
      grant.addResourceScope(audience, resourceScope)
      await grant.save()
      return grant
    },
    renderError: (ctx, { error, error_description: reason }) => {
      ctx.type = 'text'
      ctx.body = `${error}: ${reason}`
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: resourceScope,
          audience,
          accessTokenTTL: accessTokenSeconds,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => {
          ctx.body = formatPage(
            'Sign out',
            `${form}<button name="logout" value="yes" form="op.logoutForm">Sign out</button>`,
          )
        },
        postLogoutSuccessSource: (ctx) => {
          ctx.body = formatPage('Signed out', '')
        },
      },
    },
  }
}
