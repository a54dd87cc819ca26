import { type Role, rightsOf } from '../../access/scopes.ts'
import type { Viewer } from '../../access/viewer.ts'
import { type Context, contextOf, type Deps } from '../../context.ts'
import { newRecord } from '../../crud/records.ts'
import { writeEvents } from '../../events/record-event.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Db } from '../../store/db.ts'
import type { UserRow } from '../users/operations.ts'
import type { CompanyRow } from './table.ts'

/** The server itself, acting in a company: on the command line, or when Trash is emptied. */
export const systemViewer = (company: CompanyRow): Viewer => ({
  companyId: company.id,
  companyName: company.name,
  region: company.region,
  userId: '',
  fullName: 'Dealgraph',
  role: 'Owner',
  keyId: null,
  rights: rightsOf('Owner', null),
  teamIds: [],
  teamUserIds: [],
})

/** Runs operations in a company as the server itself, in one transaction with their events. */
export const asSystem = <T>(
  deps: Deps,
  company: CompanyRow,
  work: (ctx: Context) => MaybePromise<T>,
): Promise<T> =>
  deps.store.forCompany(company.id).write(async (db) => {
    const ctx = contextOf(deps, {
      viewer: systemViewer(company),
      requestId: `system-${deps.newId('request')}`,
      db,
    })
    const result = await work(ctx)
    await writeEvents(ctx)
    return result
  })

const lifecycle = ['Lead', 'Prospect', 'Client', 'Past client', 'Trash']
const sales = [
  ['Qualified', 'open'],
  ['Proposal', 'open'],
  ['Negotiation', 'open'],
  ['Won', 'won'],
  ['Lost', 'lost'],
] as const

export interface NewCompany {
  name: string
  region: string
  owner: { email: string; firstName: string; lastName: string }
  /** Marks the demo company; false by default. */
  isDemo?: boolean
}

/** A new company with its Owner, lifecycle stages (Trash among them) and one pipeline. */
export async function createCompany(
  deps: Deps,
  db: Db,
  { name, region, owner, isDemo = false }: NewCompany,
): Promise<{ company: CompanyRow; owner: UserRow }> {
  const now = deps.now()
  const company: CompanyRow = {
    id: deps.newId('company', now),
    name,
    region,
    eventSequence: 0,
    createdAt: new Date(now).toISOString(),
    isDemo: Number(isDemo),
  }
  await db.insert('companies', company)
  const ctx = contextOf(deps, { viewer: systemViewer(company), requestId: 'system', db })
  const row: UserRow = {
    ...newRecord(ctx, 'user'),
    ...owner,
    emailKey: owner.email.toLowerCase(),
    role: 'Owner' satisfies Role,
    avatarUrl: null,
    suspendedAt: null,
  }
  await db.insert('users', row)
  for (const [position, stage] of lifecycle.entries())
    await db.insert('stages', {
      ...newRecord(ctx, 'stage'),
      name: stage,
      position,
      isTrash: Number(stage === 'Trash'),
    })
  const pipeline = { ...newRecord(ctx, 'pipeline'), name: 'Sales', position: 0 }
  await db.insert('pipelines', pipeline)
  for (const [position, [stage, type]] of sales.entries())
    await db.insert('pipelineStages', {
      ...newRecord(ctx, 'pipelinestage'),
      pipelineId: pipeline.id,
      name: stage,
      type,
      position,
    })
  return { company, owner: row }
}
