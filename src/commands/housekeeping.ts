import type { Deps } from '../context.ts'
import { forgetAddresses } from '../http/address.ts'
import { forgetOldKeys } from '../http/idempotency.ts'
import { sweepCustomFields } from '../resources/custom-fields/sweep.ts'
import { emptyTrash } from '../resources/people/empty-trash.ts'
import { sweepDeliveries } from '../resources/webhooks/sweep.ts'

const hour = 3_600_000

/**
 * Empties the Trash, removes the values of deleted custom fields and forgets old idempotency keys,
 * addresses and deliveries, now and every hour. @returns how to stop it
 */
export function startHousekeeping(deps: Deps): () => void {
  const tidy = async () => {
    try {
      await forgetOldKeys(deps)
      await forgetAddresses(deps)
      await emptyTrash(deps)
      await sweepCustomFields(deps)
      await sweepDeliveries(deps)
    } catch (error) {
      deps.log.error({ err: error }, 'housekeeping failed; it is tried again in an hour')
    }
  }
  const first = setTimeout(() => void tidy(), 2000)
  const timer = setInterval(() => void tidy(), hour)
  timer.unref()
  first.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
