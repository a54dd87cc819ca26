import { useMemo, useRef } from 'preact/hooks'
import type { Card, Column, MoveInput, Stage } from '../documents/board.ts'

/** A column with the cards loaded so far, from the top. */
export interface Lane {
  stage: Stage
  count: number
  sum: number
  cards: Card[]
  /** Cursor of the next page; undefined if all cards are loaded. */
  next: string | null
}

/** A position: a column and the number of loaded cards above. */
export interface Spot {
  stageId: string
  index: number
}

export const laneOf = (stage: Stage, { count, sum, deals: { nodes, pageInfo } }: Column): Lane => ({
  stage,
  count,
  sum,
  cards: nodes,
  next: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

export const emptyLane = (stage: Stage): Lane => ({
  stage,
  count: 0,
  sum: 0,
  cards: [],
  next: null,
})

export function spotOf(lanes: readonly Lane[], id: string): Spot | undefined {
  for (const { stage, cards } of lanes) {
    const index = cards.findIndex((card) => card.id === id)
    if (index >= 0) return { stageId: stage.id, index }
  }
  return undefined
}

export const cardAt = (lanes: readonly Lane[], id: string): Card | undefined =>
  lanes.flatMap(({ cards }) => cards.filter((card) => card.id === id))[0]

const cents = (value: number) => Math.round(value * 100) / 100

/**
 * Moves a card between lanes; `index` does not count the card itself. Unchanged columns stay the
 * same objects.
 */
export function placed(lanes: readonly Lane[], id: string, to: Spot): Lane[] {
  const card = cardAt(lanes, id)
  if (!card) return [...lanes]
  const price = card.price ?? 0
  return lanes.map((lane) => {
    const without = lane.cards.filter((each) => each.id !== id)
    const had = without.length < lane.cards.length
    const gets = lane.stage.id === to.stageId
    if (!had && !gets) return lane
    const change = Number(gets) - Number(had)
    return {
      ...lane,
      cards: gets ? without.toSpliced(to.index, 0, card) : without,
      count: lane.count + change,
      sum: cents(lane.sum + change * price),
    }
  })
}

/**
 * How the API is told where a card stands: behind the one above it, else before the one below it,
 * else alone.
 */
export function moveOf(lanes: readonly Lane[], id: string): MoveInput | undefined {
  const spot = spotOf(lanes, id)
  if (!spot) return undefined
  const { stageId, index } = spot
  const cards = lanes.find(({ stage }) => stage.id === stageId)?.cards ?? []
  const [above, below] = [cards[index - 1], cards[index + 1]]
  return { stageId, ...(above ? { after: above.id } : below ? { before: below.id } : {}) }
}

/**
 * One step from a spot with an arrow key; `index` counts without the card itself. The same spot at
 * an edge.
 */
export function stepped(lanes: readonly Lane[], id: string, from: Spot, key: string): Spot {
  const at = lanes.findIndex(({ stage }) => stage.id === from.stageId)
  const room = (lane: Lane | undefined) =>
    (lane?.cards ?? []).filter((card) => card.id !== id).length
  const beside = (step: number) => {
    const lane = lanes[at + step]
    return lane ? { stageId: lane.stage.id, index: Math.min(from.index, room(lane)) } : from
  }
  const within = (index: number) => ({
    stageId: from.stageId,
    index: Math.max(0, Math.min(index, room(lanes[at]))),
  })
  const steps: Record<string, () => Spot> = {
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
    ArrowUp: () => within(from.index - 1),
    ArrowDown: () => within(from.index + 1),
    Home: () => within(0),
    End: () => within(Number.POSITIVE_INFINITY),
  }
  return steps[key]?.() ?? from
}

type Deeds = Record<string, (...given: never[]) => unknown>

/**
 * The same functions at every drawing, which always do what the newest ones do: what is given them
 * need not be drawn anew.
 */
export function useSteady<T extends Deeds>(now: T): T {
  const newest = useRef<Deeds>(now)
  newest.current = now
  return useMemo(
    () =>
      Object.fromEntries(
        Object.keys(now).map((name) => [
          name,
          (...given: never[]) => newest.current[name]?.(...given),
        ]),
      ) as T,
    [],
  )
}
