/** Removes old webhook deliveries, hourly. */
import type { Deps } from '../../context.ts'
import { inChunks } from '../../lib/event-loop.ts'
import { minIdAt } from '../../lib/ids.ts'
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
  const before = minIdAt('msg', deps.now() - retentionDays * 86_400_000)
  const companies = await deps.store.allCompanies.readLatest((db) => db.all(allCompanies, {}))
  let removed = 0
  for (const { id: companyId } of companies)
    removed += await inChunks(
      (limit) =>
        deps.store
          .forCompany(companyId)
          .write((db) => db.run(removeOldDeliveries, { companyId, before, limit })),
      chunkSize,
    )
  return removed
}
