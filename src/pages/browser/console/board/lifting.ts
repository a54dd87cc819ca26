import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { count } from '../parts/show.ts'
import { type Lane, type Spot, spotOf, stepped } from './lanes.ts'

/**
 * A card held with the keyboard, or picked up by a click: where it came from and where it is now.
 */
export interface Lifted {
  id: string
  title: string
  from: Spot
  to: Spot
}

export interface Lifting {
  lifted: Lifted | undefined
  /** What a screen reader says. */
  said: string
  /** Picks a card up; puts it down where it is, if it is held already. */
  toggle: (id: string, title: string) => void
  step: (key: string) => void
  cancel: () => void
  onKey: (event: KeyboardEvent, id: string, title: string) => void
}

/** Moves a card without dragging: pick up, go with the arrows, put down. */
export function useLifting(
  lanes: readonly Lane[],
  drop: (id: string, to: Spot) => void,
  hold: (held: boolean) => void,
): Lifting {
  const [lifted, change] = useState<Lifted>()
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
    return `${lane?.stage.name}, place ${count(index + 1)} of ${count(others + 1)}`
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
