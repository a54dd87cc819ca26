import { type Command, InvalidArgumentError } from 'commander'
import { createCompany } from '../resources/companies/operations.ts'
import { settingTable } from '../settings.ts'
import { scalarOption } from './options.ts'
import { type Output, print, withDeps } from './session.ts'

interface Options extends Output {
  name: string
  ownerEmail: string
  ownerName?: string
  region?: string
}

export function addCompany(program: Command): void {
  const company = program
    .command('company')
    .description('companies, each with users and records of its own')
  company
    .command('create')
    .description(
      'make a company with its Owner, stages and a pipeline; "keys create" then makes the Owner a key',
    )
    .requiredOption('--name <name>', 'the name of the company', scalarOption('Label'))
    .requiredOption(
      '--owner-email <email>',
      'the email address of its Owner',
      scalarOption('Email'),
    )
    .option('--owner-name <name>', 'the first and last name of its Owner', scalarOption('Label'))
    .option(
      '--region <country>',
      'country by which phone numbers without a prefix are read (default: DEFAULT_REGION)',
      region,
    )
    .action(create)
}

async function create(options: Options): Promise<void> {
  const { name, ownerEmail } = options
  const [firstName = '', ...rest] = (options.ownerName ?? nameFrom(ownerEmail)).split(' ')
  const { company, owner } = await withDeps((deps) =>
    deps.store.everyCompany.write((db) =>
      createCompany(deps, db, {
        name,
        region: options.region ?? deps.settings.DEFAULT_REGION,
        owner: { email: ownerEmail, firstName, lastName: rest.join(' ') },
      }),
    ),
  )
  print(
    options,
    { companyId: company.id, ownerId: owner.id },
    `Made the company ${name} (${company.id}).\nIts Owner is ${ownerEmail} (${owner.id}); "dealgraph keys create --user ${ownerEmail}" makes them a key.`,
  )
}

/** `mary.jane@…` → `Mary Jane`, until they say otherwise. */
const nameFrom = (email: string) =>
  (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ')

function region(text: string): string {
  const { read, expected } = settingTable.DEFAULT_REGION
  const found = read(text.toUpperCase())
  if (!found) throw new InvalidArgumentError(`It must be ${expected}.`)
  return found
}
