/** The view that lists webhook endpoints, and the view of one endpoint. */
import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { formatCount, formatTime, Heading, LiveStatus, MissingScope, toUrl } from '../components.ts'
import {
  type Endpoint,
  ListEndpoints,
  PingEndpoint,
  ShowEndpoint,
  UpdateEndpoint,
} from '../documents/webhooks.ts'
import { type Column, RecordList, useList } from '../lists.ts'
import { useLiveEvents } from '../live.ts'
import { ErrorMessage, showNotice, useAction, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'
import { DeliveriesSection } from './deliveries.ts'
import { renderEndpointStatus } from './delivery.ts'
import {
  DeleteEndpointDialog,
  EditEndpoint,
  NewEndpoint,
  RotateSecretDialog,
} from './endpoint-forms.ts'

/** The highest pending count that the API returns. */
const maxPendingCount = 10_000

const formatPendingCount = ({ pendingCount: count }: Endpoint) =>
  count >= maxPendingCount ? '10,000 or more' : formatCount(count)

const renderEventTypes = ({ events }: Endpoint) =>
  events.map((event) => html`<code>${event}</code> `)

const endpointColumns: Column<Endpoint>[] = [
  {
    name: 'URL',
    cell: ({ id, url, description }) =>
      html`<a class="name" href=${toUrl('webhooks', id)}>${url}</a>${description && html`<br /><span class="quiet small">${description}</span>`}`,
  },
  { name: 'Events', cell: (row) => html`<span class="events">${renderEventTypes(row)}</span>` },
  { name: 'Status', cell: renderEndpointStatus },
  { name: 'Pending', cell: formatPendingCount, isNumeric: true },
  {
    name: 'Last delivery',
    cell: ({ lastDelivery }) => formatTime(lastDelivery?.createdAt ?? null, 'never'),
  },
]

const renderMissingScope = (session: Session) =>
  html`<${MissingScope} session=${session} scope="webhooks.manage" action="view or change webhooks" />`

export function EndpointsPage({ session }: { session: Session }) {
  const canManage = session.hasScope('webhooks.manage')
  const [isCreating, setCreating] = useState(false)
  const endpoints = useList(session, ListEndpoints, {}, !canManage)
  const { reload } = endpoints
  useLiveEvents(session, ['webhookEndpoint.*'], { onEvent: reload, onStart: reload })
  return html`
    <div class="head">
      <div><${Heading} text="Webhooks" />
        <p class="quiet">Endpoints receive each event in a POST request, signed according to <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a>.</p></div>
      ${canManage && html`<button type="button" class="main" onClick=${() => setCreating(true)}>Add endpoint</button>`}
    </div>
    ${!canManage && renderMissingScope(session)}
    <${RecordList} state=${endpoints} noun="webhook endpoints" columns=${endpointColumns}>
      <p><strong>No webhook endpoints yet</strong></p>
      <p>To receive events, add the HTTPS URL of your receiver, select events, and send a ping.</p>
    <//>
    ${isCreating && html`<${NewEndpoint} session=${session} onDone=${reload} onClose=${() => setCreating(false)} />`}`
}

export function EndpointPage({ session, id }: { session: Session; id: string }) {
  const canManage = session.hasScope('webhooks.manage')
  const { data, error, reload } = useOperation(session, ShowEndpoint, { id }, !canManage)
  const [eventCount, setEventCount] = useState(0)
  // Each event may create a delivery, so the list of deliveries is refreshed.
  const countEvent = () => setEventCount((count) => count + 1)
  const onEvent = ({ recordId }: { recordId: string }) => {
    if (recordId === id) reload()
    countEvent()
  }
  const onDone = () => {
    reload()
    countEvent()
  }
  const liveState = useLiveEvents(session, ['*'], { onEvent, onStart: reload })
  const endpoint = data?.webhookEndpoint
  return html`
    <p class="crumb"><a href=${toUrl('webhooks')}>← Webhooks</a></p>
    <div class="head"><${Heading} text=${endpoint?.url ?? 'Webhook'} /> <${LiveStatus} state=${liveState} /></div>
    ${!canManage && renderMissingScope(session)}
    <${ErrorMessage} error=${error} />
    ${
      endpoint &&
      html`
      ${endpoint.description && html`<p class="quiet">${endpoint.description}</p>`}
      <dl class="facts-of">
        <div><dt>Status</dt><dd>${renderEndpointStatus(endpoint)}</dd></div>
        <div><dt>Events</dt><dd class="events">${renderEventTypes(endpoint)}</dd></div>
        <div><dt>User</dt><dd>${endpoint.user?.fullName ?? '–'}</dd></div>
        <div><dt>Pending</dt><dd>${formatPendingCount(endpoint)}</dd></div>
        <div><dt>Added</dt><dd>${formatTime(endpoint.createdAt)}</dd></div>
      </dl>
      <${EndpointActions} session=${session} endpoint=${endpoint} onDone=${onDone} />
      <${DeliveriesSection} session=${session} endpoint=${endpoint} eventCount=${eventCount} onChange=${reload} />`
    }`
}

type EndpointActionsProps = { session: Session; endpoint: Endpoint; onDone: () => void }

function EndpointActions({ session, endpoint, onDone }: EndpointActionsProps) {
  const [dialog, setDialog] = useState<'edit' | 'rotate' | 'delete'>()
  const { isBusy, error, run } = useAction()
  const { id, version, status } = endpoint
  const isActive = status === 'active'
  const ping = () =>
    run(async () => {
      await session.send(PingEndpoint, { id })
      showNotice('Ping sent. See the newest delivery below.')
      onDone()
    })
  const setPaused = (paused: boolean) =>
    run(async () => {
      await session.send(UpdateEndpoint, { id, expectedVersion: version, input: { paused } })
      showNotice(paused ? 'Paused. Events wait until you resume the endpoint.' : 'Resumed.')
      onDone()
    })
  const dialogProps = { session, record: endpoint, onDone, onClose: () => setDialog(undefined) }
  return html`
    <div class="buttons start">
      <button type="button" class="main" disabled=${isBusy || !endpoint.viewerCan.includes('ping')} onClick=${ping}>Send ping</button>
      <button type="button" disabled=${isBusy} onClick=${() => setPaused(isActive)}>${isActive ? 'Pause' : 'Resume'}</button>
      <button type="button" onClick=${() => setDialog('edit')}>Edit…</button>
      <button type="button" onClick=${() => setDialog('rotate')}>Rotate secret…</button>
      <button type="button" onClick=${() => setDialog('delete')}>Delete…</button>
    </div>
    <${ErrorMessage} error=${error} />
    ${dialog === 'edit' && html`<${EditEndpoint} ...${dialogProps} />`}
    ${dialog === 'rotate' && html`<${RotateSecretDialog} ...${dialogProps} />`}
    ${dialog === 'delete' && html`<${DeleteEndpointDialog} ...${dialogProps} />`}`
}
