import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { formatCount, formatCountOf, formatMoney } from '../components.ts'
import type { Card, Stage } from '../documents/board.ts'
import type { Lane } from './lanes.ts'

/** Event handlers of cards and lanes; they must never change, since `useCards` reuses nodes. */
export interface BoardHandlers {
  toggle: (id: string, title: string) => void
  step: (key: string) => void
  cancel: () => void
  onKeyDown: (event: KeyboardEvent, id: string, title: string) => void
  onDragStart: (event: DragEvent, id: string, title: string) => void
  onDragOver: (event: DragEvent, lane: Lane) => void
  onDrop: (event: DragEvent) => void
  onDragEnd: () => void
}

/** Returns functions that are the same on every render, and call the latest handlers. */
export function useStableHandlers(handlers: BoardHandlers): BoardHandlers {
  const latestHandlers = useRef(handlers)
  latestHandlers.current = handlers
  return useMemo(
    () => ({
      toggle: (...args) => latestHandlers.current.toggle(...args),
      step: (...args) => latestHandlers.current.step(...args),
      cancel: () => latestHandlers.current.cancel(),
      onKeyDown: (...args) => latestHandlers.current.onKeyDown(...args),
      onDragStart: (...args) => latestHandlers.current.onDragStart(...args),
      onDragOver: (...args) => latestHandlers.current.onDragOver(...args),
      onDrop: (...args) => latestHandlers.current.onDrop(...args),
      onDragEnd: () => latestHandlers.current.onDragEnd(),
    }),
    [],
  )
}

interface LaneProps {
  lane: Lane
  pickedUpId: string | undefined
  draggedId: string | undefined
  /** The index at which the dragged card would be dropped, if in this lane. */
  dropIndex: number | undefined
  handlers: BoardHandlers
  canMove: boolean
  loadMore: () => Promise<void>
}

export function LaneView(props: LaneProps) {
  const { lane, dropIndex, handlers, loadMore } = props
  const { stage, cards, count } = lane
  const [isLoading, setLoading] = useState(false)
  const cardNodes = useCards(props)
  const marker = html`<li key="here" class="here" aria-hidden="true"></li>`
  const load = async () => {
    setLoading(true)
    await loadMore()
    setLoading(false)
  }
  return html`<section class="lane" data-stage=${stage.id} aria-labelledby=${`stage-${stage.id}`} onDragOver=${(event: DragEvent) => handlers.onDragOver(event, lane)} onDrop=${handlers.onDrop}>
    <header class="lane-head">
      <h2 id=${`stage-${stage.id}`}>${stage.name}${isOutcomeUnclear(stage) && html` <span class="tag">${stage.type}</span>`}</h2>
      <p>${formatCountOf(count, 'deal')}<span>${formatMoney(lane.sum)}</span></p>
    </header>
    <ol class="cards-of" aria-label=${`Deals in ${stage.name}`}>
      ${dropIndex === undefined ? cardNodes : cardNodes.toSpliced(dropIndex, 0, marker)}
      ${count === 0 && html`<li class="none">No deals</li>`}
    </ol>
    ${lane.endCursor && html`<button type="button" class="more" disabled=${isLoading} onClick=${load}>${isLoading ? 'Loading …' : `Show more: ${formatCount(cards.length)} of ${formatCount(count)}`}</button>`}
  </section>`
}

/** Returns whether the name of a won or lost stage does not state the outcome. */
const isOutcomeUnclear = ({ type, name }: Stage) => type !== 'open' && name.toLowerCase() !== type

/** Renders only changed cards: Preact skips a card whose node is the same object. */
function useCards({ lane, pickedUpId, draggedId, handlers, canMove }: LaneProps): VNode[] {
  const { cards } = lane
  const ownId = (id: string | undefined) => (cards.some((card) => card.id === id) ? id : undefined)
  const liftedId = ownId(pickedUpId)
  const dragId = ownId(draggedId)
  const nodes = useMemo(() => new WeakMap<Card, VNode>(), [handlers, canMove])
  return useMemo(
    () =>
      cards.map((card) => {
        const state = card.id === liftedId ? 'lifted' : card.id === dragId ? 'dragged' : undefined
        const render = () =>
          html`<${CardView} key=${card.id} card=${card} state=${state} handlers=${canMove ? handlers : undefined} />`
        if (state) return render()
        const node = nodes.get(card) ?? render()
        nodes.set(card, node)
        return node
      }),
    [cards, nodes, liftedId, dragId],
  )
}

interface CardProps {
  card: Card
  state: 'lifted' | 'dragged' | undefined
  /** Undefined if the key cannot move deals. */
  handlers: BoardHandlers | undefined
}

/** Renders a deal card, which can be dragged, or moved with its handle by keys or clicks. */
export function CardView({ card, state, handlers }: CardProps) {
  const { id, title, price, people, assignee } = card
  const names = (people ?? []).map(({ fullName }) => fullName)
  return html`<li class="card" data-card=${id} data-state=${state} draggable=${!!handlers} onDragStart=${(event: DragEvent) => handlers?.onDragStart(event, id, title)} onDragEnd=${handlers?.onDragEnd}
    onKeyDown=${(event: KeyboardEvent) => handlers?.onKeyDown(event, id, title)}>
    <p class="title">${title}</p>
    ${
      handlers &&
      html`<button type="button" class="handle" id=${`move-${id}`} aria-label=${`Move ${title}`} aria-describedby="how-to-move" aria-pressed=${state === 'lifted' ? 'true' : 'false'}
        onKeyUp=${preventClick} onClick=${() => handlers.toggle(id, title)}>${gripIcon}</button>`
    }
    <p class="facts"><span class="price">${formatMoney(price)}</span><span>${assignee ? assignee.fullName : 'unassigned'}</span></p>
    ${names.length > 0 && html`<p class="people">${names.slice(0, 2).join(', ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''}</p>`}
    ${
      state === 'lifted' &&
      handlers &&
      html`<div class="pad" role="group" aria-label=${`Move ${title} to`}>
        ${arrows.map(([key, label, sign]) => html`<button type="button" aria-label=${label} onClick=${() => handlers.step(key)}>${sign}</button>`)}
        <button type="button" class="main" onClick=${() => handlers.toggle(id, title)}>Drop</button>
        <button type="button" onClick=${handlers.cancel}>Cancel</button>
      </div>`
    }
  </li>`
}

/** Prevents the click that a button receives when Space is released. */
const preventClick = (event: KeyboardEvent) => {
  if (event.key === ' ') event.preventDefault()
}

const arrows = [
  ['ArrowLeft', 'Move to previous stage', '←'],
  ['ArrowUp', 'Up', '↑'],
  ['ArrowDown', 'Down', '↓'],
  ['ArrowRight', 'Move to next stage', '→'],
] as const

const gripIcon = html`<svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true"><path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" /></svg>`
