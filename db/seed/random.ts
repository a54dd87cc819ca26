/** A seeded random number generator (mulberry32): a seed always produces the same numbers. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns an integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns one of the keys, with a probability proportional to its weight. */
  pickWeighted<T extends string>(weights: Readonly<Record<T, number>>): T
  /** Returns at most `count` different elements, in their original order. */
  sample<T>(list: readonly T[], count: number): T[]
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixedState = Math.imul(state ^ (state >>> 15), state | 1)
    mixedState ^= mixedState + Math.imul(mixedState ^ (mixedState >>> 7), mixedState | 61)
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] as never,
    pickWeighted: (weights) => {
      const entries = Object.entries(weights) as [never, number][]
      let remainingWeight = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        remainingWeight -= weight
        if (remainingWeight < 0) return name
      }
      return entries[0]?.[0] as never
    },
    sample: (list, count) => {
      const chosenIndexes = new Set<number>()
      for (let attempt = 0; attempt < count * 3 && chosenIndexes.size < count; attempt++)
        chosenIndexes.add(int(0, list.length - 1))
      return list.filter((_, index) => chosenIndexes.has(index))
    },
  }
}
