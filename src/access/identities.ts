/** Finds the users to whom an identity, the subject of an issuer's tokens, is bound. */
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { TokenClaims } from './access-tokens.ts'
import type { Authentication } from './scopes.ts'
import { type Caller, companyColumns, createViewer } from './viewers.ts'

/** CROSSES COMPANIES: a person can be a user of several. Excludes suspended users. */
const identitiesOfSubject = query((k, p: { issuer: string; subject: string }) =>
  k
    .selectFrom('identities')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'identities.companyId')
        .onRef('users.id', '=', 'identities.userId'),
    )
    .innerJoin('companies', 'companies.id', 'identities.companyId')
    .where('identities.issuer', '=', p.issuer)
    .where('identities.subject', '=', p.subject)
    .select(['identities.id as identityId', 'identities.companyId'])
    .select([
      'users.id as userId',
      'users.firstName',
      'users.lastName',
      'users.role',
      'users.suspendedAt',
    ])
    .select(companyColumns)
    .select('companies.isDemo'),
)

/** Returns the active users of a subject, at most one for each company. */
export const findIdentities = async (db: Db, { issuer, subject }: TokenClaims) =>
  (await db.all(identitiesOfSubject, { issuer, subject })).filter((row) => !row.suspendedAt)

export type IdentityOfUser = Awaited<ReturnType<typeof findIdentities>>[number]

/** Loads the caller of an identity. @param scopes a JSON list that narrows the rights, or null */
export async function loadCaller(
  db: Db,
  identity: IdentityOfUser,
  scopes: string | null,
  authentication: Authentication,
): Promise<Caller> {
  const credential = { credentialId: identity.identityId, scopes, authentication }
  return {
    viewer: await createViewer(db, identity, credential),
    isDemo: identity.isDemo === 1,
  }
}

/** CROSSES COMPANIES: an email can belong to users of several. Excludes suspended users. */
const usersOfEmail = query((k, p: { emailKey: string }) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .where('users.emailKey', '=', p.emailKey)
    .where('users.suspendedAt', 'is', null)
    .select(['users.companyId', 'users.id as userId', 'companies.isDemo'])
    .select('companies.name as companyName'),
)

/** Returns the active users with an email, at most one for each company. */
export const findUsersOfEmail = (db: Db, email: string) =>
  db.all(usersOfEmail, { emailKey: email.toLowerCase() })
