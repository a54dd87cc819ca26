import type { Deps } from '../context.ts'
import { deleteExpiredKeys } from '../http/idempotency.ts'
import { deleteExpiredAddresses } from '../http/rate-limit.ts'
import { purgeDeletedFields } from '../resources/custom-fields/operations.ts'
import { emptyTrash } from '../resources/people/trash.ts'
import { sweepDeliveries } from '../resources/webhooks/deliveries.ts'

const intervalMs = 3_600_000
const firstDelayMs = 2000

/**
 * Empties the Trash and removes expired rows: values of deleted custom fields, idempotency keys,
 * addresses and webhook deliveries. Runs now and every hour. @returns how to stop it
 */
export function startHousekeeping(deps: Deps): () => void {
  const run = async () => {
    try {
      await deleteExpiredKeys(deps)
      await deleteExpiredAddresses(deps)
      await emptyTrash(deps)
      await purgeDeletedFields(deps)
      await sweepDeliveries(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed; the next attempt is in an hour')
    }
  }
  const first = setTimeout(() => void run(), firstDelayMs)
  const timer = setInterval(() => void run(), intervalMs)
  timer.unref()
  first.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
