import type { Command } from 'commander'
import type { Seeded } from '../../db/seed.ts'
import type { Deps } from '../context.ts'
import { countOf } from '../lib/plural.ts'
import { OperatorError } from '../store/faults.ts'
import { parseWholeNumber } from './options.ts'
import { type Output, print, progressBar, withDeps } from './session.ts'

const mostPeople = 1_000_000

interface Options extends Output {
  people?: number
  name?: string
}

export function addSeed(program: Command): void {
  program
    .command('seed')
    .description(
      `load the demo company; with --people, a new company of any size, up to ${mostPeople.toLocaleString('en-US')} people`,
    )
    .option(
      '--people <n>',
      'how many people; each with a fair share of deals, tasks, activities and appointments',
      parseWholeNumber(1, mostPeople),
    )
    .option('--company <name>', 'the name of the new company', 'Seeded Company')
    .action((options: Options & { company: string }) =>
      withDeps(async (deps) => {
        const seeded =
          options.people === undefined
            ? await seedDemo(deps)
            : await seedMany(deps, options.company, options.people, options)
        print(options, seeded, sentences(seeded))
      }),
    )
}

async function seedDemo(deps: Deps): Promise<Seeded> {
  const { demoName, loadDemo } = await seeding()
  const seeded = await loadDemo(deps, (companies) => companies.every(({ isDemo }) => !isDemo))
  if (!seeded)
    throw new OperatorError(
      `${demoName}, the demo company, is in this database already; --people N makes a company of another size.`,
    )
  return seeded
}

async function seedMany(deps: Deps, name: string, people: number, output: Output): Promise<Seeded> {
  const { seedCompany } = await seeding()
  const bar = await progressBar('people', output)
  try {
    return await seedCompany(deps, name, people, bar.update)
  } finally {
    bar.stop()
  }
}

/** Its lists of names need not be in the memory of a server. */
const seeding = () => import('../../db/seed.ts')

const sentences = ({ people, deals, tasks, activities, appointments, companyId, secret }: Seeded) =>
  `Made the company ${companyId} with ${countOf(people, 'person', 'people')}, ${countOf(deals, 'deal')}, ${countOf(tasks, 'task')}, ${countOf(activities, 'activity', 'activities')} and ${countOf(appointments, 'appointment')}.\nIts Owner's key, shown only now: ${secret}`
