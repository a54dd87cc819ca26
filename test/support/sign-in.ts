import { hash } from 'node:crypto'
import type { Deps } from '../../src/context.ts'
import { allCompanies, runAsSystem } from '../../src/resources/companies/operations.ts'
import type { CompanyRow } from '../../src/resources/companies/table.ts'
import { createIdentity, type IdentityRow } from '../../src/resources/identities/operations.ts'
import { createSession, type SessionRow } from '../../src/resources/sessions/operations.ts'
import { activeOwners } from '../../src/resources/users/operations.ts'

export interface SignIn {
  identity: IdentityRow
  session: SessionRow
}

/** The settings for an OpenID provider, which is contacted only to verify a token. */
export const providerSettings = {
  PUBLIC_URL: 'https://crm.example',
  OIDC_ISSUER: 'https://login.test',
  OIDC_AUDIENCE: 'https://crm.example',
  OIDC_CLIENT_ID: 'dealgraph',
}

/** Binds an identity to a user and creates a session, as a sign-in does. */
export const signInUser = (
  deps: Deps,
  company: CompanyRow,
  user: { id: string; email: string },
  issuer = providerSettings.OIDC_ISSUER,
): Promise<SignIn> =>
  runAsSystem(deps, company, async (ctx) => {
    const { id: userId, email } = user
    const identity = await createIdentity(ctx, { userId, issuer, subject: `sub-${email}`, email })
    const session = await createSession(ctx, {
      userId,
      identityId: identity.id,
      hash: hash('sha256', identity.id),
      userAgent: 'Browser of a test',
      idToken: Buffer.from('secret ID token'),
    })
    return { identity, session }
  })

/** Signs in an Owner of the demo company, so that examples find an identity and a session. */
export async function signInDemoOwner(deps: Deps): Promise<void> {
  const [company] = await deps.store.allCompanies.read((db) => db.all(allCompanies, {}))
  if (!company) throw new Error('the demo company does not exist')
  const [owner] = await deps.store.allCompanies.read((db) =>
    db.all(activeOwners, { companyId: company.id }),
  )
  await signInUser(deps, company, { id: owner?.id ?? '', email: 'ingrid@northwind.example' })
}
