/** The commands `seed` (creates a sample company) and `demo remove` (deletes the demo company). */
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
import {
  createOptionError,
  createWholeNumberParser,
  type Output,
  print,
  withDeps,
  withProgress,
} from './command-helpers.ts'
import { companyKeyIds } from './queries.ts'

const maxPeople = 1_000_000

const seedExamples = `
Examples:
  npx dealgraph seed --people 200
  npx dealgraph seed --people 1000 --company "Northwind" --json   # prints an API key and ids`

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description('load the demo company, or create a sample company of any size with --people')
    .option(
      '--people <n>',
      'number of people; deals, tasks, activities and appointments are created in proportion',
      createWholeNumberParser(1, maxPeople),
    )
    .option('--company <name>', 'company name, with --people', 'Seeded Company')
    .addHelpText('after', seedExamples)
    .action(seed)
}

const seed = (options: Output & { people?: number; company: string }): Promise<void> =>
  withDeps(async (deps) => {
    // Imported here to keep the seed's name lists out of the server's memory.
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
        `The demo company ${demoName} is already in this database; use --people N to create another sample company.`,
      )
    print(options, seededCompany, describeSeedResult(seededCompany))
  })

const describeSeedResult = ({ companyId, secret, people, deals, tasks, ...others }: SeedResult) =>
  `Created the company ${companyId} with ${formatCountOf(people, 'person', 'people')}, ${formatCountOf(deals, 'deal')}, ${formatCountOf(tasks, 'task')}, ${formatCountOf(others.activities, 'activity', 'activities')} and ${formatCountOf(others.appointments, 'appointment')}.\nAPI key of its Owner, shown only once: ${secret}`

const removeHelp = `
Removes the company with its users, API keys, records, events, imports and counters, and its keys
in demo-keys.json. Other companies are not changed. The command also works while a server is
running. Only a backup can restore the company.

Examples:
  npx dealgraph demo remove --yes                  # without confirmation
  npx dealgraph demo remove --yes --json`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('manage the demo company, which "serve" loads into an empty database')
    .command('remove')
    .description('permanently remove the demo company with its users and records')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', removeHelp)
    .action(removeDemoCompanies)
}

async function removeDemoCompanies(options: Output & { yes?: boolean }): Promise<void> {
  const removedCompanies = await withDeps(async (deps) => {
    const companies = await deps.store.allCompanies.readLatest((db) => db.all(demoCompanies, {}))
    if (companies.length > 0 && !options.yes) await confirmRemoval(companies, options)
    const removals = []
    for (const company of companies) removals.push(await removeDemoCompany(deps, company))
    removeDemoKeys(deps.settings)
    return removals
  })
  const sentences = removedCompanies.map(({ name, companyId, rows }) => {
    const rowCount = Object.values(rows).reduce((sum, tableCount) => sum + tableCount, 0)
    return `Removed ${name} (${companyId}): ${formatCount(rowCount)} rows from ${Object.keys(rows).length} tables.`
  })
  const message = sentences.join('\n') || 'There is no demo company in this database.'
  print(options, { removed: removedCompanies }, message)
}

async function removeDemoCompany(deps: Deps, { id: companyId, name }: CompanyRow) {
  const { keys, rows } = await deps.store.forCompany(companyId).write(async (db) => ({
    keys: await db.all(companyKeyIds, { companyId }),
    rows: await removeCompany(db, companyId),
  }))
  const afterAllWindowsMs = deps.now() + 2 * windowSeconds * 1000
  for (const { id } of keys) await deps.store.counters.deleteWindows(id, afterAllWindowsMs)
  return { companyId, name, rows }
}

/** Prompts for confirmation. @throws OperatorError without confirmation or a terminal */
async function confirmRemoval(companies: readonly CompanyRow[], { json }: Output): Promise<void> {
  const names = companies.map(({ name, id }) => `${name} (${id})`).join(', ')
  if (json || !process.stdin.isTTY)
    throw createOptionError(`This permanently removes ${names}; add --yes to confirm.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Permanently remove ${names}? (yes/no) `)
  terminal.close()
  if (!/^y(es)?$/i.test(answer.trim())) throw new OperatorError('Nothing was removed.')
}

/** Returns a finding and a remedy if the demo company makes the server insecure or is unusable. */
export function findDemoWarning(
  { DEMO, HOST, TRUSTED_PROXIES }: Settings,
  companies: readonly { name: string }[],
): { finding: string; advice: string } | undefined {
  if (companies.length === 0) return undefined
  if (DEMO && isLoopback(HOST) && TRUSTED_PROXIES.length === 0) return undefined
  const names = companies.map(({ name }) => name).join(', ')
  const exposure = DEMO
    ? ', its API keys are valid, and other machines may be able to reach this server'
    : '; its API keys are rejected because DEMO is false'
  return {
    finding: `the demo company ${names} is in this database${exposure}`,
    advice: `${DEMO ? 'Set DEMO=false. ' : ''}Remove the company with "dealgraph demo remove".`,
  }
}
