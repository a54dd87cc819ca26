import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import type { Card as CardOf } from '../documents/board.ts'
import { count, many, money } from '../parts/show.ts'
import { Card, type Hands } from './card.ts'
import type { Lane as LaneOf } from './lanes.ts'

interface Props {
  lane: LaneOf
  /** The cards that are held. */
  lifted: string | undefined
  dragged: string | undefined
  /** Above which card what is dragged would come to stand, where it would here. */
  gap: number | undefined
  hands: Hands | undefined
  more: (stageId: string) => Promise<void>
  onDragOver: (event: DragEvent, lane: LaneOf) => void
  onDrop: (event: DragEvent) => void
}

/** What deals in a stage have come to, where its name does not say so. */
const outcome = ({ type, name }: LaneOf['stage']) =>
  type !== 'open' && name.toLowerCase() !== type ? type : undefined

/** A stage with its deals. */
export function Lane({ lane, lifted, dragged, gap, hands, more, onDragOver, onDrop }: Props) {
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
      <p>${many(lane.count, 'deal')}<span>${money(lane.sum)}</span></p>
    </header>
    <ol class="cards-of" aria-label=${`Deals in ${stage.name}`}>
      ${shown}
      ${lane.count === 0 && html`<li class="none">No deals here.</li>`}
    </ol>
    ${next && html`<button type="button" class="more" disabled=${busy} onClick=${read}>${busy ? 'Reading …' : `Show more: ${count(cards.length)} of ${count(lane.count)}`}</button>`}
  </section>`
}
