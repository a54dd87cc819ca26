import type { Command } from 'commander'
import type { Deps } from '../context.ts'
import { OperatorError } from '../store/faults.ts'
import { allDeprecatedUses, companyById } from './queries.ts'
import { jsonOption, type Output, print, withDeps } from './session.ts'

interface Options extends Output {
  company?: string
}

/** Who would notice if something deprecated were removed. */
interface ListedUse {
  what: string
  sunset: string | null
  companyId: string
  keyId: string
  keyName: string
  user: string
  revokedAt: string | null
  calls: number
  firstUsedAt: string
  lastUsedAt: string
}

export function addDeprecations(program: Command): void {
  program
    .command('deprecations')
    .description(
      'list which API keys still use something deprecated: routes by their operation id, parts of the schema by their coordinate',
    )
    .option('--company <id>', 'those of one company')
    .option(...jsonOption)
    .addHelpText('after', '\nA running server writes what it has counted once a minute.')
    .action(list)
}

async function list(options: Options): Promise<void> {
  const uses = await withDeps((deps) => read(deps, options.company))
  print(
    options,
    { uses },
    uses.length > 0 ? lines(uses).join('\n') : 'No API key has used anything deprecated.',
  )
}

async function read({ store }: Deps, company: string | undefined): Promise<ListedUse[]> {
  const found = await store.everyCompany.look((db) => db.all(allDeprecatedUses, {}))
  if (
    company !== undefined &&
    !(await store.everyCompany.look((db) => db.first(companyById, { id: company })))
  )
    throw new OperatorError(`There is no company ${company}.`)
  return found
    .filter(({ companyId }) => company === undefined || companyId === company)
    .map(({ id: _, name: keyName, email: user, ...use }) => ({ ...use, keyName, user }))
}

function lines(uses: ListedUse[]): string[] {
  return [...Map.groupBy(uses, ({ what }) => what)].flatMap(([what, each]) => [
    `${what}${each[0]?.sunset ? `, which may be removed from ${each[0].sunset} on` : ''}`,
    ...each.map(
      ({ keyId, keyName, user, calls, lastUsedAt, revokedAt }) =>
        `  ${keyId}  ${user}  "${keyName}"${revokedAt ? ' (revoked)' : ''}  ${calls} ${calls === 1 ? 'call' : 'calls'}, last ${lastUsedAt}`,
    ),
  ])
}
