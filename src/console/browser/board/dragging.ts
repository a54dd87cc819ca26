import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatCount } from '../components.ts'
import type { BoardState } from './board-state.ts'
import { findPosition, type Lane, type Position, stepCard } from './lanes.ts'

/** A dragged card, and the position where it would be dropped, counting the card itself. */
export interface DraggedCard {
  id: string
  target: Position | undefined
}

/** Moves cards with the browser's drag and drop, which scrolls at the edges. */
export function useDragging(board: BoardState) {
  const [dragged, render] = useState<DraggedCard>()
  // A drop may occur before the last drag-over is rendered.
  const draggedRef = useRef(dragged)
  const change = (nextCard: DraggedCard | undefined) => {
    draggedRef.current = nextCard
    render(nextCard)
  }
  const onDragEnd = () => {
    if (draggedRef.current) board.resume()
    change(undefined)
  }
  const onDragStart = (event: DragEvent, id: string, title: string) => {
    event.dataTransfer?.setData('text/plain', title)
    if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
    board.pause()
    change({ id, target: undefined })
  }
  const onDragOver = (event: DragEvent, lane: Lane) => {
    if (!draggedRef.current) return
    event.preventDefault()
    const { id, target: before } = draggedRef.current
    const target = { stageId: lane.stage.id, index: findDropIndex(event, lane, before) }
    if (target.stageId !== before?.stageId || target.index !== before.index) change({ id, target })
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (draggedRef.current?.target) {
      const { id, target } = draggedRef.current
      void board.move(id, excludeCard(board.lanes, id, target))
    }
    onDragEnd()
  }
  return { dragged, onDragStart, onDragOver, onDrop, onDragEnd }
}

/** Returns the index of the card under the pointer, or the next index in its lower half. */
function findDropIndex(
  event: DragEvent,
  { stage, cards }: Lane,
  before: Position | undefined,
): number {
  const target = event.target as Element
  const element = target.closest<HTMLElement>('[data-card]')
  if (element) {
    const box = element.getBoundingClientRect()
    const index = cards.findIndex(({ id }) => id === element.dataset['card'])
    return event.clientY > box.top + box.height / 2 ? index + 1 : index
  }
  if (target.closest('.lane-head')) return 0
  return before?.stageId === stage.id ? before.index : cards.length
}

/** Converts a position that counts the card itself to a position among the other cards. */
function excludeCard(lanes: readonly Lane[], id: string, { stageId, index }: Position): Position {
  const from = findPosition(lanes, id)
  const isBelow = from?.stageId === stageId && from.index < index
  return { stageId, index: isBelow ? index - 1 : index }
}

/** A card picked up by keyboard or click, with its original and current position. */
interface PickedUpCard {
  id: string
  title: string
  from: Position
  to: Position
}

/** Moves a card without dragging: by picking it up, pressing arrow keys, and dropping it. */
export function usePickUp(board: BoardState) {
  const [card, change] = useState<PickedUpCard>()
  const [announcement, announce] = useState('')
  usePause(board, card?.id)
  useFocusOnHandle(card)
  const { lanes } = board
  const show = (nextCard: PickedUpCard | undefined, message: string) => {
    change(nextCard)
    announce(message)
  }
  const cancel = () => {
    if (card)
      show(undefined, `${card.title} put back in ${describePosition(lanes, card.from, card.id)}.`)
  }
  const toggle = (id: string, title: string) => {
    if (card?.id === id) {
      show(undefined, `${title} dropped in ${describePosition(lanes, card.to, id)}.`)
      void board.move(id, card.to)
      return
    }
    const from = findPosition(lanes, id)
    if (!from) return
    const description = describePosition(lanes, from, id)
    show({ id, title, from, to: from }, `${title} picked up: ${description}. ${keyHelp}`)
  }
  const step = (key: string) => {
    if (!card) return
    const to = stepCard(lanes, card.id, card.to, key)
    show({ ...card, to }, `${describePosition(lanes, to, card.id)}.`)
  }
  const onKeyDown = (event: KeyboardEvent, id: string, title: string) => {
    const { key } = event
    const isHandle = (event.target as Element).matches('.handle')
    if ((key === ' ' || key === 'Enter') && isHandle) toggle(id, title)
    else if (key === 'Escape' && card) cancel()
    else if (card?.id === id && /^(Arrow|Home$|End$)/.test(key)) step(key)
    else return
    event.preventDefault()
  }
  return { card, announcement, toggle, step, cancel, onKeyDown }
}

const keyHelp = 'Arrow keys move it, Space drops it, Escape puts it back.'

/** Defers refreshes of the board while a card is picked up. */
function usePause(board: BoardState, cardId: string | undefined): void {
  useEffect(() => {
    if (!cardId) return
    board.pause()
    return () => board.resume()
  }, [cardId])
}

/** Keeps the focus on the handle of a moved card, which is a new element in another lane. */
function useFocusOnHandle(card: PickedUpCard | undefined): void {
  const lastId = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const id = card?.id ?? lastId.current
    if (id) document.getElementById(`move-${id}`)?.focus()
    lastId.current = card?.id
  }, [card])
}

function describePosition(
  lanes: readonly Lane[],
  { stageId, index }: Position,
  id: string,
): string {
  const lane = lanes.find(({ stage }) => stage.id === stageId)
  const isOwnLane = findPosition(lanes, id)?.stageId === stageId
  const total = (lane?.count ?? 0) + (isOwnLane ? 0 : 1)
  return `${lane?.stage.name}, place ${formatCount(index + 1)} of ${formatCount(total)}`
}
