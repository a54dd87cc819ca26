/** The lanes of a board as immutable values, and functions that move a card between lanes. */
import type { Card, Column, MoveInput, Stage } from '../documents/board.ts'

/** A column of the board, with the cards that are loaded so far, from the top. */
export interface Lane {
  stage: Stage
  count: number
  sum: number
  cards: Card[]
  /** The cursor of the next page of cards; null if all cards are loaded. */
  endCursor: string | null
}

/** A position on the board: a lane, and an index among its loaded cards. */
export type Position = { stageId: string; index: number }

export const createLane = (stage: Stage, { count, sum, deals: { nodes, pageInfo } }: Column) => ({
  stage,
  count,
  sum,
  cards: nodes,
  endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

/** Appends the next page of cards to a lane, without duplicates. */
export function appendPage(lane: Lane, page: Lane | undefined): Lane {
  if (!page) return lane
  const ids = new Set(lane.cards.map(({ id }) => id))
  return { ...page, cards: [...lane.cards, ...page.cards.filter(({ id }) => !ids.has(id))] }
}

export function findPosition(lanes: readonly Lane[], id: string): Position | undefined {
  for (const { stage, cards } of lanes) {
    const index = cards.findIndex((card) => card.id === id)
    if (index >= 0) return { stageId: stage.id, index }
  }
  return undefined
}

export const findCard = (lanes: readonly Lane[], id: string): Card | undefined =>
  lanes.flatMap(({ cards }) => cards).find((card) => card.id === id)

const roundToCents = (amount: number) => Math.round(amount * 100) / 100

export const sumLanes = (lanes: readonly Lane[]): number =>
  roundToCents(lanes.reduce((sum, lane) => sum + lane.sum, 0))

/** Moves a card. `to.index` does not count the card itself. Unchanged lanes are not copied. */
export function moveCard(lanes: readonly Lane[], id: string, to: Position): readonly Lane[] {
  const card = findCard(lanes, id)
  if (!card) return lanes
  return lanes.map((lane) => {
    const otherCards = lane.cards.filter((other) => other !== card)
    const isSource = otherCards.length < lane.cards.length
    const isTarget = lane.stage.id === to.stageId
    if (!isSource && !isTarget) return lane
    const countDelta = Number(isTarget) - Number(isSource)
    return {
      ...lane,
      cards: isTarget ? otherCards.toSpliced(to.index, 0, card) : otherCards,
      count: lane.count + countDelta,
      sum: roundToCents(lane.sum + countDelta * (card.price ?? 0)),
    }
  })
}

/** Describes a moved card's place: after the previous card, or else before the next card. */
export function toMoveInput(lanes: readonly Lane[], id: string, stageId: string): MoveInput {
  const cards = lanes.find(({ stage }) => stage.id === stageId)?.cards ?? []
  const index = cards.findIndex((card) => card.id === id)
  const [previous, next] = [cards[index - 1], cards[index + 1]]
  if (previous) return { stageId, place: { after: previous.id } }
  return { stageId, ...(next && { place: { before: next.id } }) }
}

/** Returns the position after an arrow key, Home or End. At an edge, the position is unchanged. */
export function getNextPosition(lanes: readonly Lane[], id: string, from: Position, key: string) {
  const laneIndex = lanes.findIndex(({ stage }) => stage.id === from.stageId)
  const offset = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0
  const index =
    { ArrowUp: from.index - 1, ArrowDown: from.index + 1, Home: 0, End: Number.MAX_SAFE_INTEGER }[
      key
    ] ?? from.index
  const lane = lanes[laneIndex + offset]
  if (!lane) return from
  const maxIndex = lane.cards.filter((card) => card.id !== id).length
  return { stageId: lane.stage.id, index: Math.max(0, Math.min(index, maxIndex)) }
}
