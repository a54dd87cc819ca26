import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { rateLimit } from '../ask.ts'
import { type Column, formatCount, formatTime, Pager, Table, usePlace } from '../components.ts'
import {
  type Delivery,
  type DeliveryWhere,
  type Endpoint,
  ListDeliveries,
  ReplayDelivery,
  type Status,
} from '../documents/webhooks.ts'
import { choice, useAction } from '../forms.ts'
import { ErrorMessage, showNotice, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'
import { DeliveryView, ReplayMany, statusTag } from './delivery.ts'

const size = 25

interface Props {
  session: Session
  endpoint: Endpoint
  /** Increases when there may be new deliveries. */
  news: number
  /** Called when the endpoint may have changed. */
  onChange: () => void
}

/** The deliveries of an endpoint: filter, details, replay. */
export function Deliveries({ session, endpoint, news, onChange }: Props) {
  const [filter, choose] = useState<Filter>({ status: '', type: '', days: '' })
  const [open, inspect] = useState<string>()
  const [many, replayMany] = useState(false)
  const where = whereOf(endpoint.id, filter)
  const place = usePlace(JSON.stringify(where))
  const { data, refused, loading, again } = useOperation(session, ListDeliveries, {
    first: size,
    after: place.after,
    where,
  })
  const doing = useAction()
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
      showNotice('Delivery queued again.')
      refresh()
    })
  const active = endpoint.status === 'active'
  const columns: Column<Delivery>[] = [
    {
      name: 'Event',
      cell: ({ id, type }) =>
        html`<button type="button" class="link" onClick=${() => inspect(id)}><code>${type}</code></button>`,
    },
    {
      name: 'Status',
      cell: ({ status, nextAttemptAt }) =>
        html`${statusTag(status)}${nextAttemptAt && html` <span class="small quiet">next try ${formatTime(nextAttemptAt)}</span>`}`,
    },
    { name: 'Attempts', cell: ({ attemptCount }) => formatCount(attemptCount), right: true },
    { name: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
    { name: 'Delivered', cell: ({ deliveredAt }) => formatTime(deliveredAt) },
  ]
  const replayOne = (row: Delivery) =>
    html`<button type="button" disabled=${doing.busy || !active} aria-label=${`Replay ${row.type}`} onClick=${() => replay(row.id)}>Replay</button>`
  return html`<section aria-labelledby="deliveries">
    <div class="head part">
      <h2 id="deliveries">Deliveries</h2>
      <div class="buttons"><button type="button" disabled=${!active} onClick=${() => replayMany(true)}>Replay several …</button></div>
    </div>
    <${Filters} filter=${filter} onChange=${choose} />
    <${ErrorMessage} refused=${refused ?? doing.refused} />
    ${!active && html`<p class="quiet">Resume the endpoint to send or replay deliveries.</p>`}
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="Deliveries, newest first" columns=${columns} rows=${list.nodes} actions=${replayOne} />`
          : html`<div class="empty"><p><strong>${filter.status || filter.type || filter.days ? 'No deliveries match the filters.' : 'No deliveries yet.'}</strong></p>
              <p>Deliveries are kept for 30 days. Send a ping to create one.</p></div>`)
      }
    </div>
    ${list && html`<${Pager} place=${place} list=${list} size=${size} what="deliveries" />`}
    ${open && html`<${DeliveryView} session=${session} id=${open} active=${active} onReplay=${refresh} onClose=${() => inspect(undefined)} />`}
    ${many && html`<${ReplayMany} session=${session} endpoint=${endpoint} onDone=${refresh} onClose=${() => replayMany(false)} />`}
  </section>`
}

export interface Filter {
  status: Status | ''
  type: string
  days: '' | '1' | '7'
}

export const whereOf = (endpointId: string, { status, type, days }: Filter): DeliveryWhere => ({
  endpointId,
  ...(status && { status }),
  ...(type && { type }),
  ...(days && { createdAt: { inLastDays: Number(days) } }),
})

/** Which deliveries to show. */
export function Filters({
  filter,
  onChange,
}: {
  filter: Filter
  onChange: (filter: Filter) => void
}) {
  const type = (event: Event) =>
    onChange({ ...filter, type: (event.target as HTMLInputElement).value.trim() })
  return html`<div class="filters" role="search">
    ${choice('Status', filter.status, (status) => onChange({ ...filter, status }), [
      ['', 'any'],
      ['pending', 'waiting'],
      ['delivered', 'delivered'],
      ['dead', 'failed'],
    ])}
    <label>Type <input type="search" value=${filter.type} placeholder="deal.moved" size="16" onChange=${type} /></label>
    ${choice('Made', filter.days, (days) => onChange({ ...filter, days }), [
      ['', 'in 30 days'],
      ['7', 'in 7 days'],
      ['1', 'in 24 hours'],
    ])}
  </div>`
}

/**
 * How soon after something happened its deliveries are there; and how often those that wait are
 * looked after, at first and at last.
 */
const soon = 700
const [often, seldom] = [2000, 30_000]

/**
 * Looks again when something happens (`news` grows), and while deliveries wait: less and less
 * often, no oftener than the key's allowance bears, and never behind a hidden window.
 */
export function useRefresh(news: number, waiting: boolean, look: () => void): void {
  const newest = useRef(look)
  newest.current = look
  const planned = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const now = () => {
    if (!document.hidden) newest.current()
  }
  useEffect(() => {
    if (news === 0) return
    planned.current ??= setTimeout(
      () => {
        planned.current = undefined
        now()
      },
      Math.max(soon, rateLimit.wait),
    )
  }, [news])
  useEffect(() => () => clearTimeout(planned.current), [])
  useEffect(() => {
    if (!waiting) return
    let wait = often
    let timer = setTimeout(function next() {
      now()
      wait = Math.min(seldom, wait * 1.5)
      timer = setTimeout(next, Math.max(wait, rateLimit.wait))
    }, wait)
    return () => clearTimeout(timer)
  }, [waiting])
}
