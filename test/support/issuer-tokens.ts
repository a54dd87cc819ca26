/**
 * Tokens with the claims of common issuers, and the settings that `docs/sign-in.md` documents for
 * each issuer.
 */
import type { Claims } from './token-issuer.ts'

export const email = 'agent@acme.test'
/** A token: its issuer, its claims, the required settings, and the token header. */
type IssuerToken = [name: string, claims: Claims, settings: Record<string, string>, header: Claims]
export const issuerTokens: IssuerToken[] = [
  [
    'Keycloak',
    {
      aud: ['https://crm.example/', 'account'],
      typ: 'Bearer',
      azp: 'app',
      sid: 'a',
      acr: '1',
      realm_access: { roles: ['offline_access', 'uma_authorization'] },
      scope: 'openid profile email',
      email_verified: true,
      preferred_username: 'agent',
      email,
    },
    {},
    { typ: 'JWT' },
  ],
  [
    'Entra ID',
    {
      ver: '2.0',
      tid: 'tenant',
      oid: 'object',
      azp: 'app',
      scp: 'access_as_user',
      email,
      xms_edov: true,
      preferred_username: email,
    },
    { OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov' },
    { typ: 'JWT' },
  ],
  [
    'Auth0',
    {
      'https://crm.example/email': email,
      'https://crm.example/email_verified': true,
      aud: ['https://crm.example/', 'https://tenant.eu.auth0.com/userinfo'],
      scope: 'openid profile email offline_access',
      azp: 'app',
      permissions: [],
    },
    {
      OIDC_EMAIL_CLAIM: 'https://crm.example/email',
      OIDC_EMAIL_VERIFIED_CLAIM: 'https://crm.example/email_verified',
    },
    { typ: 'at+jwt' },
  ],
  [
    'Google',
    {
      aud: '1-a.apps.googleusercontent.com',
      azp: '1-a',
      at_hash: 'x',
      email_verified: true,
      email,
    },
    { OIDC_AUDIENCE: '1-a.apps.googleusercontent.com' },
    { typ: 'JWT' },
  ],
  [
    'Supabase',
    {
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      session_id: 'a',
      email,
      email_verified: true,
      phone: '',
      app_metadata: { provider: 'email' },
      user_metadata: { email_verified: true },
      is_anonymous: false,
    },
    { OIDC_AUDIENCE: 'authenticated' },
    { typ: 'JWT' },
  ],
  [
    'Authentik',
    {
      aud: 'client',
      azp: 'client',
      uid: 'u',
      acr: 'default',
      email,
      email_verified: true,
      groups: ['crm'],
    },
    { OIDC_AUDIENCE: 'client' },
    { typ: 'JWT' },
  ],
]
