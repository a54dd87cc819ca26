/** Option parsers that follow the API's rules, and the options `--user` and `--company`. */
import { InvalidArgumentError, Option } from 'commander'
import type { Deps } from '../context.ts'
import { InputError, parseDateTime } from '../graphql/schema/scalar-parsers.ts'
import { scalars } from '../graphql/schema/scalars.ts'
import { toEmailKey, type UserRow } from '../resources/users/operations.ts'
import { exitCodes, OperatorError } from '../store/faults.ts'
import { companyById, usersByEmail } from './queries.ts'

/** Creates the error for options that contradict each other or the data. */
export const createOptionError = (message: string) => new OperatorError(message, exitCodes.setting)

export const parseWholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return value
  }

/** Creates an option parser for a constrained scalar. @param name such as Label or Email */
export const createScalarParser = (name: string) => {
  const scalar = scalars.find((candidate) => candidate.name === name)
  if (!scalar) throw new Error(`no scalar ${name}`)
  return (text: string): string => parseOption(() => scalar.coerceInputValue(text) as string)
}

/** Parses a time; a date alone means midnight UTC at its start. */
export const parseDateTimeOption = (text: string): string =>
  parseOption(() => parseDateTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text))

export const createChoiceParser = (
  flags: string,
  description: string,
  choices: readonly string[],
  fallback?: string,
) => new Option(flags, description).choices(choices).default(fallback)

export const repeatable =
  (parse: (text: string) => string) =>
  (text: string, values: string[] = []): string[] => [...values, parse(text)]

/** Parses an option with a parser of the API. @throws InvalidArgumentError instead of InputError */
export function parseOption<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (error instanceof InputError) throw new InvalidArgumentError(`It ${error.message}.`)
    throw error
  }
}

export interface UserOption {
  user: string
  company?: string
}

export const companyOption = [
  '--company <id>',
  'the company of the user, if the email address belongs to several',
] as const

export async function loadCompany(deps: Deps, { companyId }: { companyId: string }) {
  const company = await deps.store.allCompanies.readLatest((db) =>
    db.first(companyById, { id: companyId }),
  )
  if (!company) throw new OperatorError(`There is no company ${companyId}.`)
  return company
}

export async function findUser(deps: Deps, { user: email, company }: UserOption): Promise<UserRow> {
  const usersOfAllCompanies = await deps.store.allCompanies.readLatest((db) =>
    db.all(usersByEmail, { emailKey: toEmailKey(email.trim()) }),
  )
  const users = usersOfAllCompanies.filter((user) => !company || user.companyId === company)
  const [user, anotherUser] = users
  if (!user)
    throw new OperatorError(
      `No user${company ? ` of ${company}` : ''} has the email address ${email}.`,
    )
  if (anotherUser)
    throw new OperatorError(
      `${email} belongs to several companies; add --company with one of ${users.map((item) => `${item.companyId} (${item.companyName})`).join(', ')}.`,
    )
  return user
}
