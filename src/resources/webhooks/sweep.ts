/** Removes old webhook deliveries, hourly. */
import type { Deps } from '../../context.ts'
import { firstIdAt } from '../../lib/ids.ts'
import { inChunks } from '../../store/chunks.ts'
import { allCompanies } from '../companies/queries.ts'
import { removeOldDeliveries } from './queries.ts'

const retentionDays = 30

/** Deliveries per transaction, each with up to a dozen attempts, so that requests never wait long. */
const chunkSize = 500

/**
 * Deletes the deliveries that are older than 30 days and no longer pending, with their attempts.
 * @returns their count
 */
export async function sweepDeliveries(deps: Deps): Promise<number> {
  const before = firstIdAt('msg', deps.now() - retentionDays * 86_400_000)
  const companies = await deps.store.everyCompany.look((db) => db.all(allCompanies, {}))
  let removed = 0
  for (const { id: companyId } of companies)
    removed += await inChunks(
      (limit) =>
        deps.store
          .of(companyId)
          .write((db) => db.run(removeOldDeliveries, { companyId, before, limit })),
      chunkSize,
    )
  return removed
}
