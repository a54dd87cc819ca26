import type { Deps } from '../context.ts'
import type { Lanes } from './lanes.ts'
import { planDeliveries } from './planning.ts'
import { type AtWork, endpointsAtWork } from './queries.ts'

/** Milliseconds between two looks while changes come in one after another. */
const breath = 10
/** Milliseconds before it looks again after an unexpected error. */
const rest = 5000

/** Looks through all endpoints for what there is to do, one look at a time. */
export function lookoutOf(deps: Deps, lanes: Lanes, owner: string) {
  let running: Promise<void> | undefined
  let wanted = false
  let closed = false
  /** When the next delivery is due that nobody is busy with. */
  let due = 0

  async function look(): Promise<void> {
    const now = deps.now()
    const all = await deps.store.allCompanies.readLatest((db) =>
      db.all(endpointsAtWork, {
        now: new Date(now).toISOString(),
        demo: Number(deps.settings.DEMO),
        owner,
      }),
    )
    const waiting = all
      .filter(({ id }) => !lanes.busy(id))
      .map((endpoint) => ({
        endpoint,
        at: Math.max(dueAt(endpoint), lanes.restsUntil(endpoint.id)),
      }))
    due = Math.min(...waiting.map(({ at }) => at).filter((at) => at > now))
    lanes.start(waiting.filter(({ at }) => at <= now).map(({ endpoint }) => endpoint))
    for (const each of all)
      if (each.newest > each.lastSequence && !closed && (await planDeliveries(deps, each)))
        wanted = true
  }

  async function loop(): Promise<void> {
    try {
      while (wanted && !closed) {
        wanted = false
        await look()
        if (wanted) await new Promise((resolve) => setTimeout(resolve, breath))
      }
    } catch (err) {
      deps.log.error({ err }, 'turning events into webhooks failed unexpectedly; it is tried again')
      due = deps.now() + rest
    } finally {
      running = undefined
    }
  }

  function wake(): void {
    if (closed) return
    wanted = true
    running ??= loop()
  }

  return {
    /** Something may have changed. */
    wake,
    /** Some time has passed. */
    beat: (): void => {
      if (deps.now() >= due) wake()
    },
    running: (): Promise<void>[] => (running ? [running] : []),
    close: (): void => {
      closed = true
    },
  }
}

/**
 * When an endpoint's next delivery may be sent: not before the one that somebody is sending is done
 * with.
 */
function dueAt({ nextAt, busyUntil, pausedAt }: AtWork): number {
  if (nextAt === null || pausedAt) return Number.POSITIVE_INFINITY
  return Math.max(Date.parse(nextAt), busyUntil ? Date.parse(busyUntil) : 0)
}
