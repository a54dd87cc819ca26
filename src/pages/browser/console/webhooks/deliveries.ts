import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Delivery, ListDeliveries, ReplayDelivery } from '../documents/deliveries.ts'
import type { Endpoint } from '../documents/webhooks.ts'
import { useAsked } from '../parts/asked.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { say } from '../parts/notices.ts'
import { Pager, usePlace } from '../parts/pager.ts'
import { count, when } from '../parts/show.ts'
import { type Column, Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import { DeliveryView } from './delivery.ts'
import { type Filter, Filters, whereOf } from './filters.ts'
import { useRefresh } from './refresh.ts'
import { ReplayMany } from './replay-many.ts'
import { statusTag } from './words.ts'

const size = 25

interface Props {
  session: Session
  endpoint: Endpoint
  /** Grows when there may be something new. */
  news: number
  /** What is told of the endpoint may have changed. */
  onChange: () => void
}

/** What an endpoint was told, or could not be told: found, looked into, and told once more. */
export function Deliveries({ session, endpoint, news, onChange }: Props) {
  const [filter, choose] = useState<Filter>({ status: '', type: '', days: '' })
  const [open, inspect] = useState<string>()
  const [many, replayMany] = useState(false)
  const where = whereOf(endpoint.id, filter)
  const place = usePlace(JSON.stringify(where))
  const { data, refused, loading, again } = useAsked(session, ListDeliveries, {
    first: size,
    after: place.after,
    where,
  })
  const doing = useDoing()
  const list = data?.webhookDeliveries
  const refresh = () => {
    again()
    onChange()
  }
  useRefresh(
    news,
    (list?.nodes ?? []).some(({ status }) => status === 'pending'),
    refresh,
  )
  const replay = (id: string) =>
    doing.run(async () => {
      await session.ask(ReplayDelivery, { id })
      say('It is delivered once more.')
      refresh()
    })
  const active = endpoint.status === 'active'
  const columns: Column<Delivery>[] = [
    {
      name: 'What',
      cell: ({ id, type }) =>
        html`<button type="button" class="link" onClick=${() => inspect(id)}><code>${type}</code></button>`,
    },
    {
      name: 'State',
      cell: ({ status, nextAttemptAt }) =>
        html`${statusTag(status)}${nextAttemptAt && html` <span class="small quiet">next try ${when(nextAttemptAt)}</span>`}`,
    },
    { name: 'Tries', cell: ({ attemptCount }) => count(attemptCount), right: true },
    { name: 'Made', cell: ({ createdAt }) => when(createdAt) },
    { name: 'Delivered', cell: ({ deliveredAt }) => when(deliveredAt) },
  ]
  const replayOne = (row: Delivery) =>
    html`<button type="button" disabled=${doing.busy || !active} aria-label=${`Replay ${row.type}`} onClick=${() => replay(row.id)}>Replay</button>`
  return html`<section aria-labelledby="deliveries">
    <div class="head part">
      <h2 id="deliveries">Deliveries</h2>
      <div class="buttons"><button type="button" disabled=${!active} onClick=${() => replayMany(true)}>Replay many …</button></div>
    </div>
    <${Filters} filter=${filter} onChange=${choose} />
    <${Fault} refused=${refused ?? doing.refused} />
    ${!active && html`<p class="quiet">Nothing is sent or replayed while it is not active: resume it first.</p>`}
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="Deliveries, newest first" columns=${columns} rows=${list.nodes} actions=${replayOne} />`
          : html`<div class="empty"><p><strong>${filter.status || filter.type || filter.days ? 'No delivery is like this.' : 'It has not been told of anything yet.'}</strong></p>
              <p>Deliveries are kept for 30 days. A ping makes one at once.</p></div>`)
      }
    </div>
    ${list && html`<${Pager} place=${place} list=${list} size=${size} what="deliveries" />`}
    ${open && html`<${DeliveryView} session=${session} id=${open} active=${active} onReplay=${refresh} onClose=${() => inspect(undefined)} />`}
    ${many && html`<${ReplayMany} session=${session} endpoint=${endpoint} onDone=${refresh} onClose=${() => replayMany(false)} />`}
  </section>`
}
