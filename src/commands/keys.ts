import { type Command, Option } from 'commander'
import { allScopes, rightsOf } from '../access/scopes.ts'
import type { Deps } from '../context.ts'
import {
  type ApiKeyRow,
  type IssuedKey,
  issueKey,
  revokeKey,
  rotateKey,
} from '../resources/api-keys/operations.ts'
import { asSystem } from '../resources/companies/operations.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { emailKeyOf } from '../resources/users/operations.ts'
import { OperatorError } from '../store/faults.ts'
import { parseDateTimeOption, parseWholeNumber, repeatable, scalarOption } from './options.ts'
import { allKeys, keyById } from './queries.ts'
import { type Output, print, withDeps } from './session.ts'
import { companyOf, companyOption, findUser, type UserOption } from './user-option.ts'

interface CreateOptions extends Output, UserOption {
  name: string
  scope?: string[]
  expires?: string
}

export function addKeys(program: Command): void {
  const keys = program
    .command('keys')
    .description('API keys; what changes here holds for the next request of a running server')
  keys
    .command('create')
    .description('make a key for a user; this works also for a company that has lost its last one')
    .requiredOption('--user <email>', 'whose key it is')
    .option(...companyOption)
    .option('--name <name>', 'what the key is for', scalarOption('Label'), 'Command line')
    .addOption(
      new Option(
        '--scope <scope>',
        'what the key may do; repeat it for more (default: all that the user may)',
      )
        .choices(allScopes)
        .argParser(repeatable(scalarOption('Scope'))),
    )
    .option(
      '--expires <time>',
      'time of expiry: a date (midnight UTC at its start) or a time such as 2027-01-31T17:00:00Z (default: never)',
      parseDateTimeOption,
    )
    .action(create)
  keys
    .command('list')
    .description('list keys, never their secrets')
    .option('--user <email>', 'only those of this user')
    .action((options: Output & { user?: string }) => listKeys(options))
  keys
    .command('rotate <id>')
    .description('give a key a new secret')
    .option(
      '--grace <hours>',
      'for how long the old secret stays good, 0 to 168',
      parseWholeNumber(0, 168),
      24,
    )
    .action(rotate)
  keys.command('revoke <id>').description('end a key at once').action(revoke)
}

async function create(options: CreateOptions): Promise<void> {
  const { name, scope, expires } = options
  const { apiKey, secret } = await withDeps(async (deps) => {
    if (expires && expires <= new Date(deps.now()).toISOString())
      throw new OperatorError(`--expires ${expires} is in the past.`)
    const user = await findUser(deps, options)
    if (user.suspendedAt)
      throw new OperatorError(`${user.email} is suspended, so that a key would not work.`)
    const beyond = scope?.find((each) => !rightsOf(user.role, null).list.includes(each))
    if (beyond)
      throw new OperatorError(
        `--scope ${beyond} is more than ${user.email} may do as ${user.role}.`,
      )
    const company = await companyOf(deps, user)
    if (company.isDemo && !deps.settings.DEMO)
      throw new OperatorError(
        `${user.email} belongs to the demo company, whose keys are refused with DEMO=false.`,
      )
    return asSystem(deps, company, (ctx) =>
      issueKey(ctx, { userId: user.id, name, scopes: scope ?? null, expiresAt: expires ?? null }),
    )
  })
  print(
    options,
    shown({ apiKey, secret }),
    `Made the key ${apiKey.id} for ${options.user}. Its secret is shown only now:\n${secret}`,
  )
}

async function rotate(id: string, options: Output & { grace: number }): Promise<void> {
  const issued = await withKey(id, (deps, company, key) => {
    if (key.revokedAt)
      throw new OperatorError(`The key ${id} is revoked; "keys create" makes another.`)
    if (key.expiresAt && key.expiresAt <= new Date(deps.now()).toISOString())
      throw new OperatorError(`The key ${id} has expired; "keys create" makes another.`)
    return asSystem(deps, company, (ctx) => rotateKey(ctx, key, options.grace * 3_600_000))
  })
  const before =
    options.grace > 0
      ? `The one before stays good until ${issued.apiKey.previousExpiresAt}.`
      : 'The one before has ended.'
  print(
    options,
    { ...shown(issued), previousExpiresAt: issued.apiKey.previousExpiresAt },
    `The key ${id} has a new secret, shown only now:\n${issued.secret}\n${before}`,
  )
}

async function revoke(id: string, options: Output): Promise<void> {
  const key = await withKey(id, (deps, company, found) =>
    asSystem(deps, company, (ctx) => revokeKey(ctx, found)),
  )
  print(
    options,
    { companyId: key.companyId, id, revokedAt: key.revokedAt },
    `The key ${id} is revoked, from the next request on.`,
  )
}

const shown = ({ apiKey, secret }: IssuedKey) => ({
  companyId: apiKey.companyId,
  id: apiKey.id,
  secret,
  userId: apiKey.userId,
  expiresAt: apiKey.expiresAt,
})

const withKey = <T>(
  id: string,
  work: (deps: Deps, company: CompanyRow, key: ApiKeyRow) => Promise<T>,
): Promise<T> =>
  withDeps(async (deps) => {
    const key = await deps.store.everyCompany.look((db) => db.first(keyById, { id }))
    if (!key) throw new OperatorError(`There is no key ${id}; "keys list" shows those there are.`)
    return work(deps, await companyOf(deps, key), key)
  })

interface ListedKey {
  companyId: string
  id: string
  name: string
  user: string
  role: string
  scopes: string[] | null
  /** The ends of the secret, to know it by. */
  secret: string
  status: 'active' | 'expired' | 'revoked' | 'user suspended'
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export async function listKeys(options: Output & { user?: string }): Promise<void> {
  const keys = await withDeps((deps) => read(deps, options.user))
  const lines = keys.map(
    (key) =>
      `${key.id}  ${key.secret}  ${key.status.padEnd(8)}  ${key.role.padEnd(11)}  ${key.user}  "${key.name}"${key.lastUsedAt ? `  last used ${key.lastUsedAt}` : ''}`,
  )
  print(options, { keys }, lines.length > 0 ? lines.join('\n') : 'There are no keys.')
}

async function read(deps: Deps, email: string | undefined): Promise<ListedKey[]> {
  const now = new Date(deps.now()).toISOString()
  const found = await deps.store.everyCompany.look((db) => db.all(allKeys, {}))
  const rows =
    email === undefined ? found : found.filter((row) => row.emailKey === emailKeyOf(email.trim()))
  const used = await deps.store.counters.lastUsed(rows.map((row) => row.id))
  return rows.map((row) => ({
    companyId: row.companyId,
    id: row.id,
    name: row.name,
    user: row.email,
    role: row.role,
    scopes: row.scopes ? (JSON.parse(row.scopes) as string[]) : null,
    secret: `${row.prefix}…${row.lastFour}`,
    status: row.revokedAt
      ? 'revoked'
      : row.expiresAt && row.expiresAt <= now
        ? 'expired'
        : row.suspendedAt
          ? 'user suspended'
          : 'active',
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: used.get(row.id) ?? null,
  }))
}
