import { contextOf, type Deps } from '../../src/context.ts'
import { systemViewer } from '../../src/resources/companies/operations.ts'
import { createCustomField, type NewField } from '../../src/resources/custom-fields/operations.ts'
import { replaceCustomValues } from '../../src/resources/custom-fields/values.ts'
import type { Db } from '../../src/store/db.ts'
import { query } from '../../src/store/query.ts'
import { between, day, iso, type Office } from './office.ts'

const likes = ['Garden', 'Garage', 'Sea view', 'Schools nearby', 'Quiet street']
const financing = ['Cash', 'Conventional', 'FHA', 'VA']

const definitions: NewField[] = [
  { record: 'person', name: 'Birthday', type: 'date' },
  {
    record: 'person',
    name: 'Wishes',
    type: 'multipleChoice',
    description: 'What matters in a home.',
    options: likes.map((label) => ({ label })),
  },
  {
    record: 'person',
    name: 'Pre-approved',
    type: 'boolean',
    description: 'Whether a bank has said yes.',
  },
  {
    record: 'deal',
    name: 'Financing',
    type: 'singleChoice',
    options: financing.map((label) => ({ label })),
  },
  { record: 'deal', name: 'Square feet', type: 'number' },
]

const dealIds = query((k, p: { companyId: string }) =>
  k.selectFrom('deals').select('id').where('companyId', '=', p.companyId).orderBy('id'),
)

/** Gives the company a few fields of its own, and most of its records some values. */
export async function addCustomFields(
  office: Office,
  db: Db,
  people: readonly { id: string }[],
): Promise<void> {
  const { dice, company, end } = office
  const founded: Deps = { ...office.deps, now: () => office.start - 30 * day }
  const ctx = contextOf(founded, { viewer: systemViewer(company), requestId: 'seed', db })
  for (const definition of definitions) await createCustomField(ctx, definition)
  for (const { id } of people)
    if (dice.chance(0.7))
      await replaceCustomValues(ctx, 'person', id, {
        birthday: dice.chance(0.5)
          ? iso(between(dice, end - 80 * 365 * day, end - 22 * 365 * day)).slice(0, 10)
          : null,
        wishes: dice.some(likes, dice.int(0, 3)),
        preApproved: dice.chance(0.4) ? dice.chance(0.6) : null,
      })
  for (const { id } of await db.all(dealIds, { companyId: company.id }))
    if (dice.chance(0.8))
      await replaceCustomValues(ctx, 'deal', id, {
        financing: dice.pick(financing),
        squareFeet: dice.int(45, 420) * 10,
      })
}
