/** The lanes of a board as values, and the moves of a card between them. */
import type { Card, Column, MoveInput, Stage } from '../documents/board.ts'

/** A column of the board, with the cards loaded so far, from the top. */
export interface Lane {
  stage: Stage
  count: number
  sum: number
  cards: Card[]
  /** The cursor of the next page; null if all cards are loaded. */
  endCursor: string | null
}

/** A lane, and an index among its loaded cards. */
export type Position = { stageId: string; index: number }

export const createLane = (stage: Stage, { count, sum, deals: { nodes, pageInfo } }: Column) => ({
  stage,
  count,
  sum,
  cards: nodes,
  endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
})

/** Appends the next page to a lane, without repeating cards. */
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

const roundToCents = (value: number) => Math.round(value * 100) / 100

export const sumLanes = (lanes: readonly Lane[]): number =>
  roundToCents(lanes.reduce((sum, lane) => sum + lane.sum, 0))

/** Moves a card; `to.index` does not count the card itself. Unchanged lanes are not copied. */
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

/** Returns the place of a moved card: after the card above it, or else before the one below. */
export function toMoveInput(lanes: readonly Lane[], id: string, stageId: string): MoveInput {
  const cards = lanes.find(({ stage }) => stage.id === stageId)?.cards ?? []
  const index = cards.findIndex((card) => card.id === id)
  const [previous, next] = [cards[index - 1], cards[index + 1]]
  if (previous) return { stageId, place: { after: previous.id } }
  return { stageId, ...(next && { place: { before: next.id } }) }
}

/** Returns the position after an arrow key, Home or End; at an edge, the same position. */
export function stepCard(lanes: readonly Lane[], id: string, from: Position, key: string) {
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
