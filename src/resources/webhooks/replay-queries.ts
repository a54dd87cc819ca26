import { sql } from 'kysely'
import { query, shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'

interface Stretch {
  companyId: string
  endpointId: string
  /** Behind this one. */
  after: string
  limit: number
}

/** The next deliveries to an endpoint, oldest first; `dead`: only those that were given up. */
export const deliveriesAfter = shaped<
  { dead: boolean },
  Stretch,
  { id: string; createdAt: string }
>(
  (_, p, { dead }) => sql<{
    id: string
    createdAt: string
  }>`select "id", "createdAt" from "webhookDeliveries"
    where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} and "id" > ${p.after}${dead ? sql` and "status" = 'dead'` : sql``} order by "id" limit ${p.limit}`,
)

/** Puts deliveries in the queue anew, but for those that are being sent at this moment. */
export const sendAgain = query((k, p: { companyId: string; ids: string; now: string }) =>
  k
    .updateTable('webhookDeliveries')
    .set((eb) => ({
      status: 'pending' as const,
      attemptsBefore: eb('attemptsBefore', '+', eb.ref('attempts')),
      attempts: 0,
      nextAttemptAt: p.now,
      leasedUntil: null,
      leaseOwner: null,
      deliveredAt: null,
    }))
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where((eb) => eb.or([eb('leasedUntil', 'is', null), eb('leasedUntil', '<=', p.now)])),
)

/** Removes some of the deliveries to an endpoint, with their tries. */
export const removeDeliveries = query(
  (
    _,
    p: { companyId: string; endpointId: string; limit: number },
  ) => sql`delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "endpointId" = ${p.endpointId} order by "id" limit ${p.limit})`,
)

/**
 * Removes some of the deliveries made before one, with their tries; not what is still to be
 * delivered.
 */
export const removeOldDeliveries = query(
  (
    _,
    p: { companyId: string; before: string; limit: number },
  ) => sql`delete from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" in (
    select "id" from "webhookDeliveries" where "companyId" = ${p.companyId} and "id" < ${p.before} and "status" <> 'pending' order by "id" limit ${p.limit})`,
)
