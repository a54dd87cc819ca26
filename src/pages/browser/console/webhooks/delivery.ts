import { html } from 'htm/preact'
import { type Attempt, ReplayDelivery, ShowDelivery } from '../documents/deliveries.ts'
import { useAsked } from '../parts/asked.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { say } from '../parts/notices.ts'
import { count, when } from '../parts/show.ts'
import { type Column, Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import { EventView } from './event.ts'
import { outcomeOf, statusTag } from './words.ts'

interface Props {
  session: Session
  id: string
  active: boolean
  onReplay: () => void
  onClose: () => void
}

const columns: Column<Attempt & { id: string }>[] = [
  { name: 'Try', cell: ({ number }) => count(number) },
  { name: 'When', cell: ({ at }) => when(at) },
  { name: 'Answer', cell: outcomeOf },
  { name: 'Took', cell: ({ latencyMs }) => `${count(latencyMs)} ms`, right: true },
]

/** One delivery: how often it was tried, what came of it, and what it tells. */
export function DeliveryView({ session, id, active, onReplay, onClose }: Props) {
  const { data, refused, again } = useAsked(session, ShowDelivery, { id })
  const doing = useDoing()
  const replay = () =>
    doing.run(async () => {
      await session.ask(ReplayDelivery, { id })
      say('It is delivered once more.')
      again()
      onReplay()
    })
  const delivery = data?.webhookDelivery
  const tries = (delivery?.attempts ?? []).map((each) => ({ ...each, id: String(each.number) }))
  return html`<${Dialog} title=${delivery?.type ?? 'Delivery'} onClose=${onClose} wide>
    <${Fault} refused=${refused ?? doing.refused} />
    ${
      delivery &&
      html`
      <dl class="facts-of">
        <div><dt>State</dt><dd>${statusTag(delivery.status)}</dd></div>
        <div><dt>Made</dt><dd>${when(delivery.createdAt)}</dd></div>
        <div><dt>Next try</dt><dd>${when(delivery.nextAttemptAt)}</dd></div>
        <div class="whole"><dt><code>webhook-id</code></dt><dd><code>${delivery.id}</code></dd></div>
      </dl>
      <h3>Tries</h3>
      ${tries.length > 0 ? html`<${Table} caption="Tries, the first one first" columns=${columns} rows=${tries} />` : html`<p class="quiet">It has not been tried yet.</p>`}
      <${EventView} delivery=${delivery} />`
    }
    <div class="buttons">
      <button type="button" onClick=${again}>Look again</button>
      <button type="button" class="main" disabled=${doing.busy || !active || !delivery} onClick=${replay}>Replay</button>
      <button type="button" onClick=${onClose} autofocus>Close</button>
    </div>
  <//>`
}
