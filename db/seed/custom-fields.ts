import { createContext, type Deps } from '../../src/context.ts'
import { dayMs } from '../../src/lib/time.ts'
import { createSystemViewer } from '../../src/resources/companies/operations.ts'
import { createCustomField, type NewField } from '../../src/resources/custom-fields/operations.ts'
import { replaceCustomValues } from '../../src/resources/custom-fields/values.ts'
import type { Db } from '../../src/store/db.ts'
import { query } from '../../src/store/query.ts'
import { pickBetween, type SeedContext, toIso } from './seed-context.ts'

const preferenceOptions = ['Garden', 'Garage', 'Sea view', 'Schools nearby', 'Quiet street']
const financingOptions = ['Cash', 'Conventional', 'FHA', 'VA']

const fieldDefinitions: NewField[] = [
  { record: 'person', name: 'Birthday', type: 'date' },
  {
    record: 'person',
    name: 'Wishes',
    type: 'multipleChoice',
    description: 'Features that the buyer wants in a home.',
    options: preferenceOptions.map((label) => ({ label })),
  },
  {
    record: 'person',
    name: 'Pre-approved',
    type: 'boolean',
    description: 'Whether a lender has pre-approved the buyer.',
  },
  {
    record: 'deal',
    name: 'Financing',
    type: 'singleChoice',
    options: financingOptions.map((label) => ({ label })),
  },
  { record: 'deal', name: 'Square feet', type: 'number' },
]

const dealIdsQuery = query((k, p: { companyId: string }) =>
  k.selectFrom('deals').select('id').where('companyId', '=', p.companyId).orderBy('id'),
)

/** Adds custom fields to a company, and values of these fields to most of its people and deals. */
export async function addCustomFields(
  seedContext: SeedContext,
  db: Db,
  people: readonly { id: string }[],
): Promise<void> {
  const { random, company, endMs } = seedContext
  const pastDeps: Deps = { ...seedContext.deps, now: () => seedContext.startMs - 30 * dayMs }
  const ctx = createContext(pastDeps, {
    viewer: createSystemViewer(company),
    requestId: 'seed',
    db,
  })
  for (const definition of fieldDefinitions) await createCustomField(ctx, definition)
  for (const { id } of people)
    if (random.chance(0.7))
      await replaceCustomValues(ctx, 'person', id, {
        birthday: random.chance(0.5)
          ? toIso(pickBetween(random, endMs - 80 * 365 * dayMs, endMs - 22 * 365 * dayMs)).slice(
              0,
              10,
            )
          : null,
        wishes: random.sample(preferenceOptions, random.int(0, 3)),
        preApproved: random.chance(0.4) ? random.chance(0.6) : null,
      })
  for (const { id } of await db.all(dealIdsQuery, { companyId: company.id }))
    if (random.chance(0.8))
      await replaceCustomValues(ctx, 'deal', id, {
        financing: random.pick(financingOptions),
        squareFeet: random.int(45, 420) * 10,
      })
}
