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

const examples = `
Examples:
  npx dealgraph company create --name "Acme" --owner-email ann@acme.example
  # a company in Germany, by default the country of its phone numbers
  npx dealgraph company create --name "Acme GmbH" --owner-email eva@acme.example \\
    --owner-name "Eva Lang" --region DE`

export function addCompany(program: Command): void {
  const company = program
    .command('company')
    .description('manage companies, each with its own users and records')
  company
    .command('create')
    .description(
      'create a company with its Owner, stages and a pipeline; "keys create" then creates an API key for the Owner',
    )
    .requiredOption('--name <name>', 'the name of the company', scalarOption('Label'))
    .requiredOption(
      '--owner-email <email>',
      'the email address of the Owner',
      scalarOption('Email'),
    )
    .option('--owner-name <name>', 'the first and last name of the Owner', scalarOption('Label'))
    .option(
      '--region <country>',
      'country of phone numbers without a country code (default: DEFAULT_REGION)',
      parseRegion,
    )
    .addHelpText('after', examples)
    .action(create)
}

async function create(options: Options): Promise<void> {
  const { name, ownerEmail } = options
  const [firstName = '', ...lastNames] = (options.ownerName ?? nameFromEmail(ownerEmail)).split(' ')
  const { company, owner } = await withDeps((deps) =>
    deps.store.allCompanies.write((db) =>
      createCompany(deps, db, {
        name,
        region: options.region ?? deps.settings.DEFAULT_REGION,
        owner: { email: ownerEmail, firstName, lastName: lastNames.join(' ') },
      }),
    ),
  )
  print(
    options,
    { companyId: company.id, ownerId: owner.id },
    `Created the company ${name} (${company.id}) with the Owner ${ownerEmail} (${owner.id}).\n"dealgraph keys create --user ${ownerEmail}" creates an API key for the Owner.`,
  )
}

const nameFromEmail = (email: string) =>
  (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ')

function parseRegion(text: string): string {
  const { read, validValues } = settingTable.DEFAULT_REGION
  const region = read(text.toUpperCase())
  if (!region) throw new InvalidArgumentError(`It must be ${validValues}.`)
  return region
}
