import type { Deps } from '../context.ts'
import { deliver, type Means } from './delivering.ts'
import { type Job, type Lessee, markResult, type Result, takeNext } from './leasing.ts'

/** Deliveries of an endpoint before others have their turn. */
const turn = 10
/** Milliseconds before an endpoint is tried again after an unexpected error. */
const rest = 5000

interface Served {
  id: string
  companyId: string
}

export type Lanes = ReturnType<typeof lanesOf>

/**
 * Endpoints that are being sent to, each in a lane of its own, so that none waits for another.
 * `ended` is told when one has had its turn.
 */
export function lanesOf(
  deps: Deps,
  lessee: Lessee,
  means: Means,
  { most, ended }: { most: number; ended(): void },
) {
  const lanes = new Map<string, Promise<void>>()
  /** When each endpoint was last sent to, counted in turns. */
  const turns = new Map<string, number>()
  const resting = new Map<string, number>()
  /** The last result of each endpoint, until it is saved: the database may be unavailable. */
  const unsaved = new Map<string, { job: Job; result: Result }>()
  let count = 0
  let closing = false

  /**
   * Sends some deliveries of one endpoint, one after another. Marking one and taking the next is
   * one transaction.
   */
  async function serve({ companyId, id: endpointId }: Served): Promise<void> {
    for (let n = 0; n <= turn; n++) {
      const last = unsaved.get(endpointId)
      const more = n < turn && !closing
      if (!more && !last) return
      const job = await deps.store.forCompany(companyId).write(async (db) => {
        if (last) await markResult(deps, db, last.job, last.result, lessee)
        return more ? takeNext(deps, db, { companyId, endpointId }, lessee) : undefined
      })
      unsaved.delete(endpointId)
      if (!job) return
      unsaved.set(endpointId, { job, result: await deliver(deps, job, means) })
    }
  }

  async function start(endpoint: Served): Promise<void> {
    turns.set(endpoint.id, ++count)
    resting.delete(endpoint.id)
    try {
      await serve(endpoint)
    } catch (err) {
      deps.log.error(
        { err, endpointId: endpoint.id },
        'sending webhooks failed unexpectedly; it is tried again',
      )
      resting.set(endpoint.id, deps.now() + rest)
    }
    lanes.delete(endpoint.id)
    ended()
  }

  return {
    /** Starts with those that have waited longest, as far as there is room. */
    start(ready: Served[]): void {
      const inTurn = ready
        .filter(({ id }) => !lanes.has(id))
        .sort((a, b) => (turns.get(a.id) ?? 0) - (turns.get(b.id) ?? 0))
      for (const endpoint of inTurn.slice(0, Math.max(0, most - lanes.size)))
        lanes.set(endpoint.id, start(endpoint))
    },
    /** Whether an endpoint has its turn just now; it is looked at again when that ends. */
    busy: (id: string): boolean => lanes.has(id),
    restsUntil: (id: string): number => resting.get(id) ?? 0,
    running: (): Promise<void>[] => [...lanes.values()],
    close: (): void => {
      closing = true
    },
  }
}
