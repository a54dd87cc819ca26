import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { countOf, formatCount, formatMoney } from '../components.ts'
import type { Card as CardOf } from '../documents/board.ts'
import type { Lane as LaneOf } from './lanes.ts'

interface LaneProps {
  lane: LaneOf
  /** The cards that are picked up. */
  lifted: string | undefined
  dragged: string | undefined
  /** Above which card what is dragged would come to stand, where it would here. */
  gap: number | undefined
  hands: DragHandlers | undefined
  more: (stageId: string) => Promise<void>
  onDragOver: (event: DragEvent, lane: LaneOf) => void
  onDrop: (event: DragEvent) => void
}

/** What deals in a stage have come to, where its name does not say so. */
const outcome = ({ type, name }: LaneOf['stage']) =>
  type !== 'open' && name.toLowerCase() !== type ? type : undefined

/** A stage with its deals. */
export function Lane({ lane, lifted, dragged, gap, hands, more, onDragOver, onDrop }: LaneProps) {
  const { stage, cards, next } = lane
  const [busy, change] = useState(false)
  // Columns may be long: what happens to the cards of others does not concern this one.
  const here = (id: string | undefined) => (cards.some((card) => card.id === id) ? id : undefined)
  const [up, away] = [here(lifted), here(dragged)]
  const stateOf = ({ id }: { id: string }) =>
    id === up ? 'lifted' : id === away ? 'dragged' : undefined
  // What is drawn once is given again as it is, which costs nothing: of thousands only the card
  // that moves is drawn anew.
  const drawn = useMemo(() => new WeakMap<object, VNode>(), [hands])
  const draw = (card: CardOf) =>
    html`<${Card} key=${card.id} card=${card} state=${stateOf(card)} hands=${hands} />`
  const still = (card: CardOf) => {
    const found = drawn.get(card) ?? draw(card)
    drawn.set(card, found)
    return found
  }
  const list = useMemo(
    () => cards.map((card) => (stateOf(card) ? draw(card) : still(card))),
    [cards, drawn, up, away],
  )
  const read = async () => {
    change(true)
    await more(stage.id)
    change(false)
  }
  const shown =
    gap === undefined
      ? list
      : list.toSpliced(gap, 0, html`<li key="here" class="here" aria-hidden="true"></li>`)
  return html`<section class="lane" data-stage=${stage.id} aria-labelledby=${`stage-${stage.id}`} onDragOver=${(event: DragEvent) => onDragOver(event, lane)} onDrop=${onDrop}>
    <header class="lane-head">
      <h2 id=${`stage-${stage.id}`}>${stage.name}${outcome(stage) && html` <span class="tag">${outcome(stage)}</span>`}</h2>
      <p>${countOf(lane.count, 'deal')}<span>${formatMoney(lane.sum)}</span></p>
    </header>
    <ol class="cards-of" aria-label=${`Deals in ${stage.name}`}>
      ${shown}
      ${lane.count === 0 && html`<li class="none">No deals</li>`}
    </ol>
    ${next && html`<button type="button" class="more" disabled=${busy} onClick=${read}>${busy ? 'Reading …' : `Show more: ${formatCount(cards.length)} of ${formatCount(lane.count)}`}</button>`}
  </section>`
}

/** Handlers of cards; their identity never changes. */
export type DragHandlers = {
  toggle: (id: string, title: string) => void
  step: (key: string) => void
  cancel: () => void
  onKey: (event: KeyboardEvent, id: string, title: string) => void
  start: (event: DragEvent, id: string, title: string) => void
  end: () => void
}

interface CardProps {
  card: CardOf
  state: 'lifted' | 'dragged' | undefined
  /** Undefined if the key cannot move deals. */
  hands: DragHandlers | undefined
}

/** A deal: dragged as a whole, or moved by its handle with the keyboard or by clicks. */
export function Card({ card, state, hands }: CardProps) {
  const { id, title, price, people, assignedAgent } = card
  const names = (people ?? []).map(({ fullName }) => fullName)
  return html`<li class="card" data-card=${id} data-state=${state} draggable=${!!hands} onDragStart=${(event: DragEvent) => hands?.start(event, id, title)} onDragEnd=${hands?.end}
    onKeyDown=${(event: KeyboardEvent) => hands?.onKey(event, id, title)}>
    <p class="title">${title}</p>
    ${
      hands &&
      html`<button type="button" class="handle" id=${`move-${id}`} aria-label=${`Move ${title}`} aria-describedby="how-to-move" aria-pressed=${state === 'lifted' ? 'true' : 'false'}
        onKeyUp=${still} onClick=${() => hands.toggle(id, title)}>${grip}</button>`
    }
    <p class="facts"><span class="price">${formatMoney(price)}</span><span>${assignedAgent ? assignedAgent.fullName : 'nobody'}</span></p>
    ${names.length > 0 && html`<p class="people">${names.slice(0, 2).join(', ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''}</p>`}
    ${
      state === 'lifted' &&
      hands &&
      html`<div class="pad" role="group" aria-label=${`Where to with ${title}`}>
        ${arrows.map(([name, label, sign]) => html`<button type="button" aria-label=${label} onClick=${() => hands.step(name)}>${sign}</button>`)}
        <button type="button" class="main" onClick=${() => hands.toggle(id, title)}>Drop</button>
        <button type="button" onClick=${hands.cancel}>Cancel</button>
      </div>`
    }
  </li>`
}

/** Letting go of Space would click the button. */
const still = (event: KeyboardEvent) => {
  if (event.key === ' ') event.preventDefault()
}

const arrows = [
  ['ArrowLeft', 'Move to previous stage', '←'],
  ['ArrowUp', 'Up', '↑'],
  ['ArrowDown', 'Down', '↓'],
  ['ArrowRight', 'Move to next stage', '→'],
] as const

const grip = html`<svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true"><path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" /></svg>`
