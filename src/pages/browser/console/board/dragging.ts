import { useRef, useState } from 'preact/hooks'
import { type Lane, type Spot, spotOf } from './lanes.ts'

export interface Dragging {
  /**
   * The card that is being dragged, and above which of the cards as they stand it would come to
   * stand.
   */
  dragged: { id: string; over: Spot | undefined } | undefined
  start: (event: DragEvent, id: string, title: string) => void
  /** Over a column. */
  over: (event: DragEvent, lane: Lane) => void
  drop: (event: DragEvent) => void
  end: () => void
}

/**
 * Moves a card with the mouse, by the browser's own dragging: it scrolls at the edges by itself.
 */
export function useDragging(
  lanes: readonly Lane[],
  drop: (id: string, to: Spot) => void,
  hold: (held: boolean) => void,
): Dragging {
  const [dragged, draw] = useState<Dragging['dragged']>()
  // What is dropped may come before what it was dragged over is drawn.
  const now = useRef(dragged)
  const change = (next: Dragging['dragged']) => {
    now.current = next
    draw(next)
  }
  const end = () => {
    if (now.current) hold(false)
    change(undefined)
  }
  return {
    dragged,
    end,
    start: (event, id, title) => {
      event.dataTransfer?.setData('text/plain', title)
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
      hold(true)
      change({ id, over: undefined })
    },
    over: (event, lane) => {
      if (!now.current) return
      event.preventDefault()
      const { id, over: before } = now.current
      const over = { stageId: lane.stage.id, index: indexAt(event, lane, before) }
      if (over.stageId !== before?.stageId || over.index !== before.index) change({ id, over })
    },
    drop: (event) => {
      event.preventDefault()
      if (now.current?.over)
        drop(now.current.id, withoutItself(lanes, now.current.id, now.current.over))
      end()
    },
  }
}

/**
 * Above which card of a column the pointer is: the one under it or the next, by halves; below all
 * of them the end.
 */
function indexAt(event: DragEvent, { stage, cards }: Lane, before: Spot | undefined): number {
  const card = (event.target as Element).closest<HTMLElement>('[data-card]')
  const box = card?.getBoundingClientRect()
  if (card && box)
    return (
      cards.findIndex(({ id }) => id === card.dataset['card']) +
      (event.clientY > box.top + box.height / 2 ? 1 : 0)
    )
  return (event.target as Element).closest('.lane-head')
    ? 0
    : before?.stageId === stage.id
      ? before.index
      : cards.length
}

/** A place among the others: within its own column, the card itself no longer counts. */
function withoutItself(lanes: readonly Lane[], id: string, over: Spot): Spot {
  const from = spotOf(lanes, id)
  const above = from?.stageId === over.stageId && from.index < over.index
  return { stageId: over.stageId, index: over.index - (above ? 1 : 0) }
}
