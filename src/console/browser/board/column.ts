/** A column of the board with its cards. */
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { formatCount, formatCountOf, formatMoney } from '../components.ts'
import type { Card, Stage } from '../documents/board.ts'
import type { CardMover } from './card-mover.ts'
import type { BoardColumn } from './columns.ts'

interface ColumnProps {
  column: BoardColumn
  /** The same object in every render, because `useCards` reuses rendered nodes. */
  mover: CardMover
  canMove: boolean
  loadMore: () => Promise<void>
}

export function ColumnView(props: ColumnProps) {
  const { column, mover, loadMore } = props
  const { stage, cards, count } = column
  const [isLoading, setLoading] = useState(false)
  const cardNodes = useCards(props)
  const dropTarget = mover.draggedCard?.target
  const dropMarker = html`<li key="here" class="here" aria-hidden="true"></li>`
  const loadMoreCards = async () => {
    setLoading(true)
    await loadMore()
    setLoading(false)
  }
  return html`<section class="column" data-stage=${stage.id} aria-labelledby=${`stage-${stage.id}`} onDragOver=${(event: DragEvent) => mover.dragOver(event, column)} onDrop=${(event: DragEvent) => mover.dropCard(event)}>
    <header class="column-head">
      <h2 id=${`stage-${stage.id}`}>${stage.name}${needsOutcomeLabel(stage) && html` <span class="tag">${stage.type}</span>`}</h2>
      <p>${formatCountOf(count, 'deal')}<span>${formatMoney(column.sum)}</span></p>
    </header>
    <ol class="cards-of" aria-label=${`Deals in ${stage.name}`}>
      ${dropTarget?.stageId === stage.id ? cardNodes.toSpliced(dropTarget.index, 0, dropMarker) : cardNodes}
      ${count === 0 && html`<li class="none">No deals in this stage</li>`}
    </ol>
    ${column.endCursor && html`<button type="button" class="more" disabled=${isLoading} onClick=${loadMoreCards}>${isLoading ? 'Loading…' : `Show more (${formatCount(cards.length)} of ${formatCount(count)} shown)`}</button>`}
  </section>`
}

/** Returns whether the name of a won or lost stage does not state the outcome. */
const needsOutcomeLabel = ({ type, name }: Stage) => type !== 'open' && name.toLowerCase() !== type

/** Reuses the nodes of unchanged cards, because Preact skips a node that is the same object. */
function useCards({ column, mover, canMove }: ColumnProps): VNode[] {
  const { cards } = column
  const findId = (id?: string) => cards.find((card) => card.id === id)?.id
  const pickedUpId = findId(mover.pickedUpCard?.id)
  const dragId = findId(mover.draggedCard?.id)
  const nodesByCard = useMemo(() => new WeakMap<Card, VNode>(), [mover, canMove])
  return useMemo(
    () =>
      cards.map((card) => {
        const state = card.id === pickedUpId ? 'lifted' : card.id === dragId ? 'dragged' : undefined
        const render = () =>
          html`<${CardView} key=${card.id} card=${card} state=${state} mover=${canMove ? mover : undefined} />`
        if (state) return render()
        const node = nodesByCard.get(card) ?? render()
        nodesByCard.set(card, node)
        return node
      }),
    [cards, nodesByCard, pickedUpId, dragId],
  )
}

interface CardProps {
  card: Card
  state: 'lifted' | 'dragged' | undefined
  /** Moves the card; undefined if the user cannot move deals. */
  mover: CardMover | undefined
}

/** Renders a deal card. Users drag the card, or move it with its handle by keyboard or clicks. */
function CardView({ card, state, mover }: CardProps) {
  const { id, title, price, people, assignee } = card
  const peopleNames = (people ?? []).map(({ fullName }) => fullName)
  return html`<li class="card" data-card=${id} data-state=${state} draggable=${!!mover} onDragStart=${(event: DragEvent) => mover?.startDrag(event, card)} onDragEnd=${() => mover?.endDrag()}
    onKeyDown=${(event: KeyboardEvent) => mover?.handleKey(event, card)}>
    <p class="title">${title}</p>
    ${
      mover &&
      html`<button type="button" class="handle" id=${`move-${id}`} aria-label=${`Move ${title}`} aria-describedby="how-to-move" aria-pressed=${state === 'lifted' ? 'true' : 'false'}
        onKeyUp=${preventClick} onClick=${() => mover.togglePickUp(card)}>${gripIcon}</button>`
    }
    <p class="facts"><span class="price">${formatMoney(price)}</span><span>${assignee ? assignee.fullName : 'unassigned'}</span></p>
    ${peopleNames.length > 0 && html`<p class="people">${peopleNames.slice(0, 2).join(', ')}${peopleNames.length > 2 ? ` and ${peopleNames.length - 2} more` : ''}</p>`}
    ${
      state === 'lifted' &&
      mover &&
      html`<div class="pad" role="group" aria-label=${`Move ${title} to`}>
        ${arrowButtons.map(([key, label, sign]) => html`<button type="button" aria-label=${label} onClick=${() => mover.step(key)}>${sign}</button>`)}
        <button type="button" class="main" onClick=${() => mover.togglePickUp(card)}>Drop</button>
        <button type="button" onClick=${() => mover.cancelMove()}>Cancel</button>
      </div>`
    }
  </li>`
}

/** Prevents the click event that a button receives when the user releases Space. */
const preventClick = (event: KeyboardEvent) => {
  if (event.key === ' ') event.preventDefault()
}

const arrowButtons = [
  ['ArrowLeft', 'Move to the previous stage', '←'],
  ['ArrowUp', 'Move up', '↑'],
  ['ArrowDown', 'Move down', '↓'],
  ['ArrowRight', 'Move to the next stage', '→'],
] as const

const gripIcon = html`<svg viewBox="0 0 10 16" width="10" height="16" aria-hidden="true"><path d="M2 2h.01M8 2h.01M2 8h.01M8 8h.01M2 14h.01M8 14h.01" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" /></svg>`
