/**
 * Reproducible randomness: the numbers drawn are a tape. The same tape produces the same request,
 * and zeros in it a simpler one, since zero is always the simplest choice.
 */
export interface Dice {
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** A random subset. */
  some<T>(list: readonly T[], probability: number): T[]
  /** The numbers drawn so far. */
  tape: number[]
}

/** Draws from a tape and zeros after its end; without a tape, from the seed. */
export function diceOf(seed: number, input?: readonly number[]): Dice {
  const tape: number[] = []
  let state = seed >>> 0
  const fresh = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const next = () => {
    const drawn = input ? (input[tape.length] ?? 0) : fresh()
    tape.push(drawn)
    return drawn
  }
  const int = (least: number, most: number) =>
    least + Math.floor(next() * (Math.max(least, most) - least + 1))
  const chance = (probability: number) => next() >= 1 - probability
  return {
    int,
    chance,
    pick: (list) => list[int(0, list.length - 1)] as never,
    some: (list, probability) => list.filter(() => chance(probability)),
    tape,
  }
}

/**
 * The simplest tape found that still fails: shortened, and with parts of it replaced with zeros.
 */
export async function findSimplest(
  tape: readonly number[],
  fails: (tape: readonly number[]) => Promise<boolean>,
  tries = 120,
): Promise<readonly number[]> {
  let best = tape
  let remaining = tries
  const better = async (candidate: readonly number[]) => {
    if (remaining <= 0) return
    remaining--
    if (await fails(candidate)) best = candidate
  }
  for (let length = Math.ceil(tape.length / 2); length >= 1; length = Math.floor(length / 2)) {
    while (best.length > length && remaining > 0) {
      const before = best
      await better(best.slice(0, -length))
      if (best === before) break
    }
    for (let from = 0; from < best.length && remaining > 0; from += length) {
      const stretch = best.slice(from, from + length)
      if (stretch.some((drawn) => drawn > 0))
        await better([
          ...best.slice(0, from),
          ...stretch.map(() => 0),
          ...best.slice(from + length),
        ])
    }
  }
  return best
}
