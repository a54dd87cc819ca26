import type { Command } from 'commander'
import type { Seeded } from '../../db/seed.ts'
import type { Deps } from '../context.ts'
import { formatCountOf } from '../lib/format-count.ts'
import { OperatorError } from '../store/faults.ts'
import { parseWholeNumber } from './options.ts'
import { type Output, print, withDeps, withProgress } from './session.ts'

const maxPeople = 1_000_000

interface Options extends Output {
  people?: number
  company: string
}

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
    .action(seed)
}

const seed = (options: Options): Promise<void> =>
  withDeps(async (deps) => {
    const { people, company } = options
    const seeded =
      people === undefined ? await seedDemo(deps) : await seedMany(deps, company, people, options)
    print(options, seeded, sentences(seeded))
  })

async function seedDemo(deps: Deps): Promise<Seeded> {
  const { demoName, loadDemo } = await importSeed()
  const seeded = await loadDemo(deps, (companies) => companies.every(({ isDemo }) => !isDemo))
  if (!seeded)
    throw new OperatorError(
      `The demo company ${demoName} is in this database already; --people N creates a company of another size.`,
    )
  return seeded
}

async function seedMany(deps: Deps, name: string, people: number, output: Output): Promise<Seeded> {
  const { seedCompany } = await importSeed()
  return withProgress('people', output, ({ update }) => seedCompany(deps, name, people, update))
}

/** Keeps its lists of names out of the memory of a server. */
const importSeed = () => import('../../db/seed.ts')

const sentences = ({ people, deals, tasks, activities, appointments, companyId, secret }: Seeded) =>
  `Created the company ${companyId} with ${formatCountOf(people, 'person', 'people')}, ${formatCountOf(deals, 'deal')}, ${formatCountOf(tasks, 'task')}, ${formatCountOf(activities, 'activity', 'activities')} and ${formatCountOf(appointments, 'appointment')}.\nAPI key of its Owner, shown only now: ${secret}`
