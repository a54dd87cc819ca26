/** Moves cards by dragging, by keyboard or by clicks. */
import { formatCount } from '../components.ts'
import type { Card } from '../documents/board.ts'
import type { BoardState } from './board-state.ts'
import { type BoardColumn, findPosition, getNextPosition, type Position } from './columns.ts'

/** A card that is picked up by keyboard or click, with its original and current positions. */
type PickedUpCard = { id: string; title: string; from: Position; to: Position }

const keyboardHelp = 'Arrow keys move the deal, Space drops it, and Escape puts it back.'

/**
 * Moves cards by native drag and drop, which scrolls at the edges, or by keys or buttons: pick up a
 * card, move it step by step, and drop it. Board refreshes are deferred during a move.
 */
export class CardMover {
  /** The board state of the latest render. */
  board: BoardState
  pickedUpCard: PickedUpCard | undefined
  /** The dragged card and its drop position. The position's index counts the card itself. */
  draggedCard: { id: string; target: Position | undefined } | undefined
  announcement = ''
  readonly #onChange: () => void
  readonly #pausedBoards: BoardState[] = []

  constructor(board: BoardState, onChange: () => void) {
    this.board = board
    this.#onChange = onChange
  }

  startDrag(event: DragEvent, { id, title }: Card): void {
    event.dataTransfer?.setData('text/plain', title)
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
    this.#pause()
    this.#showDraggedCard({ id, target: undefined })
  }

  dragOver(event: DragEvent, column: BoardColumn): void {
    if (!this.draggedCard) return
    event.preventDefault()
    const { id, target: previousTarget } = this.draggedCard
    const target = { stageId: column.stage.id, index: findDropIndex(event, column, previousTarget) }
    if (target.stageId !== previousTarget?.stageId || target.index !== previousTarget.index)
      this.#showDraggedCard({ id, target })
  }

  dropCard(event: DragEvent): void {
    event.preventDefault()
    const { id, target } = this.draggedCard ?? {}
    if (id && target) void this.board.moveCard(id, excludeCard(this.board.columns, id, target))
    this.endDrag()
  }

  endDrag(): void {
    if (!this.draggedCard) return
    this.#resume()
    this.#showDraggedCard(undefined)
  }

  /** Picks up a card, or drops the card if it is already picked up. */
  togglePickUp({ id, title }: Card): void {
    const { pickedUpCard } = this
    if (pickedUpCard?.id === id) {
      this.#showCard(undefined, `${title} dropped in ${this.#describe(pickedUpCard.to, id)}.`)
      void this.board.moveCard(id, pickedUpCard.to)
      return
    }
    const from = findPosition(this.board.columns, id)
    if (!from) return
    const pickUpText = `${title} picked up: ${this.#describe(from, id)}. ${keyboardHelp}`
    this.#showCard({ id, title, from, to: from }, pickUpText)
  }

  step(key: string): void {
    if (!this.pickedUpCard) return
    const { id, to: from } = this.pickedUpCard
    const to = getNextPosition(this.board.columns, id, from, key)
    this.#showCard({ ...this.pickedUpCard, to }, `${this.#describe(to, id)}.`)
  }

  cancelMove(): void {
    if (!this.pickedUpCard) return
    const { id, title, from } = this.pickedUpCard
    this.#showCard(undefined, `${title} put back in ${this.#describe(from, id)}.`)
  }

  handleKey(event: KeyboardEvent, card: Card): void {
    const { key } = event
    const isHandle = (event.target as Element).matches('.handle')
    if ((key === ' ' || key === 'Enter') && isHandle) this.togglePickUp(card)
    else if (key === 'Escape' && this.pickedUpCard) this.cancelMove()
    else if (this.pickedUpCard?.id === card.id && /^(Arrow|Home$|End$)/.test(key)) this.step(key)
    else return
    event.preventDefault()
  }

  #showDraggedCard(card: CardMover['draggedCard']): void {
    this.draggedCard = card
    this.#onChange()
  }

  #showCard(card: PickedUpCard | undefined, announcement: string): void {
    if (card && !this.pickedUpCard) this.#pause()
    if (!card && this.pickedUpCard) this.#resume()
    this.pickedUpCard = card
    this.announcement = announcement
    this.#onChange()
  }

  #pause(): void {
    this.#pausedBoards.push(this.board)
    this.board.pause()
  }

  #resume(): void {
    this.#pausedBoards.pop()?.resume()
  }

  #describe({ stageId, index }: Position, id: string): string {
    const { columns } = this.board
    const column = columns.find(({ stage }) => stage.id === stageId)
    const isOwnColumn = findPosition(columns, id)?.stageId === stageId
    const cardCount = (column?.count ?? 0) + (isOwnColumn ? 0 : 1)
    return `${column?.stage.name}, position ${formatCount(index + 1)} of ${formatCount(cardCount)}`
  }
}

/** Returns the drop index: beside the card under the pointer, or 0 if over the heading. */
function findDropIndex(event: DragEvent, { stage, cards }: BoardColumn, previous?: Position) {
  const target = event.target as Element
  const element = target.closest<HTMLElement>('[data-card]')
  if (element) {
    const cardRectangle = element.getBoundingClientRect()
    const index = cards.findIndex(({ id }) => id === element.dataset['card'])
    return event.clientY > cardRectangle.top + cardRectangle.height / 2 ? index + 1 : index
  }
  if (target.closest('.column-head')) return 0
  return previous?.stageId === stage.id ? previous.index : cards.length
}

/** Converts an index that counts the card itself to an index among the other cards. */
function excludeCard(columns: readonly BoardColumn[], id: string, { stageId, index }: Position) {
  const from = findPosition(columns, id)
  const isBelow = from?.stageId === stageId && from.index < index
  return { stageId, index: isBelow ? index - 1 : index }
}
