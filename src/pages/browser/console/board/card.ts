import { html } from 'htm/preact'
import type { Card as CardOf } from '../documents/board.ts'
import { money } from '../parts/show.ts'

/** What can be done with cards; the same functions always. */
export type Hands = {
  toggle: (id: string, title: string) => void
  step: (key: string) => void
  cancel: () => void
  onKey: (event: KeyboardEvent, id: string, title: string) => void
  start: (event: DragEvent, id: string, title: string) => void
  end: () => void
}

interface Props {
  card: CardOf
  state: 'lifted' | 'dragged' | undefined
  /** Nothing where the key may not move deals. */
  hands: Hands | undefined
}

/** A deal: dragged as a whole, or moved by its handle with the keyboard or by clicks. */
export function Card({ card, state, hands }: Props) {
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
    <p class="facts"><span class="price">${money(price)}</span><span>${assignedAgent ? assignedAgent.fullName : 'nobody'}</span></p>
    ${names.length > 0 && html`<p class="people">${names.slice(0, 2).join(', ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''}</p>`}
    ${
      state === 'lifted' &&
      hands &&
      html`<div class="pad" role="group" aria-label=${`Where to with ${title}`}>
        ${arrows.map(([name, label, sign]) => html`<button type="button" aria-label=${label} onClick=${() => hands.step(name)}>${sign}</button>`)}
        <button type="button" class="main" onClick=${() => hands.toggle(id, title)}>Put down</button>
        <button type="button" onClick=${hands.cancel}>Put back</button>
      </div>`
    }
  </li>`
}

/** Letting go of Space would click the button. */
const still = (event: KeyboardEvent) => {
  if (event.key === ' ') event.preventDefault()
}

const arrows = [
  ['ArrowLeft', 'To the stage before', '←'],
  ['ArrowUp', 'Up', '↑'],
  ['ArrowDown', 'Down', '↓'],
  ['ArrowRight', 'To the next stage', '→'],
] as const

const grip = html`<svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true"><path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" /></svg>`
