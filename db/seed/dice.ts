/** A small seeded generator (mulberry32): the same seed gives the same company. */
export interface Dice {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `least` to `most`. */
  int(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** One of the names, as often as its number says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T
  /** At most `count` different ones, in their own order. */
  some<T>(list: readonly T[], count: number): T[]
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)] as never,
    weighted: (weights) => {
      const entries = Object.entries(weights) as [never, number][]
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      return entries[0]?.[0] as never
    },
    some: (list, count) => {
      const chosen = new Set<number>()
      for (let tries = 0; tries < count * 3 && chosen.size < count; tries++)
        chosen.add(int(0, list.length - 1))
      return list.filter((_, index) => chosen.has(index))
    },
  }
}
