import { rateLimit as allowance } from '../ask.ts'

/**
 * Reads columns anew when they may have changed: soon, all in one, but no oftener than the key's
 * allowance bears.
 */
export interface RefreshThrottle {
  wants(stageIds: readonly string[]): void
  /** Reading pauses between `hold(true)` and as many `hold(false)`. */
  hold(held: boolean): void
  stop(): void
}

/** Delays after a failure in milliseconds: the first and the longest. */
const [patience, longest] = [2000, 60_000]

/**
 * Long enough for what happens at once to be read at once, short enough for nobody to notice; in
 * milliseconds.
 */
const soon = 120

/** @param read resolves to whether it succeeded */
export function createRefreshThrottle(
  read: (stageIds: string[]) => Promise<'done' | 'again'>,
): RefreshThrottle {
  const wanted = new Set<string>()
  let holds = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = 0
  let busy = false
  let wait = 0
  let cost = 1
  let stopped = false

  function plan(): void {
    if (wanted.size === 0 || holds > 0 || busy || stopped || timer) return
    timer = setTimeout(
      run,
      Math.max(soon, last + Math.max(wait, allowance.wait * cost) - Date.now()),
    )
  }

  async function run(): Promise<void> {
    timer = undefined
    if (holds > 0 || stopped) return
    const stageIds = [...wanted]
    wanted.clear()
    busy = true
    last = Date.now()
    const before = allowance.asked
    const result = await read(stageIds)
    // A long column takes several requests.
    cost = allowance.asked - before
    busy = false
    wait = result === 'done' ? 0 : Math.min(longest, wait * 2 || patience)
    if (result === 'again') for (const id of stageIds) wanted.add(id)
    plan()
  }

  return {
    wants: (stageIds) => {
      for (const id of stageIds) wanted.add(id)
      plan()
    },
    hold: (held) => {
      holds += held ? 1 : -1
      plan()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
