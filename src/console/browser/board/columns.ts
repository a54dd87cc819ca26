/** The columns of a board as immutable values, and functions that move a card between columns. */
import type { Card, ColumnPage, MoveInput, Stage } from '../documents/board.ts'

/** A column of the board, with the cards that are loaded so far, from the top. */
export interface BoardColumn {
  stage: Stage
  count: number
  sum: number
  cards: Card[]
  /** The cursor of the next page of cards; null if all cards are loaded. */
  endCursor: string | null
}

type BoardColumns = readonly BoardColumn[]

/** A position on the board: a column, and an index among its loaded cards. */
export type Position = { stageId: string; index: number }

export function createColumn(stage: Stage, { count, sum, deals }: ColumnPage): BoardColumn {
  const { nodes: cards, pageInfo } = deals
  return { stage, count, sum, cards, endCursor: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}

/** Appends the next page of cards to a column, without duplicates. */
export function appendPage(column: BoardColumn, page: BoardColumn | undefined): BoardColumn {
  if (!page) return column
  const ids = new Set(column.cards.map(({ id }) => id))
  return { ...page, cards: [...column.cards, ...page.cards.filter(({ id }) => !ids.has(id))] }
}

export function findPosition(columns: BoardColumns, id: string): Position | undefined {
  for (const { stage, cards } of columns) {
    const index = cards.findIndex((card) => card.id === id)
    if (index >= 0) return { stageId: stage.id, index }
  }
  return undefined
}

export const findCard = (columns: BoardColumns, id: string): Card | undefined =>
  columns.flatMap(({ cards }) => cards).find((card) => card.id === id)

const roundToCents = (amount: number) => Math.round(amount * 100) / 100

export const sumColumns = (columns: BoardColumns): number =>
  roundToCents(columns.reduce((sum, column) => sum + column.sum, 0))

/** Moves a card. `to.index` does not count the card itself. Unchanged columns are not copied. */
export function moveCard(columns: BoardColumns, id: string, to: Position): BoardColumns {
  const card = findCard(columns, id)
  if (!card) return columns
  return columns.map((column) => {
    const otherCards = column.cards.filter((other) => other !== card)
    const isSource = otherCards.length < column.cards.length
    const isTarget = column.stage.id === to.stageId
    if (!isSource && !isTarget) return column
    const countDelta = Number(isTarget) - Number(isSource)
    return {
      ...column,
      cards: isTarget ? otherCards.toSpliced(to.index, 0, card) : otherCards,
      count: column.count + countDelta,
      sum: roundToCents(column.sum + countDelta * (card.price ?? 0)),
    }
  })
}

/** Describes a moved card's place: after the previous card, or else before the next card. */
export function toMoveInput(columns: BoardColumns, id: string, stageId: string): MoveInput {
  const cards = columns.find(({ stage }) => stage.id === stageId)?.cards ?? []
  const index = cards.findIndex((card) => card.id === id)
  const [previous, next] = [cards[index - 1], cards[index + 1]]
  if (previous) return { stageId, place: { after: previous.id } }
  return { stageId, ...(next && { place: { before: next.id } }) }
}

/** Returns the position after an arrow key, Home or End. At an edge, the position is unchanged. */
export function getNextPosition(columns: BoardColumns, id: string, from: Position, key: string) {
  const columnIndex = columns.findIndex(({ stage }) => stage.id === from.stageId)
  const offset = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0
  const column = columns[columnIndex + offset]
  if (!column) return from
  const maxIndex = column.cards.filter((card) => card.id !== id).length
  const index = { ArrowUp: from.index - 1, ArrowDown: from.index + 1, Home: 0, End: maxIndex }[key]
  return { stageId: column.stage.id, index: Math.max(0, Math.min(index ?? from.index, maxIndex)) }
}
