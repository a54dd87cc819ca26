/** The commands `seed` and `demo remove`, which create and delete companies with sample data. */
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import { removeDemoKeys } from '../../db/seed/demo-keys.ts'
import type { SeedResult } from '../../db/seed.ts'
import type { Deps } from '../context.ts'
import { formatCount, formatCountOf } from '../lib/text.ts'
import { demoCompanies } from '../resources/companies/operations.ts'
import type { CompanyRow } from '../resources/companies/table.ts'
import { isLoopback, type Settings } from '../settings.ts'
import { OperatorError } from '../store/faults.ts'
import { removeCompany } from '../store/remove-company.ts'
import { windowSeconds } from '../store/store.ts'
import { keysOfCompany } from './queries.ts'
import {
  createOptionError,
  type Output,
  parseWholeNumber,
  print,
  withDeps,
  withProgress,
} from './session.ts'

const maxPeople = 1_000_000

const seedExamples = `
Examples:
  npx dealgraph seed --people 200
  npx dealgraph seed --people 1000 --company "Northwind" --json   # prints its key and ids`

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('load the demo company, or with --people a company of that size')
    .option(
      '--people <n>',
      'number of people, who have deals, tasks, activities and appointments in proportion',
      parseWholeNumber(1, maxPeople),
    )
    .option('--company <name>', 'the name of the company', 'Seeded Company')
    .addHelpText('after', seedExamples)
    .action(seed)
}

const seed = (options: Output & { people?: number; company: string }): Promise<void> =>
  withDeps(async (deps) => {
    // Imported here, to keep its name lists out of the server's memory.
    const { demoName, loadDemo, seedCompany } = await import('../../db/seed.ts')
    const { people, company } = options
    const seededCompany =
      people === undefined
        ? await loadDemo(deps, (companies) => companies.every(({ isDemo }) => !isDemo))
        : await withProgress('people', options, ({ update }) =>
            seedCompany(deps, company, people, update),
          )
    if (!seededCompany)
      throw new OperatorError(
        `The demo company ${demoName} is in this database already; --people N creates a company of another size.`,
      )
    print(options, seededCompany, describeSeeded(seededCompany))
  })

const describeSeeded = ({ companyId, secret, people, deals, tasks, ...others }: SeedResult) =>
  `Created the company ${companyId} with ${formatCountOf(people, 'person', 'people')}, ${formatCountOf(deals, 'deal')}, ${formatCountOf(tasks, 'task')}, ${formatCountOf(others.activities, 'activity', 'activities')} and ${formatCountOf(others.appointments, 'appointment')}.\nAPI key of its Owner, shown only now: ${secret}`

const removeHelp = `
Removes the company with its users, keys, records, events, imports and counters, and its keys
from demo-keys.json. Other companies are not changed. The command also works beside a running
server. Only a backup can restore the company.

Examples:
  npx dealgraph demo remove --yes                  # without confirmation
  npx dealgraph demo remove --yes --json`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('manage the demo company, which "serve" loads into an empty database')
    .command('remove')
    .description('remove the demo company and everything that belongs to it')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', removeHelp)
    .action(remove)
}

async function remove(options: Output & { yes?: boolean }): Promise<void> {
  const removed = await withDeps(async (deps) => {
    const companies = await deps.store.allCompanies.readLatest((db) => db.all(demoCompanies, {}))
    if (companies.length > 0 && !options.yes) await confirm(companies, options)
    const results = []
    for (const company of companies) results.push(await removeDemo(deps, company))
    removeDemoKeys(deps.settings)
    return results
  })
  const sentences = removed.map(({ name, companyId, rows }) => {
    const count = Object.values(rows).reduce((sum, row) => sum + row, 0)
    return `Removed ${name} (${companyId}): ${formatCount(count)} rows of ${Object.keys(rows).length} tables.`
  })
  const result = sentences.join('\n') || 'There is no demo company in this database.'
  print(options, { removed }, result)
}

async function removeDemo(deps: Deps, { id: companyId, name }: CompanyRow) {
  const { keys, rows } = await deps.store.forCompany(companyId).write(async (db) => ({
    keys: await db.all(keysOfCompany, { companyId }),
    rows: await removeCompany(db, companyId),
  }))
  const afterAllWindowsMs = deps.now() + 2 * windowSeconds * 1000
  for (const { id } of keys) await deps.store.counters.deleteWindows(id, afterAllWindowsMs)
  return { companyId, name, rows }
}

/** Asks for confirmation. @throws OperatorError unless a person at a terminal answers yes */
async function confirm(companies: readonly CompanyRow[], { json }: Output): Promise<void> {
  const names = companies.map(({ name, id }) => `${name} (${id})`).join(', ')
  if (json || !process.stdin.isTTY)
    throw createOptionError(`This removes ${names} permanently; add --yes to confirm.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Remove ${names} permanently? (yes/no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was removed.')
}

/** Returns a finding and its remedy if the database should not contain the demo company. */
export function findDemoWarning(
  { DEMO, HOST, TRUSTED_PROXIES }: Settings,
  companies: readonly { name: string }[],
): { finding: string; advice: string } | undefined {
  if (companies.length === 0) return undefined
  if (DEMO && isLoopback(HOST) && TRUSTED_PROXIES.length === 0) return undefined
  const names = companies.map(({ name }) => name).join(', ')
  const state = DEMO
    ? ', its API keys work, and other machines may reach this server'
    : '; its API keys are refused, as DEMO is false'
  return {
    finding: `the demo company ${names} is in this database${state}`,
    advice: `${DEMO ? 'Set DEMO=false; ' : ''}"dealgraph demo remove" removes it.`,
  }
}
