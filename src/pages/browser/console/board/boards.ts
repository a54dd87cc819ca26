import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { ListPipelines } from '../documents/board.ts'
import { useAsked } from '../parts/asked.ts'
import { choice } from '../parts/choice.ts'
import { Fault } from '../parts/fault.ts'
import { Heading } from '../parts/heading.ts'
import { Lacking } from '../parts/lacking.ts'
import { to } from '../route.ts'
import type { Session } from '../session.ts'
import { BoardView } from './board-view.ts'
import type { Whose } from './open.ts'

type Filter = 'all' | 'mine' | 'nobody'

/**
 * The boards of the company's pipelines, one at a time: the one that the address names, else the
 * first.
 */
export function Boards({ session, id }: { session: Session; id: string | undefined }) {
  const may = session.may('deals.view')
  const { data, refused, again } = useAsked(session, ListPipelines, {}, !may)
  const [filter, choose] = useState<Filter>('all')
  const pipelines = data?.pipelines.nodes ?? []
  const pipeline = id ? pipelines.find((each) => each.id === id) : pipelines[0]
  const whose: Record<Filter, Whose> = {
    all: {},
    mine: { assignedAgentIds: [session.me.id] },
    nobody: { unassigned: true },
  }
  const go = (chosen: string) => {
    location.hash = to('board', chosen)
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
    <${Fault} refused=${refused} />
    ${!may && html`<${Lacking} scope="deals.view" what="see deals" />`}
    ${
      may &&
      data &&
      !pipeline &&
      html`<div class="empty"><p><strong>${id ? 'There is no such pipeline.' : 'There is no pipeline.'}</strong></p>
      <p>${id ? 'It may have been deleted: choose another one above.' : html`Make one with the mutation <code>createPipeline</code>, in <a href="/graphql">GraphiQL</a>.`}</p></div>`
    }
    ${pipeline && html`<${BoardView} key=${pipeline.id} session=${session} pipeline=${pipeline} whose=${whose[filter]} onPipeline=${again} />`}`
}
