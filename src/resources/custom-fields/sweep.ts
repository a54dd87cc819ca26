import type { Deps } from '../../context.ts'
import { inChunks } from '../../lib/event-loop.ts'
import { asSystem } from '../companies/operations.ts'
import { allCompanies } from '../companies/queries.ts'
import { slice } from './changes.ts'
import { deleteSomeValues, fieldsToSweep } from './queries.ts'

/**
 * Deletes the values of fields that are deleted, in slices, each in a transaction of its own.
 * @returns how many fields are done
 */
export async function sweepCustomFields(deps: Deps): Promise<number> {
  let swept = 0
  for (const company of await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {})))
    for (const { id, recordKind } of await deps.store
      .forCompany(company.id)
      .readLatest((db) => db.all(fieldsToSweep, { companyId: company.id }))) {
      const key = { companyId: company.id, id }
      await inChunks(
        (limit) =>
          asSystem(deps, company, (ctx) =>
            ctx.db.run(deleteSomeValues(recordKind), { companyId: company.id, fieldId: id, limit }),
          ),
        slice,
      )
      await asSystem(deps, company, (ctx) => ctx.db.delete('customFields', key))
      swept++
    }
  return swept
}
