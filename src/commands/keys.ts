/** The commands `keys create`, `keys list`, `keys rotate` and `keys revoke`. */
import { type Command, Option } from 'commander'
import { allScopes, getRights } from '../access/scopes.ts'
import { type Deps, timestamp } from '../context.ts'
import { hourMs } from '../lib/time.ts'
import {
  type ApiKeyRow,
  issueKey,
  type KeyWithSecret,
  revokeKey,
  rotateKey,
} from '../resources/api-keys/operations.ts'
import { loadCompany, runAsSystem } from '../resources/companies/operations.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { toEmailKey } from '../resources/users/operations.ts'
import { OperatorError } from '../store/faults.ts'
import {
  companyOption,
  createListParser,
  createScalarParser,
  createWholeNumberParser,
  findUser,
  type Output,
  print,
  type UserOption,
  withDeps,
} from './command-helpers.ts'
import { allKeys, keyById } from './queries.ts'

interface CreateOptions extends Output, UserOption {
  name: string
  scope?: string[]
  expires?: string
}

const createExamples = `
Examples:
  npx dealgraph keys create --user ann@acme.example        # with all of Ann's scopes
  npx dealgraph keys create --user ann@acme.example --json
  # a key that only reads people and deals, and expires
  npx dealgraph keys create --user ann@acme.example --name "Nightly report" \\
    --scope people.view.all --scope deals.view.all --expires 2030-01-31T00:00:00Z`

const listExamples = `
Examples:
  npx dealgraph keys list                          # API keys of all users
  npx dealgraph keys list --user ann@acme.example --json`

const rotateExamples = `
Examples:
  npx dealgraph keys rotate KEY_ID                 # the old secret remains valid for a day
  npx dealgraph keys rotate KEY_ID --grace 0       # the old secret is rejected at once`

export function addKeys(program: Command): void {
  const keysCommand = program
    .command('keys')
    .description('manage API keys; changes take effect at the next request to a running server')
  addCreateCommand(keysCommand)
  keysCommand
    .command('list')
    .description('list API keys, without their secrets')
    .option('--user <email>', 'list only the API keys of this user')
    .addHelpText('after', listExamples)
    .action(listKeys)
  keysCommand
    .command('rotate <id>')
    .description('replace the secret of an API key')
    .option(
      '--grace <hours>',
      'hours that the old secret remains valid, 0 to 168',
      createWholeNumberParser(0, 168),
      24,
    )
    .addHelpText('after', rotateExamples)
    .action(rotateKeyById)
  keysCommand
    .command('revoke <id>')
    .description('revoke an API key')
    .addHelpText('after', '\nExamples:\n  npx dealgraph keys revoke KEY_ID')
    .action(revokeKeyById)
}

const addCreateCommand = (keys: Command) =>
  keys
    .command('create')
    .description('create an API key for a user, even if the company has no valid API key')
    .requiredOption('--user <email>', 'user whose permissions the API key has')
    .option(...companyOption)
    .option('--name <name>', 'name of the API key', createScalarParser('Label'), 'Command line')
    .addOption(
      new Option(
        '--scope <scope>',
        'scope of the API key; repeatable (default: all scopes of the user)',
      )
        .choices(allScopes)
        .argParser(createListParser(createScalarParser('Scope'))),
    )
    .option(
      '--expires <time>',
      'expiry: a date (at 00:00 UTC) or a time such as 2027-01-31T17:00:00Z (default: never)',
      parseTime,
    )
    .addHelpText('after', createExamples)
    .action(createKey)

/** Parses a date or a time. A date means 00:00 UTC on that day. */
const parseTime = (text: string): string =>
  createScalarParser('DateTime')(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text)

async function createKey(options: CreateOptions): Promise<void> {
  const { name, scope, expires } = options
  const { apiKey, secret } = await withDeps(async (deps) => {
    if (expires && expires <= timestamp(deps))
      throw new OperatorError(`--expires ${expires} is in the past; choose a later time.`)
    const user = await findUser(deps, options)
    if (user.suspendedAt)
      throw new OperatorError(
        `The user ${user.email} is suspended, so the API key would be rejected; choose another user.`,
      )
    const { scopes } = getRights(user.role, null)
    const excessScope = scope?.find((candidate) => !scopes.includes(candidate))
    if (excessScope)
      throw new OperatorError(
        `--scope ${excessScope} exceeds the permissions of ${user.email} (${user.role}); remove the scope.`,
      )
    const company = await loadCompany(deps, user.companyId)
    if (company.isDemo && !deps.settings.DEMO)
      throw new OperatorError(
        `${user.email} is a user of the demo company, whose API keys are rejected; set DEMO=true to allow them.`,
      )
    return runAsSystem(deps, company, (ctx) =>
      issueKey(ctx, { userId: user.id, name, scopes: scope ?? null, expiresAt: expires ?? null }),
    )
  })
  print(
    options,
    toKeyJson({ apiKey, secret }),
    `Created the API key ${apiKey.id} for ${options.user}. Its secret is shown only once:\n${secret}`,
  )
}

