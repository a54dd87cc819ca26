/** The user or company that a command is run for. */
import type { Deps } from '../context.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { emailKeyOf, type UserRow } from '../resources/users/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { companyById, usersByEmail } from './queries.ts'

export interface UserOption {
  user: string
  company?: string
}

export const companyOption = [
  '--company <id>',
  'the company of the user, if the email address belongs to several',
] as const

/** The company of a record. @throws OperatorError if it does not exist */
export async function companyOf(
  deps: Deps,
  { companyId }: { companyId: string },
): Promise<CompanyRow> {
  const company = await deps.store.allCompanies.readLatest((db) =>
    db.first(companyById, { id: companyId }),
  )
  if (!company) throw new OperatorError(`There is no company ${companyId}.`)
  return company
}

/** The user with an email address. @throws OperatorError unless there is exactly one */
export async function findUser(deps: Deps, { user: email, company }: UserOption): Promise<UserRow> {
  const usersOfAllCompanies = await deps.store.allCompanies.readLatest((db) =>
    db.all(usersByEmail, { emailKey: emailKeyOf(email.trim()) }),
  )
  const users = usersOfAllCompanies.filter((user) => !company || user.companyId === company)
  const [user, another] = users
  if (!user)
    throw new OperatorError(
      `No user${company ? ` of ${company}` : ''} has the email address ${email}.`,
    )
  if (another)
    throw new OperatorError(
      `${email} belongs to several companies; add --company with one of ${users.map((each) => `${each.companyId} (${each.companyName})`).join(', ')}.`,
    )
  return user
}
