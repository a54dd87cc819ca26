/** Creates companies, and runs operations in a company on behalf of the server. */
import { getRights, type Viewer } from '../../access/scopes.ts'
import { type Context, createContext, type Deps } from '../../context.ts'
import { newRecord } from '../../crud/records.ts'
import { writeEvents } from '../../events/record-event.ts'
import type { MaybePromise } from '../../lib/async.ts'
import type { Db } from '../../store/db.ts'
import { OperatorError } from '../../store/faults.ts'
import { query } from '../../store/query.ts'
import type { UserRow } from '../users/operations.ts'
import type { CompanyRow } from './table.ts'

/** Selects all companies. Unlike most queries, this query is not limited to one company. */
export const allCompanies = query((k, _p: object) =>
  k.selectFrom('companies').selectAll().orderBy('id'),
)

export const companyById = query((k, p: { id: string }) =>
  k.selectFrom('companies').selectAll().where('id', '=', p.id),
)

/** Selects all demo companies. Unlike most queries, this query is not limited to one company. */
export const demoCompanies = query((k, _p: object) =>
  k.selectFrom('companies').selectAll().where('isDemo', '=', 1).orderBy('id'),
)

/** Returns a viewer with the role Owner, for commands and housekeeping, which have no user. */
export const createSystemViewer = (company: CompanyRow): Viewer => ({
  companyId: company.id,
  company,
  userId: '',
  fullName: 'Dealgraph',
  role: 'Owner',
  credentialId: null,
  rights: getRights('Owner', null),
  teamIds: [],
  coveredUserIds: [],
})

/** Runs operations as the system viewer in one transaction, and writes their events. */
export const runAsSystem = <T>(
  deps: Deps,
  company: CompanyRow,
  work: (ctx: Context) => MaybePromise<T>,
): Promise<T> =>
  deps.store.forCompany(company.id).write(async (db) => {
    const ctx = createContext(deps, {
      viewer: createSystemViewer(company),
      requestId: `system-${deps.newId('request')}`,
      db,
    })
    const workResult = await work(ctx)
    await writeEvents(ctx)
    return workResult
  })

/** Loads a company. @throws OperatorError if the company does not exist */
export async function loadCompany(deps: Deps, id: string): Promise<CompanyRow> {
  const company = await deps.store.allCompanies.readLatest((db) => db.first(companyById, { id }))
  if (!company) throw new OperatorError(`There is no company with the id ${id}.`)
  return company
}

export async function forEachCompany(deps: Deps, work: (company: CompanyRow) => Promise<void>) {
  const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))
  for (const company of companies) await work(company)
}

const lifecycleStageNames = ['Lead', 'Prospect', 'Client', 'Past client', 'Trash']
const salesStages = [
  ['Qualified', 'open'],
  ['Proposal', 'open'],
  ['Negotiation', 'open'],
  ['Won', 'won'],
  ['Lost', 'lost'],
] as const

export interface NewCompany extends Pick<CompanyRow, 'name' | 'region'> {
  /** The ISO 4217 currency code (default `USD`). */
  currency?: string | undefined
  /** The IANA time zone name (default `UTC`). */
  timeZone?: string | undefined
  owner: { email: string; firstName: string; lastName: string }
  /** Whether the company is a demo company (default false). */
  isDemo?: boolean
}

/** Creates a company with an Owner, its lifecycle stages (including Trash) and one pipeline. */
export async function createCompany(
  deps: Deps,
  db: Db,
  { name, region, currency = 'USD', timeZone = 'UTC', owner, isDemo = false }: NewCompany,
): Promise<{ company: CompanyRow; owner: UserRow }> {
  const nowMs = deps.now()
  const company: CompanyRow = {
    id: deps.newId('company', nowMs),
    name,
    region,
    currency,
    timeZone,
    eventSequence: 0,
    createdAt: new Date(nowMs).toISOString(),
    isDemo: Number(isDemo),
  }
  await db.insert('companies', company)
  const ctx = createContext(deps, { viewer: createSystemViewer(company), requestId: 'system', db })
  const ownerRow: UserRow = {
    ...newRecord(ctx, 'user'),
    ...owner,
    emailKey: owner.email.toLowerCase(),
    role: 'Owner',
    avatarUrl: null,
    suspendedAt: null,
  }
  await db.insert('users', ownerRow)
  await insertStagesAndPipeline(ctx)
  return { company, owner: ownerRow }
}

async function insertStagesAndPipeline(ctx: Context): Promise<void> {
  for (const [position, name] of lifecycleStageNames.entries())
    await ctx.db.insert('stages', {
      ...newRecord(ctx, 'stage'),
      name,
      position,
      isTrash: Number(name === 'Trash'),
    })
  const pipeline = { ...newRecord(ctx, 'pipeline'), name: 'Sales', position: 0 }
  await ctx.db.insert('pipelines', pipeline)
  for (const [position, [name, type]] of salesStages.entries())
    await ctx.db.insert('pipelineStages', {
      ...newRecord(ctx, 'pipelinestage'),
      pipelineId: pipeline.id,
      name,
      type,
      position,
    })
}
