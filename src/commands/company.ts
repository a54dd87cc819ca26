/** The commands `company create` and `company update`. */
import { type Command, InvalidArgumentError } from 'commander'
import type { Company } from '../access/scopes.ts'
import { createCompany, loadCompany } from '../resources/companies/operations.ts'
import { settingTable } from '../settings.ts'
import {
  addOptions,
  createOptionError,
  createScalarParser,
  type Output,
  print,
  withDeps,
} from './command-helpers.ts'
import { companyUpdate } from './queries.ts'

type CompanyOptions = Partial<Omit<Company, 'id'>>

interface CreateOptions extends Output, CompanyOptions {
  name: string
  ownerEmail: string
  ownerName?: string
}

const createExamples = `
Examples:
  npx dealgraph company create --name "Acme" --owner-email ann@acme.example
  # a company in Germany, which is also the default country for its phone numbers
  npx dealgraph company create --name "Acme GmbH" --owner-email eva@acme.example \\
    --owner-name "Eva Lang" --region DE --currency EUR --time-zone Europe/Berlin`

const updateExamples = `
Examples:
  npx dealgraph company update COMPANY_ID --currency EUR --time-zone Europe/Berlin`

export function addCompany(program: Command): void {
  const companyCommand = program
    .command('company')
    .description('manage companies, each with its own users and records')
  const createCommand = companyCommand
    .command('create')
    .description(
      'create a company with an Owner, stages and a pipeline; "dealgraph keys create" adds API keys',
    )
    .requiredOption('--name <name>', 'company name', parseLabel)
    .requiredOption(
      '--owner-email <email>',
      'email address of the Owner',
      createScalarParser('Email'),
    )
    .option('--owner-name <name>', 'first and last name of the Owner', parseLabel)
    .addHelpText('after', createExamples)
    .action(createWithOwner)
  addCompanyOptions(createCommand, {
    region: ' (default: DEFAULT_REGION)',
    currency: ' (default: USD)',
    timeZone: ' (default: UTC)',
  })
  const updateCommand = companyCommand
    .command('update <id>')
    .description('change the name, country, currency or time zone of a company')
    .option('--name <name>', 'company name', parseLabel)
    .addHelpText('after', updateExamples)
    .action(runUpdate)
  addCompanyOptions(updateCommand)
}

const parseLabel = createScalarParser('Label')

const addCompanyOptions = (
  command: Command,
  { region = '', currency = '', timeZone = '' }: CompanyOptions = {},
) =>
  addOptions(command, {
    '--region <country>': [`country, the default for phone numbers${region}`, parseRegion],
    '--currency <code>': [`currency of all prices, as an ISO 4217 code${currency}`, parseCurrency],
    '--time-zone <zone>': [`IANA time zone${timeZone}`, createScalarParser('TimeZone')],
  })

async function createWithOwner(options: CreateOptions): Promise<void> {
  const { name, ownerEmail, currency, timeZone } = options
  const [firstName = '', ...lastNames] = (options.ownerName ?? guessName(ownerEmail)).split(' ')
  const { company, owner } = await withDeps((deps) =>
    deps.store.allCompanies.write((db) =>
      createCompany(deps, db, {
        name,
        region: options.region ?? deps.settings.DEFAULT_REGION,
        currency,
        timeZone,
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

async function runUpdate(id: string, { json, ...changes }: Output & CompanyOptions): Promise<void> {
  if (Object.keys(changes).length === 0)
    throw createOptionError('Add --name, --region, --currency or --time-zone to change a company.')
  const company = await withDeps(async (deps) => {
    const { name, region, currency, timeZone } = await loadCompany(deps, id)
    const company = { id, name, region, currency, timeZone, ...changes }
    await deps.store.forCompany(id).write((db) => db.run(companyUpdate, company))
    return company
  })
  print({ json }, company, `Updated the company ${company.name} (${id}).`)
}

const guessName = (email: string) =>
  (email.split('@')[0] ?? '')
    .split(/[._-]+/)
    .filter(Boolean)
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join(' ')

function parseRegion(text: string): string {
  const { parse, validValues } = settingTable.DEFAULT_REGION
  const region = parse(text.toUpperCase())
  if (!region) throw new InvalidArgumentError(`The country must be ${validValues}.`)
  return region
}

function parseCurrency(text: string): string {
  const currency = text.toUpperCase()
  if (!Intl.supportedValuesOf('currency').includes(currency))
    throw new InvalidArgumentError('The currency must be an ISO 4217 code such as USD or EUR.')
  return currency
}
