/** The view of a pipeline's board. */
import { html } from 'htm/preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import {
  formatCountOf,
  formatMoney,
  Heading,
  LiveStatus,
  MissingScope,
  renderSelect,
  toUrl,
} from '../components.ts'
import { ListPipelines, type Pipeline } from '../documents/board.ts'
import { useLiveEvents } from '../live.ts'
import { ErrorMessage, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'
import { type AssigneeFilter, BoardState } from './board-state.ts'
import { CardMover } from './card-mover.ts'
import { ColumnView } from './column.ts'
import { moveCard, sumColumns } from './columns.ts'

type Assignee = 'all' | 'me' | 'none'

/** Renders the board of the pipeline in the URL, or of the first pipeline by default. */
export function BoardPage({ session, id }: { session: Session; id: string | undefined }) {
  const canView = session.hasScope('deals.view')
  const { data, error, reload } = useOperation(session, ListPipelines, {}, !canView)
  const [assignee, setAssignee] = useState<Assignee>('all')
  const pipelines = data?.pipelines.nodes ?? []
  const pipeline = id ? pipelines.find((candidate) => candidate.id === id) : pipelines[0]
  const filters: Record<Assignee, AssigneeFilter> = {
    all: {},
    me: { assigneeIds: [session.me.id] },
    none: { unassigned: true },
  }
  const openPipeline = (pipelineId: string) => {
    location.hash = toUrl('board', pipelineId)
  }
  const pipelineNames = Object.fromEntries(pipelines.map((item) => [item.id, item.name]))
  return html`
    <div class="head board-title">
      <${Heading} text=${pipeline ? `Board: ${pipeline.name}` : 'Board'} />
      ${
        pipelines.length > 0 &&
        html`<div class="filters">
          ${renderSelect('Pipeline', pipeline?.id ?? '', openPipeline, pipelineNames)}
          ${renderSelect('Assignee', assignee, setAssignee, assigneeLabels)}
        </div>`
      }
    </div>
    <${ErrorMessage} error=${error} />
    ${!canView && html`<${MissingScope} session=${session} scope="deals.view" action="view deals" />`}
    ${data && !pipeline && html`<${MissingPipeline} isUnknown=${!!id} />`}
    ${pipeline && html`<${BoardView} key=${pipeline.id} session=${session} pipeline=${pipeline} filter=${filters[assignee]} onPipelineChange=${reload} />`}`
}

const assigneeLabels: Record<Assignee, string> = { all: 'anyone', me: 'me', none: 'unassigned' }

const MissingPipeline = ({ isUnknown }: { isUnknown: boolean }) => html`<div class="empty">
  <p><strong>${isUnknown ? 'Pipeline not found' : 'No pipelines yet'}</strong></p>
  <p>${isUnknown ? 'The pipeline may have been deleted. Select another pipeline above.' : html`To see a board, create a pipeline with the mutation <code>createPipeline</code> in <a href="/graphql?example=CreatePipeline">GraphiQL</a>.`}</p></div>`

interface BoardProps {
  session: Session
  pipeline: Pipeline
  filter: AssigneeFilter
  onPipelineChange: () => void
}

function BoardView({ session, pipeline, filter, onPipelineChange }: BoardProps) {
  const [, setRender] = useState({})
  const render = () => setRender({})
  const board = useMemo(
    () => new BoardState(session, pipeline, filter, render),
    [session, JSON.stringify([pipeline, filter])],
  )
  const cardMover = useMemo(() => new CardMover(board, render), [])
  cardMover.board = board
  useEffect(() => {
    board.reload()
    return () => board.close()
  }, [board])
  const liveState = useLiveEvents(session, ['deal.*', 'pipeline.*'], {
    onEvent: (event) =>
      event.type.startsWith('pipeline.') ? onPipelineChange() : board.onEvent(event),
    onStart: () => board.reload(),
  })
  const { pickedUpCard, announcement } = cardMover
  useFocusOnHandle(pickedUpCard)
  const { columns, isLoaded } = board
  const shownColumns = pickedUpCard ? moveCard(columns, pickedUpCard.id, pickedUpCard.to) : columns
  const canMove = session.hasScope('deals.manage')
  const caller = session.secret ? 'This API key' : 'You'
  const dealCount = columns.reduce((total, column) => total + column.count, 0)
  return html`
    <p class="totals"><span>${isLoaded ? `${formatCountOf(dealCount, 'deal')}, ${formatMoney(sumColumns(columns))} in total` : 'Loading…'}</span> <${LiveStatus} state=${liveState} /></p>
    ${!canMove && html`<p class="warn">${caller} can view deals, but not move them. Moving deals requires the scope <code>deals.manage</code>.</p>`}
    ${!session.hasScope('people.view') && html`<p class="warn">${caller} cannot view the people on deals. Viewing people requires the scope <code>people.view</code>.</p>`}
    <p id="how-to-move" class="unseen">Press Space to pick up the deal, arrow keys to move the deal, Space to drop the deal, or Escape to cancel.</p>
    <div class="board" aria-busy=${isLoaded ? 'false' : 'true'}>
      ${shownColumns.map((column) => html`<${ColumnView} key=${column.stage.id} column=${column} mover=${cardMover} canMove=${canMove} loadMore=${() => board.loadMore(column.stage.id)} />`)}
    </div>
    <p class="unseen" aria-live="assertive">${announcement}</p>`
}

/** Keeps the focus on a moved card's handle, which is a new element in another column. */
function useFocusOnHandle(card: CardMover['pickedUpCard']): void {
  const lastId = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    const id = card?.id ?? lastId.current
    if (id) document.getElementById(`move-${id}`)?.focus()
    lastId.current = card?.id
  }, [card])
}
