import type { Deps } from '../context.ts'
import { lanesOf } from './lanes.ts'
import { lookoutOf } from './lookout.ts'
import { forgetLeases } from './queries.ts'

/** The sending half of webhooks: beside the requests of a server, or in a process of its own. */
export interface Dispatcher {
  /** Resolves when nothing is left to do at this moment. */
  idle(): Promise<void>
  /**
   * Starts nothing more, and waits a while for what is being sent; what takes longer is broken off,
   * and counts as not tried.
   */
  stop(): Promise<void>
}

export interface Options {
  /** The name under which deliveries are leased. */
  owner: string
  /**
   * Whether only one process at a time can have this name: then what it left unfinished is taken up
   * again at once.
   */
  alone?: boolean
  /** Milliseconds for one try. */
  timeout?: number
  /** Endpoints that are sent to at the same time. */
  most?: number
  /** Repeats something until it is told to stop. */
  every?: (milliseconds: number, work: () => void) => () => void
  /** Milliseconds that `stop` waits. */
  patience?: number
}

/** How often it looks whether something is due, or was committed by another process. */
const beat = 250
const everyReal = (milliseconds: number, work: () => void) => {
  const timer = setInterval(work, milliseconds)
  return () => clearInterval(timer)
}

/**
 * Starts to send, and goes on until it is stopped: whenever something was committed, and when a
 * delivery is due.
 */
export function startDispatcher(deps: Deps, options: Options): Dispatcher {
  const { owner, timeout = 15_000, most = 64, every = everyReal, patience = 6000 } = options
  const breaking = new AbortController()
  const means = { timeout, signal: breaking.signal }
  const lanes = lanesOf(deps, { owner, lease: timeout + 15_000 }, means, {
    most,
    ended: () => lookout.wake(),
  })
  const lookout = lookoutOf(deps, lanes, owner)
  const stopBeat = every(beat, () => {
    deps.store.commits.checkForCommits()
    lookout.beat()
  })
  const unsubscribe = deps.store.commits.subscribe(lookout.wake)
  const begun = options.alone
    ? deps.store.allCompanies.write((db) => db.run(forgetLeases, { owner }))
    : Promise.resolve(0)
  begun
    .catch((err: unknown) =>
      deps.log.error({ err }, 'leases were not given back; they end by themselves'),
    )
    .finally(lookout.wake)
  const settled = async () => {
    await begun.catch(() => undefined)
    for (
      let all = [...lookout.running(), ...lanes.running()];
      all.length > 0;
      all = [...lookout.running(), ...lanes.running()]
    )
      await Promise.all(all)
  }
  return {
    async idle() {
      lookout.wake()
      await settled()
    },
    async stop() {
      stopBeat()
      unsubscribe()
      lanes.close()
      lookout.close()
      const cut = setTimeout(() => breaking.abort(), patience)
      await settled()
      clearTimeout(cut)
    },
  }
}
