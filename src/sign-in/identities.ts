/** Finds the users bound to identities (an issuer's token subjects), and binds new identities. */
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
const subjectIdentitiesQuery = query((k, p: { issuer: string; subject: string }) =>
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

/** CROSSES COMPANIES: users of several companies can have the same email. */
const usersByEmailQuery = query((k, p: { emailKey: string }) =>
  selectUsers(k).where('users.emailKey', '=', p.emailKey),
)

/** Returns the active users bound to a subject, at most one per company. */
const findIdentities = async (deps: Deps, db: Db, { issuer, subject }: TokenClaims) =>
  (await db.all(subjectIdentitiesQuery, { issuer, subject })).filter((user) =>
    acceptsCallers(deps, user),
  )

/** Returns the active users with the email address, at most one per company. */
const findUsersByEmail = async (deps: Deps, db: Db, email: string) =>
  (await db.all(usersByEmailQuery, { emailKey: email.toLowerCase() })).filter((user) =>
    acceptsCallers(deps, user),
  )

export type UserIdentity = Awaited<ReturnType<typeof findIdentities>>[number]

/** Finds a subject's user in company `companyId`, or the only user. @throws BAD_REQUEST */
export const findIdentity = async (
  deps: Deps,
  db: Db,
  claims: TokenClaims,
  companyId: string | undefined,
): Promise<UserIdentity | undefined> =>
  chooseUser(await findIdentities(deps, db, claims), companyId)

/** Finds a subject's user, or binds a new subject to a user. @throws BAD_REQUEST */
export async function findOrBindIdentity(
  deps: Deps,
  claims: TokenClaims,
  companyId: string | undefined,
): Promise<UserIdentity | undefined> {
  const find = () =>
    deps.store.allCompanies.readLatest((db) => findIdentity(deps, db, claims, companyId))
  return (await find()) ?? ((await bindIdentity(deps, claims, companyId)) ? find() : undefined)
}

/**
 * Lists the companies that a person can choose at sign-in: those of the person's identities or, if
 * there are none, those of users with the person's email.
 */
export async function listCompanies(deps: Deps, claims: TokenClaims) {
  const users = await deps.store.allCompanies.readLatest(async (db) => {
    const identities = await findIdentities(deps, db, claims)
    return identities.length > 0 || !claims.email
      ? identities
      : findUsersByEmail(deps, db, claims.email)
  })
  return users.map(({ companyId, companyName }) => ({ id: companyId, name: companyName }))
}

/**
 * Binds an identity to the user with the same email, who is created if `OIDC_PROVISION` allows it.
 * @returns false if the email is missing, if no active user has it and none is created,
 * or if the user has another identity of the issuer
 * @throws BAD_REQUEST if users of several companies have the email and `companyId` is undefined
 */
export async function bindIdentity(deps: Deps, claims: TokenClaims, companyId: string | undefined) {
  const { email } = claims
  if (!email) return false
  const users = await deps.store.allCompanies.readLatest((db) => findUsersByEmail(deps, db, email))
  const company = await findCompany(deps, chooseUser(users, companyId)?.companyId, companyId)
  return (
    company !== undefined &&
    runAsSystem(deps, company, (ctx) => bindToUser(ctx, { ...claims, email }))
  )
}

/** Finds the user's company or, for an unknown person, the company in which users are created. */
async function findCompany(
  deps: Deps,
  userCompanyId: string | undefined,
  namedCompanyId: string | undefined,
): Promise<CompanyRow | undefined> {
  const { OIDC_PROVISION, OIDC_COMPANY } = deps.settings
  const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))
  if (userCompanyId) return companies.find(({ id }) => id === userCompanyId)
  if (OIDC_PROVISION === 'off') return undefined
  const company = companies.find(({ id }) =>
    OIDC_COMPANY ? id === OIDC_COMPANY : companies.length === 1,
  )
  if (!company)
    deps.log.warn(
      'OIDC_PROVISION cannot create a user: set OIDC_COMPANY to the id of one of the companies',
    )
  return namedCompanyId === undefined || namedCompanyId === company?.id ? company : undefined
}

/** Repeats the checks in the transaction, since a person's requests can arrive simultaneously. */
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

/** Returns the user in company `companyId`, or the only user. @throws BAD_REQUEST for several */
function chooseUser<U extends { companyId: string }>(
  users: readonly U[],
  companyId: string | undefined,
): U | undefined {
  if (companyId !== undefined) return users.find((user) => user.companyId === companyId)
  if (users.length > 1)
    throw badRequest(
      `You are a user of several companies: set X-Company-Id to the id of one of them (${users.map((user) => user.companyId).join(', ')})`,
    )
  return users[0]
}
