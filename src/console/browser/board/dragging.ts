import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { formatCount } from '../components.ts'
import { type Lane, type Spot, spotOf, stepped } from './lanes.ts'

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

/** Moves a card with the browser's drag and drop, which scrolls at the edges. */
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

/** A card picked up by keyboard or click, with its original and current position. */
export interface PickedUpCard {
  id: string
  title: string
  from: Spot
  to: Spot
}

export interface KeyboardDragging {
  lifted: PickedUpCard | undefined
  /** Announcement for screen readers. */
  said: string
  /** Picks a card up, or drops it if it is picked up already. */
  toggle: (id: string, title: string) => void
  step: (key: string) => void
  cancel: () => void
  onKey: (event: KeyboardEvent, id: string, title: string) => void
}

/** Moves a card without dragging: pick up, arrow keys, drop. */
export function useKeyboardDragging(
  lanes: readonly Lane[],
  drop: (id: string, to: Spot) => void,
  hold: (held: boolean) => void,
): KeyboardDragging {
  const [lifted, change] = useState<PickedUpCard>()
  const [said, say] = useState('')
  const held = lifted?.id
  useEffect(() => {
    if (!held) return
    hold(true)
    return () => hold(false)
  }, [held])
  const handled = useRef<string | undefined>(undefined)
  // It may have come to stand in another column, as another element: before the next key, that has
  // the focus.
  useLayoutEffect(() => {
    handled.current = lifted?.id ?? handled.current
    if (handled.current) document.getElementById(`move-${handled.current}`)?.focus()
    if (!lifted) handled.current = undefined
  }, [lifted])

  const where = ({ stageId, index }: Spot, id: string) => {
    const lane = lanes.find(({ stage }) => stage.id === stageId)
    const others = (lane?.count ?? 0) - (spotOf(lanes, id)?.stageId === stageId ? 1 : 0)
    return `${lane?.stage.name}, place ${formatCount(index + 1)} of ${formatCount(others + 1)}`
  }
  const toggle = (id: string, title: string) => {
    if (lifted?.id === id) {
      change(undefined)
      say(`${title} put down in ${where(lifted.to, id)}.`)
      drop(id, lifted.to)
      return
    }
    const from = spotOf(lanes, id)
    if (!from) return
    change({ id, title, from, to: from })
    say(
      `${title} picked up: ${where(from, id)}. Arrow keys move it, Space puts it down, Escape puts it back.`,
    )
  }
  const step = (key: string) => {
    if (!lifted) return
    const to = stepped(lanes, lifted.id, lifted.to, key)
    change({ ...lifted, to })
    say(`${where(to, lifted.id)}.`)
  }
  const cancel = () => {
    if (!lifted) return
    change(undefined)
    say(`${lifted.title} put back in ${where(lifted.from, lifted.id)}.`)
  }
  const onKey = (event: KeyboardEvent, id: string, title: string) => {
    const { key } = event
    if ((key === ' ' || key === 'Enter') && (event.target as Element).matches('.handle'))
      toggle(id, title)
    else if (key === 'Escape' && lifted) cancel()
    else if (lifted?.id === id && /^(Arrow|Home$|End$)/.test(key)) step(key)
    else return
    event.preventDefault()
  }
  return { lifted, said, toggle, step, cancel, onKey }
}
