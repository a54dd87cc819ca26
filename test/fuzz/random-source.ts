/**
 * A reproducible source of random numbers that records each drawn number. The same numbers produce
 * the same request, and zeros produce a simpler request, because zero always selects the simplest
 * option.
 */
export interface RandomSource {
  /** Returns an integer from `min` to `max`, inclusive. */
  integer(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns a random subset that contains each item with the given probability. */
  subset<T>(list: readonly T[], probability: number): T[]
  /** The numbers drawn so far. */
  draws: number[]
}

/**
 * Creates a source that returns the recorded draws and then zeros. Without recorded draws, the
 * source derives its numbers from the seed.
 */
export function createRandomSource(seed: number, recordedDraws?: readonly number[]): RandomSource {
  const draws: number[] = []
  let state = seed >>> 0
  const generate = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let hash = Math.imul(state ^ (state >>> 15), state | 1)
    hash ^= hash + Math.imul(hash ^ (hash >>> 7), hash | 61)
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
  const draw = () => {
    const drawnNumber = recordedDraws ? (recordedDraws[draws.length] ?? 0) : generate()
    draws.push(drawnNumber)
    return drawnNumber
  }
  const integer = (min: number, max: number) =>
    min + Math.floor(draw() * (Math.max(min, max) - min + 1))
  const chance = (probability: number) => draw() >= 1 - probability
  return {
    integer,
    chance,
    pick: (list) => list[integer(0, list.length - 1)] as never,
    subset: (list, probability) => list.filter(() => chance(probability)),
    draws,
  }
}

/**
 * Shrinks the draws that cause a failure, in up to `maxAttempts` attempts: shortens the list, and
 * replaces ranges of draws with zeros, as long as the failure still occurs.
 */
export async function shrinkDraws(
  draws: readonly number[],
  isFailing: (candidate: readonly number[]) => Promise<boolean>,
  maxAttempts = 120,
): Promise<readonly number[]> {
  let shrunkDraws = draws
  let remainingAttempts = maxAttempts
  const tryCandidate = async (candidate: readonly number[]) => {
    if (remainingAttempts <= 0) return
    remainingAttempts--
    if (await isFailing(candidate)) shrunkDraws = candidate
  }
  for (let length = Math.ceil(draws.length / 2); length >= 1; length = Math.floor(length / 2)) {
    while (shrunkDraws.length > length && remainingAttempts > 0) {
      const previousDraws = shrunkDraws
      await tryCandidate(shrunkDraws.slice(0, -length))
      if (shrunkDraws === previousDraws) break
    }
    for (let start = 0; start < shrunkDraws.length && remainingAttempts > 0; start += length) {
      const range = shrunkDraws.slice(start, start + length)
      if (range.some((value) => value > 0))
        await tryCandidate([
          ...shrunkDraws.slice(0, start),
          ...range.map(() => 0),
          ...shrunkDraws.slice(start + length),
        ])
    }
  }
  return shrunkDraws
}
