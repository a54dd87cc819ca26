import type { Deps } from '../context.ts'
import { emailKeyOf, type UserRow } from '../resources/users/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { usersByEmail } from './queries.ts'

/** The user whom `--user` names, in the company that `--company` names where the address is known in several. @throws OperatorError */
export async function findUser(deps: Deps, { user: email, company }: { user: string; company?: string }): Promise<UserRow> {
  const known = await deps.store.everyCompany.look((db) => db.all(usersByEmail, { emailKey: emailKeyOf(email.trim()) }))
  const users = company ? known.filter((user) => user.companyId === company) : known
  const [user, another] = users
  if (!user) throw new OperatorError(`No user${company ? ` of ${company}` : ''} has the email address ${email}.`)
  if (another)
    throw new OperatorError(
      `${email} is known in several companies; add --company, one of ${users.map((each) => `${each.companyId} (${each.companyName})`).join(', ')}.`,
    )
  return user
}