async function rotateKeyById(id: string, options: Output & { grace: number }): Promise<void> {
  const issuedKey = await withKey(id, (deps, company, key) => {
    if (key.revokedAt)
      throw new OperatorError(`The API key ${id} is revoked; use "dealgraph keys create" instead.`)
    if (key.expiresAt && key.expiresAt <= timestamp(deps))
      throw new OperatorError(`The API key ${id} has expired; use "dealgraph keys create" instead.`)
    return runAsSystem(deps, company, (ctx) => rotateKey(ctx, key, options.grace * hourMs))
  })
  const { previousExpiresAt } = issuedKey.apiKey
  const expiry =
    options.grace > 0
      ? `The old secret remains valid until ${previousExpiresAt}.`
      : 'The old secret is no longer valid.'
  print(
    options,
    { ...toKeyJson(issuedKey), previousExpiresAt },
    `The API key ${id} has a new secret, shown only once:\n${issuedKey.secret}\n${expiry}`,
  )
}

async function revokeKeyById(id: string, options: Output): Promise<void> {
  const key = await withKey(id, (deps, company, match) =>
    runAsSystem(deps, company, (ctx) => revokeKey(ctx, match)),
  )
  print(
    options,
    { companyId: key.companyId, id, revokedAt: key.revokedAt },
    `Revoked the API key ${id}; the server rejects all further requests with this key.`,
  )
}

function toKeyJson({ apiKey: { companyId, id, userId, expiresAt }, secret }: KeyWithSecret) {
  return { companyId, id, secret, userId, expiresAt }
}

const withKey = <T>(
  id: string,
  work: (deps: Deps, company: CompanyRow, key: ApiKeyRow) => Promise<T>,
): Promise<T> =>
  withDeps(async (deps) => {
    const key = await deps.store.allCompanies.readLatest((db) => db.first(keyById, { id }))
    if (!key)
      throw new OperatorError(
        `There is no API key ${id}; "dealgraph keys list" lists all API keys.`,
      )
    return work(deps, await loadCompany(deps, key.companyId), key)
  })

async function listKeys(options: Output & { user?: string }): Promise<void> {
  const keys = await withDeps((deps) => readKeys(deps, options.user))
  const lines = keys.map(
    (key) =>
      `${key.id}  ${key.secret}  ${key.status.padEnd(8)}  ${key.role.padEnd(11)}  ${key.user}  "${key.name}"${key.lastUsedAt ? `  last used ${key.lastUsedAt}` : ''}`,
  )
  const emptyMessage = 'No API keys found. Create one with "dealgraph keys create".'
  print(options, { keys }, lines.join('\n') || emptyMessage)
}

async function readKeys(deps: Deps, email: string | undefined) {
  const now = timestamp(deps)
  const keyRows = await deps.store.allCompanies.readLatest((db) => db.all(allKeys, {}))
  const rows = keyRows.filter(({ emailKey }) => !email || emailKey === toEmailKey(email.trim()))
  const lastUsedTimes = await deps.store.counters.readLastUsed(rows.map((row) => row.id))
  return rows.map((row) => {
    const { companyId, id, name, email: user, role, createdAt, expiresAt } = row
    const scopes = row.scopes ? (JSON.parse(row.scopes) as string[]) : null
    const secret = `${row.prefix}…${row.lastFour}`
    const [status, lastUsedAt] = [getKeyStatus(row, now), lastUsedTimes.get(id) ?? null]
    const key = { companyId, id, name, user, role, scopes, secret, status }
    return { ...key, createdAt, expiresAt, lastUsedAt }
  })
}

function getKeyStatus(key: ApiKeyRow & { suspendedAt: string | null }, now: string) {
  if (key.revokedAt) return 'revoked'
  if (key.expiresAt && key.expiresAt <= now) return 'expired'
  return key.suspendedAt ? 'user suspended' : 'active'
}
