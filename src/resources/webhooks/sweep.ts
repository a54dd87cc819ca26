import type { Deps } from '../../context.ts'
import { firstIdAt } from '../../lib/ids.ts'
import { inChunks } from '../../store/chunks.ts'
import { allCompanies } from '../companies/queries.ts'
import { removeOldDeliveries } from './replay-queries.ts'

const daysKept = 30
/**
 * Removed in one transaction, with up to some dozen tries each, so that requests never wait long
 * behind it.
 */
const slice = 500

/**
 * Forgets deliveries that were made more than 30 days ago, with their tries; those still to be
 * delivered stay. @returns how many
 */
export async function forgetOldDeliveries(deps: Deps): Promise<number> {
  const before = firstIdAt('msg', deps.now() - daysKept * 86_400_000)
  let removed = 0
  for (const { id: companyId } of await deps.store.everyCompany.look((db) =>
    db.all(allCompanies, {}),
  ))
    removed += await inChunks(
      (limit) =>
        deps.store
          .of(companyId)
          .write((db) => db.run(removeOldDeliveries, { companyId, before, limit })),
      slice,
    )
  return removed
}
