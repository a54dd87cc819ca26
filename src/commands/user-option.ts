import type { Deps } from '../context.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { emailKeyOf, type UserRow } from '../resources/users/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { companyById, usersByEmail } from './queries.ts'

/** Whom a command is for, as its options say. */
export interface UserOption {
  user: string
  company?: string
}

export const companyOption = [
  '--company <id>',
  'which company, where the address is known in several',
] as const

/** The company of a record. @throws OperatorError */
export async function companyOf(
  deps: Deps,
  { companyId }: { companyId: string },
): Promise<CompanyRow> {
  const company = await deps.store.everyCompany.look((db) =>
    db.first(companyById, { id: companyId }),
  )
  if (!company) throw new OperatorError(`There is no company ${companyId}.`)
  return company
}

/**
 * The user with an email address, in whichever company. @throws OperatorError when there is none,
 * or more than one
 */
export async function findUser(deps: Deps, { user: email, company }: UserOption): Promise<UserRow> {
  const known = await deps.store.everyCompany.look((db) =>
    db.all(usersByEmail, { emailKey: emailKeyOf(email.trim()) }),
  )
  const users = company ? known.filter((user) => user.companyId === company) : known
  const [user, another] = users
  if (!user)
    throw new OperatorError(
      `No user${company ? ` of ${company}` : ''} has the email address ${email}.`,
    )
  if (another)
    throw new OperatorError(
      `${email} is known in several companies; add --company, one of ${users.map((each) => `${each.companyId} (${each.companyName})`).join(', ')}.`,
    )
  return user
}
