import { html } from 'htm/preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import type { RequestError } from '../ask.ts'
import { countOf, formatMoney, Heading, LiveMark, MissingScope } from '../components.ts'
import { ListPipelines, type Pipeline } from '../documents/board.ts'
import { choice } from '../forms.ts'
import { useLive } from '../live.ts'
import { ErrorMessage, showWarning, useOperation } from '../requests.ts'
import { linkTo } from '../route.ts'
import type { Session } from '../session.ts'
import { useDragging, useKeyboardDragging } from './dragging.ts'
import { Lane } from './lane.ts'
import { placed, type Spot, useSteady } from './lanes.ts'
import { type Board, openBoard, type Whose } from './open.ts'

type Filter = 'all' | 'mine' | 'nobody'

/** The board of the pipeline in the address, or of the first pipeline. */
export function Boards({ session, id }: { session: Session; id: string | undefined }) {
  const may = session.may('deals.view')
  const { data, refused, again } = useOperation(session, ListPipelines, {}, !may)
  const [filter, choose] = useState<Filter>('all')
  const pipelines = data?.pipelines.nodes ?? []
  const pipeline = id ? pipelines.find((each) => each.id === id) : pipelines[0]
  const whose: Record<Filter, Whose> = {
    all: {},
    mine: { assignedAgentIds: [session.me.id] },
    nobody: { unassigned: true },
  }
  const go = (chosen: string) => {
    location.hash = linkTo('board', chosen)
  }
  return html`
    <div class="head board-title">
      <${Heading} text=${pipeline ? `Board: ${pipeline.name}` : 'Board'} />
      ${
        pipelines.length > 0 &&
        html`<div class="filters">
          ${choice(
            'Pipeline',
            pipeline?.id ?? '',
            go,
            pipelines.map((each) => [each.id, each.name]),
          )}
          ${choice('Deals of', filter, choose, [
            ['all', 'everybody'],
            ['mine', 'myself'],
            ['nobody', 'nobody'],
          ])}
        </div>`
      }
    </div>
    <${ErrorMessage} refused=${refused} />
    ${!may && html`<${MissingScope} scope="deals.view" what="see deals" />`}
    ${
      may &&
      data &&
      !pipeline &&
      html`<div class="empty"><p><strong>${id ? 'Pipeline not found.' : 'No pipelines yet.'}</strong></p>
      <p>${id ? 'It may have been deleted. Choose another pipeline above.' : html`Make one with the mutation <code>createPipeline</code>, in <a href="/graphql">GraphiQL</a>.`}</p></div>`
    }
    ${pipeline && html`<${BoardView} key=${pipeline.id} session=${session} pipeline=${pipeline} whose=${whose[filter]} onPipeline=${again} />`}`
}

interface Props {
  session: Session
  pipeline: Pipeline
  whose: Whose
  /** The pipeline itself was changed. */
  onPipeline: () => void
}

const why: Record<string, string> = {
  PRECONDITION_FAILED: 'somebody else has changed it meanwhile. The board shows it as it is now.',
  VALIDATION_ERROR: 'its neighbours have moved meanwhile. The board shows them as they are now.',
}

const told = ({ code, message }: RequestError, what: 'read' | 'move', title?: string) =>
  showWarning(
    what === 'read'
      ? `The board could not be read: ${message}`
      : `${title} was put back: ${why[code] ?? message}`,
  )

/** The board of one pipeline, updated by events. */
export function BoardView({ session, pipeline, whose, onPipeline }: Props) {
  const [, draw] = useState({})
  const asked = JSON.stringify([pipeline, whose])
  const board: Board = useMemo(
    () => openBoard(session, pipeline, whose, { onChange: () => draw({}), onFault: told }),
    [session, asked],
  )
  useEffect(() => {
    board.reload()
    return board.close
  }, [board])
  const state = useLive(session, ['deal.*', 'pipeline.*'], {
    onEvent: (event) => (event.type.startsWith('pipeline.') ? onPipeline() : board.happened(event)),
    onStart: board.reload,
  })
  const lanes = board.lanes()
  const move = (id: string, to: Spot) => void board.move(id, to)
  const lifting = useKeyboardDragging(lanes, move, board.hold)
  const dragging = useDragging(lanes, move, board.hold)
  const shown = lifting.lifted ? placed(lanes, lifting.lifted.id, lifting.lifted.to) : lanes
  const may = session.may('deals.manage')
  const { toggle, step, cancel, onKey } = lifting
  const { dragged, start, end, over, drop } = dragging
  const steady = useSteady({ toggle, step, cancel, onKey, start, end, over, drop })
  const count = lanes.reduce((sum, lane) => sum + lane.count, 0)
  return html`
    <p class="totals"><span>${!board.ready() ? 'Reading …' : `${countOf(count, 'deal')}, ${formatMoney(Math.round(lanes.reduce((sum, lane) => sum + lane.sum, 0) * 100) / 100)} in all`}</span> <${LiveMark} state=${state} /></p>
    ${!may && html`<p class="warn">This key can view but not move deals. Moving deals needs the scope <code>deals.manage</code>.</p>`}
    ${!session.may('people.view') && html`<p class="warn">This key cannot view the people of deals. That needs the scope <code>people.view</code>.</p>`}
    <p id="how-to-move" class="unseen">Press Space to pick up the deal, arrow keys to move it, Space to drop it, Escape to cancel.</p>
    <div class="board" aria-busy=${board.ready() ? 'false' : 'true'}>
      ${shown.map(
        (
          lane,
        ) => html`<${Lane} key=${lane.stage.id} lane=${lane} lifted=${lifting.lifted?.id} dragged=${dragged?.id} hands=${may ? steady : undefined}
          gap=${dragged?.over?.stageId === lane.stage.id ? dragged.over.index : undefined} more=${board.more} onDragOver=${steady.over} onDrop=${steady.drop} />`,
      )}
    </div>
    <p class="unseen" aria-live="assertive">${lifting.said}</p>`
}
