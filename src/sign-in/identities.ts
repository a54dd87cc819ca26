/** Finds the users of identities, the subjects of an issuer's tokens, and binds new identities. */
import type { TokenClaims } from '../access/access-tokens.ts'
import { acceptsCallers, selectUsers } from '../access/viewers.ts'
import type { Context, Deps } from '../context.ts'
import { badRequest } from '../errors.ts'
import { allCompanies, runAsSystem } from '../resources/companies/operations.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { createIdentity, hasIdentity } from '../resources/identities/operations.ts'
import { createUser, findUserByEmail } from '../resources/users/operations.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'

/** CROSSES COMPANIES: a person can be a user of several companies. */
const identitiesOfSubject = query((k, p: { issuer: string; subject: string }) =>
  selectUsers(k)
    .innerJoin('identities', (join) =>
      join
        .onRef('identities.companyId', '=', 'users.companyId')
        .onRef('identities.userId', '=', 'users.id'),
    )
    .where('identities.issuer', '=', p.issuer)
    .where('identities.subject', '=', p.subject)
    .select('identities.id as identityId'),
)

/** CROSSES COMPANIES: an email can belong to users of several companies. */
const usersOfEmail = query((k, p: { emailKey: string }) =>
  selectUsers(k).where('users.emailKey', '=', p.emailKey),
)

/** Returns the active users of a subject, at most one for each company. */
const findIdentities = async (deps: Deps, db: Db, { issuer, subject }: TokenClaims) =>
  (await db.all(identitiesOfSubject, { issuer, subject })).filter((user) =>
    acceptsCallers(deps, user),
  )

/** Returns the active users with an email, at most one for each company. */
const findUsersOfEmail = async (deps: Deps, db: Db, email: string) =>
  (await db.all(usersOfEmail, { emailKey: email.toLowerCase() })).filter((user) =>
    acceptsCallers(deps, user),
  )

export type IdentityOfUser = Awaited<ReturnType<typeof findIdentities>>[number]

/** Finds the user of a subject in the named company, or in the only one. @throws BAD_REQUEST */
export const findIdentity = async (
  deps: Deps,
  db: Db,
  claims: TokenClaims,
  companyId: string | undefined,
): Promise<IdentityOfUser | undefined> =>
  chooseCompany(await findIdentities(deps, db, claims), companyId)

/** Finds the user of a subject, or binds a new subject to a user. @throws BAD_REQUEST */
export async function findOrBindIdentity(
  deps: Deps,
  claims: TokenClaims,
  companyId: string | undefined,
): Promise<IdentityOfUser | undefined> {
  const find = () =>
    deps.store.allCompanies.readLatest((db) => findIdentity(deps, db, claims, companyId))
  return (await find()) ?? ((await bindIdentity(deps, claims, companyId)) ? find() : undefined)
}

/** Lists the companies among which a person chooses: those of the identities, or of the email. */
export async function listCompanies(deps: Deps, claims: TokenClaims) {
  const users = await deps.store.allCompanies.readLatest(async (db) => {
    const identities = await findIdentities(deps, db, claims)
    return identities.length > 0 || !claims.email
      ? identities
      : findUsersOfEmail(deps, db, claims.email)
  })
  return users.map(({ companyId, companyName }) => ({ id: companyId, name: companyName }))
}

/** Excludes the Kelvin sign, whose lower case is the ASCII letter k. */
const emailPattern = /^[^\s@\u212a]+@[^\s@\u212a]+\.[^\s@\u212a.]+$/

/**
 * Binds an identity in the named company, or in the only one where the email belongs to a user.
 * @returns false if there is no such user, or the user has another identity of the issuer
 * @throws BAD_REQUEST if users of several companies have the email
 */
export async function bindIdentity(deps: Deps, claims: TokenClaims, companyId: string | undefined) {
  const { email } = claims
  if (!email || email.length > 254 || !emailPattern.test(email)) return false
  const users = await deps.store.allCompanies.readLatest((db) => findUsersOfEmail(deps, db, email))
  const company = await findCompany(deps, chooseCompany(users, companyId)?.companyId, companyId)
  return (
    company !== undefined &&
    runAsSystem(deps, company, (ctx) => bindToUser(ctx, { ...claims, email }))
  )
}

/** Finds the company of a user, or else the one in which unknown people become users. */
async function findCompany(
  deps: Deps,
  companyOfUser: string | undefined,
  namedCompany: string | undefined,
): Promise<CompanyRow | undefined> {
  const { OIDC_PROVISION, OIDC_COMPANY } = deps.settings
  const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))
  if (companyOfUser) return companies.find(({ id }) => id === companyOfUser)
  if (OIDC_PROVISION === 'off') return undefined
  const company = OIDC_COMPANY
    ? companies.find(({ id }) => id === OIDC_COMPANY)
    : companies.length === 1
      ? companies[0]
      : undefined
  if (!company)
    deps.log.warn(
      'OIDC_PROVISION creates no user: set OIDC_COMPANY to the id of a company, since there are several',
    )
  return namedCompany === undefined || namedCompany === company?.id ? company : undefined
}

/** Checks again in the transaction, since requests of the same person arrive together. */
async function bindToUser(ctx: Context, claims: TokenClaims & { email: string }): Promise<boolean> {
  const { email, issuer, subject, firstName, lastName } = claims
  if (await hasIdentity(ctx, issuer, 'subject', subject)) return true
  const user = await findUserByEmail(ctx, email)
  if (user?.suspendedAt || (user && (await hasIdentity(ctx, issuer, 'userId', user.id))))
    return false
  if (!user && ctx.settings.OIDC_PROVISION === 'off') return false
  const { id: userId } =
    user ??
    (await createUser(ctx, {
      email,
      role: 'Agent',
      firstName: firstName.slice(0, 50) || email.slice(0, email.indexOf('@')).slice(0, 50),
      lastName: lastName.slice(0, 50),
    }))
  await createIdentity(ctx, { userId, issuer, subject, email })
  return true
}

/** Returns the user of the named company, or of the only one. @throws BAD_REQUEST for several */
function chooseCompany<U extends { companyId: string }>(
  users: readonly U[],
  companyId: string | undefined,
): U | undefined {
  if (companyId !== undefined) return users.find((user) => user.companyId === companyId)
  if (users.length > 1)
    throw badRequest(
      `You are a user of several companies: name one of them in X-Company-Id (${users.map((user) => user.companyId).join(', ')})`,
    )
  return users[0]
}
