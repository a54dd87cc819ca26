/** Helpers for all commands: settings, the database, options, output and a progress bar. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Logger } from 'pino'
import type { Deps } from '../context.ts'
import { createDeps } from '../create-deps.ts'
import { InputError } from '../graphql/schema/scalar-parsers.ts'
import { scalars } from '../graphql/schema/scalars.ts'
import { createLogger } from '../lib/logger.ts'
import { toEmailKey, type UserRow } from '../resources/users/operations.ts'
import { findUnknownSettings, loadEnvironment, readSettings, type Settings } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { usersByEmail } from './queries.ts'

/** Reads the settings and opens the log. @throws OperatorError that names all invalid settings */
export async function loadSettings(fd: 1 | 2 = 2): Promise<{ settings: Settings; log: Logger }> {
  const env = loadEnvironment()
  const settings = readSettings(env)
  const log = await createLogger(settings, fd)
  for (const warning of findUnknownSettings(env)) log.warn(warning)
  return { settings, log }
}

/** Migrates the database if necessary, then runs `work`. A server may run at the same time. */
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
  const { settings, log } = await loadSettings()
  return withStore(settings.DATABASE_URL, async (store) =>
    work(await createDeps(store, settings, { log })),
  )
}

export async function withStore<T>(url: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await withProgress('migrations', {}, (bar) =>
    openStore({ url, onMigration: bar.update }),
  )
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export type Output = { json?: boolean }

export function print({ json }: Output, result: object, sentences: string): void {
  console.log(json ? JSON.stringify(result) : sentences)
}

export interface Progress {
  isVisible: boolean
  /** @param total the number of items, or undefined if unknown */
  update(doneCount: number, total: number | undefined): void
}

const supportsProgressBar = () =>
  process.stderr.isTTY && process.env['TERM'] !== 'dumb' && !process.env['NO_COLOR']

/** Shows a progress bar on stderr, unless other output uses the terminal (`isTerminalBusy`). */
export async function withProgress<T>(
  unit: string,
  { json }: Output,
  work: (progress: Progress) => Promise<T>,
  isTerminalBusy = false,
): Promise<T> {
  if (json || isTerminalBusy || !supportsProgressBar())
    return work({ isVisible: false, update: () => {} })
  const { SingleBar } = await import('cli-progress')
  let bar: InstanceType<typeof SingleBar> | undefined
  const startBar = (total: number | undefined) => {
    const format =
      total === undefined
        ? `{value} ${unit}, {duration_formatted}`
        : `{bar} {percentage} % of {total} ${unit}, {eta_formatted} left`
    const characters = { barCompleteChar: '█', barIncompleteChar: '░' }
    bar = new SingleBar({ format, ...characters, hideCursor: true, fps: 8 })
    bar.start(total ?? 0, 0)
    return bar
  }
  try {
    return await work({
      isVisible: true,
      update: (doneCount, total) => (bar ?? startBar(total)).update(doneCount),
    })
  } finally {
    bar?.stop()
  }
}

/** Maps option flags to a description, or a description with a parser or choices and a default. */
export type OptionTable = Record<
  string,
  string | [text: string, parser: Parser | readonly string[], fallback?: string]
>
type Parser = (text: string) => unknown

export function addOptions(command: Command, options: OptionTable): Command {
  for (const [flags, definition] of Object.entries(options)) {
    const [text, parser, fallback] = typeof definition === 'string' ? [definition] : definition
    const option = new Option(flags, text).default(fallback)
    if (typeof parser === 'function') option.argParser(parser)
    else if (parser) option.choices(parser)
    command.addOption(option)
  }
  return command
}

/** Creates an error with the exit code for an invalid setting, option or argument. */
export const createOptionError = (message: string) => new OperatorError(message, 'setting')

export const createWholeNumberParser =
  (min: number, max: number) =>
  (text: string): number => {
    const wholeNumber = Number(text)
    if (!/^\d+$/.test(text) || wholeNumber < min || wholeNumber > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
    return wholeNumber
  }

/** Creates an option parser for a GraphQL scalar with constraints, such as `Label` or `Email`. */
export const createScalarParser = (name: string) => {
  const namedScalar = scalars.find((candidate) => candidate.name === name)
  if (!namedScalar) throw new Error(`No scalar ${name} exists`)
  return (text: string): string => {
    try {
      return namedScalar.parse(text) as string
    } catch (error) {
      throw error instanceof InputError ? new InvalidArgumentError(`It ${error.message}.`) : error
    }
  }
}

export const createListParser =
  (parse: (text: string) => string) =>
  (text: string, values: string[] = []): string[] => [...values, parse(text)]

export type UserOption = { user: string; company?: string }

export const companyOption = [
  '--company <id>',
  "id of the user's company, required if several companies have a user with this email",
] as const

export async function findUser(deps: Deps, { user: email, company }: UserOption): Promise<UserRow> {
  const usersInAllCompanies = await deps.store.allCompanies.readLatest((db) =>
    db.all(usersByEmail, { emailKey: toEmailKey(email.trim()) }),
  )
  const users = usersInAllCompanies.filter((user) => !company || user.companyId === company)
  const [user, anotherUser] = users
  if (!user)
    throw new OperatorError(
      `No user${company ? ` of ${company}` : ''} has the email address ${email}; check --user.`,
    )
  if (anotherUser)
    throw new OperatorError(
      `${email} is a user of several companies; add --company with one of ${users.map(({ companyId, companyName }) => `${companyId} (${companyName})`).join(', ')}.`,
    )
  return user
}
