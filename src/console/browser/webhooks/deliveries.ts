/** The list of an endpoint's deliveries, which is refreshed after new events. */
import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { createValueHandler, formatCount, formatTime, renderSelect } from '../components.ts'
import {
  type Delivery,
  type DeliveryWhere,
  type Endpoint,
  ListDeliveries,
  type Status,
} from '../documents/webhooks.ts'
import { type Column, RecordList, useList } from '../lists.ts'
import { ErrorMessage, rateLimit } from '../requests.ts'
import type { Session } from '../session.ts'
import { DeliveryView, ReplayDialog, renderStatusTag, useReplay } from './delivery.ts'

interface DeliveriesProps {
  session: Session
  endpoint: Endpoint
  /** The number of events received so far. Each event may have created deliveries. */
  eventCount: number
  /** Called if the endpoint may have changed. */
  onChange: () => void
}

export function DeliveriesSection({ session, endpoint, eventCount, onChange }: DeliveriesProps) {
  const [filter, setFilter] = useState<Filter>({ status: '', type: '', period: '' })
  const [openDeliveryId, setOpenId] = useState<string>()
  const [isReplaying, setReplaying] = useState(false)
  const where = toWhere(endpoint.id, filter)
  const deliveries = useList(session, ListDeliveries, { where })
  const refreshAll = () => {
    deliveries.reload()
    onChange()
  }
  const hasPending = deliveries.list?.nodes.some(({ status }) => status === 'pending') ?? false
  useRefreshAfterEvents(eventCount, refreshAll)
  useRefreshWhilePending(hasPending, refreshAll)
  const replayAction = useReplay(session, refreshAll)
  const canReplay = endpoint.viewerCan.includes('replay')
  const renderReplayButton = ({ id, type }: Delivery) =>
    html`<button type="button" disabled=${replayAction.isBusy || !canReplay} aria-label=${`Replay ${type}`} onClick=${() => replayAction.replay(id)}>Replay</button>`
  return html`<section aria-labelledby="deliveries">
    <div class="head part">
      <h2 id="deliveries">Deliveries</h2>
      <div class="buttons"><button type="button" disabled=${!canReplay} onClick=${() => setReplaying(true)}>Replay deliveries…</button></div>
    </div>
    <${Filters} filter=${filter} onChange=${setFilter} />
    <${ErrorMessage} error=${replayAction.error} />
    ${endpoint.status !== 'active' && html`<p class="quiet">Resume the endpoint to send or replay deliveries.</p>`}
    <${RecordList} state=${deliveries} noun="deliveries" columns=${listDeliveryColumns(setOpenId)} actions=${renderReplayButton}>
      <p><strong>${Object.values(filter).some(Boolean) ? 'No deliveries match the filters' : 'No deliveries yet'}</strong></p>
      <p>Send a ping to create a delivery. Deliveries are kept for 30 days.</p>
    <//>
    ${openDeliveryId && html`<${DeliveryView} session=${session} id=${openDeliveryId} canReplay=${canReplay} onReplay=${refreshAll} onClose=${() => setOpenId(undefined)} />`}
    ${isReplaying && html`<${ReplayDialog} session=${session} record=${endpoint} onDone=${refreshAll} onClose=${() => setReplaying(false)} />`}
  </section>`
}

const listDeliveryColumns = (openDelivery: (id: string) => void): Column<Delivery>[] => [
  {
    name: 'Event',
    cell: ({ id, type }) =>
      html`<button type="button" class="link" onClick=${() => openDelivery(id)}><code>${type}</code></button>`,
  },
  {
    name: 'Status',
    cell: ({ status, nextAttemptAt }) =>
      html`${renderStatusTag(status)}${nextAttemptAt && html` <span class="small quiet">next attempt ${formatTime(nextAttemptAt)}</span>`}`,
  },
  { name: 'Attempts', cell: ({ attemptCount }) => formatCount(attemptCount), isNumeric: true },
  { name: 'Created', cell: ({ createdAt }) => formatTime(createdAt) },
  { name: 'Delivered', cell: ({ deliveredAt }) => formatTime(deliveredAt) },
]

type Filter = { status: Status | ''; type: string; period: '' | 'week' | 'day' }

const periodHours = { week: 168, day: 24 }

const toWhere = (endpointId: string, { status, type, period }: Filter): DeliveryWhere => ({
  endpointId: { eq: endpointId },
  ...(status && { status: { eq: status } }),
  ...(type && { type: { eq: type } }),
  ...(period && { createdAt: { during: { last: periodHours[period], unit: 'hour' } } }),
})

type FilterProps = { filter: Filter; onChange: (filter: Filter) => void }

const statusLabels: Record<Filter['status'], string> = {
  '': 'any',
  pending: 'pending',
  delivered: 'delivered',
  dead: 'failed',
}
const periodLabels: Record<Filter['period'], string> = {
  '': 'in the last 30 days',
  week: 'in the last 7 days',
  day: 'in the last 24 hours',
}

const Filters = ({ filter, onChange }: FilterProps) => html`<div class="filters" role="search">
    ${renderSelect('Status', filter.status, (status) => onChange({ ...filter, status }), statusLabels)}
    <label>Type <input type="search" value=${filter.type} placeholder="deal.moved" size="16" onChange=${createValueHandler((type) => onChange({ ...filter, type: type.trim() }))} /></label>
    ${renderSelect('Created', filter.period, (period) => onChange({ ...filter, period }), periodLabels)}
  </div>`

/** Time in milliseconds that the server needs to create the deliveries of an event. */
const minDelayMs = 700
const [minIntervalMs, maxIntervalMs] = [2000, 30_000]

/** Refreshes after new events; events that arrive during a delay share one refresh. */
function useRefreshAfterEvents(eventCount: number, refresh: () => void): void {
  const refreshIfVisible = useVisibleCallback(refresh)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    if (eventCount === 0) return
    timer.current ??= setTimeout(
      () => {
        timer.current = undefined
        refreshIfVisible()
      },
      Math.max(minDelayMs, rateLimit.intervalMs),
    )
  }, [eventCount])
  useEffect(() => () => clearTimeout(timer.current), [])
}

/** Refreshes at increasing intervals while a delivery is pending. */
function useRefreshWhilePending(isPending: boolean, refresh: () => void): void {
  const refreshIfVisible = useVisibleCallback(refresh)
  useEffect(() => {
    if (!isPending) return
    let intervalMs = minIntervalMs
    let timer = setTimeout(function run() {
      refreshIfVisible()
      intervalMs = Math.min(maxIntervalMs, intervalMs * 1.5)
      timer = setTimeout(run, Math.max(intervalMs, rateLimit.intervalMs))
    }, intervalMs)
    return () => clearTimeout(timer)
  }, [isPending])
}

/** Returns a stable function that calls the latest callback if the page is visible. */
function useVisibleCallback(callback: () => void): () => void {
  const latestCallback = useRef(callback)
  latestCallback.current = callback
  return useRef(() => {
    if (!document.hidden) latestCallback.current()
  }).current
}
