import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import {
  type Column,
  formatCount,
  formatTime,
  Heading,
  LiveMark,
  MissingScope,
  Pager,
  Table,
  usePlace,
} from '../components.ts'
import {
  type Endpoint,
  ListEndpoints,
  PingEndpoint,
  ShowEndpoint,
  UpdateEndpoint,
} from '../documents/webhooks.ts'
import { useAction } from '../forms.ts'
import { useLive } from '../live.ts'
import { ErrorMessage, showNotice, useOperation } from '../requests.ts'
import { linkTo } from '../route.ts'
import type { Session } from '../session.ts'
import { Deliveries } from './deliveries.ts'
import { endpointStatus } from './delivery.ts'
import { ChangeEndpoint, NewEndpoint, RemoveEndpoint, RotateEndpoint } from './endpoint-forms.ts'

const size = 25

const columns: Column<Endpoint>[] = [
  {
    name: 'URL',
    cell: ({ id, url, description }) =>
      html`<a class="name" href=${linkTo('webhooks', id)}>${url}</a>${description && html`<br /><span class="quiet small">${description}</span>`}`,
  },
  {
    name: 'Events',
    cell: ({ events }) =>
      html`<span class="events">${events.map((each) => html`<code>${each}</code> `)}</span>`,
  },
  { name: 'Status', cell: endpointStatus },
  {
    name: 'Pending',
    cell: ({ pendingCount }) =>
      pendingCount >= 10_000 ? 'over 10,000' : formatCount(pendingCount),
    right: true,
  },
  {
    name: 'Last delivery',
    cell: ({ lastDelivery }) => formatTime(lastDelivery?.createdAt ?? null, 'never'),
  },
]

/** The list of webhook endpoints. */
export function Endpoints({ session }: { session: Session }) {
  const may = session.may('webhooks.manage')
  const [creating, create] = useState(false)
  const place = usePlace()
  const { data, refused, loading, again } = useOperation(
    session,
    ListEndpoints,
    { first: size, after: place.after },
    !may,
  )
  useLive(session, ['webhookEndpoint.*'], { onEvent: again, onStart: again })
  const list = data?.webhookEndpoints
  return html`
    <div class="head">
      <div><${Heading} text="Webhooks" />
        <p class="quiet">Endpoints receive events by POST as they occur, signed as in <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> rules.</p></div>
      ${may && html`<button type="button" class="main" onClick=${() => create(true)}>Add endpoint</button>`}
    </div>
    <${ErrorMessage} refused=${refused} />
    ${!may && html`<${MissingScope} scope="webhooks.manage" what="see or change webhooks" />`}
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="Webhook endpoints, newest first" columns=${columns} rows=${list.nodes} />`
          : html`<div class="empty"><p><strong>No webhook endpoints yet.</strong></p>
              <p>Add the https URL of your receiver, select its events, and send a ping.</p></div>`)
      }
    </div>
    ${list && html`<${Pager} place=${place} list=${list} size=${size} what="webhook addresses" />`}
    ${creating && html`<${NewEndpoint} session=${session} onDone=${again} onClose=${() => create(false)} />`}`
}

/** One webhook endpoint: its status and deliveries. */
export function EndpointView({ session, id }: { session: Session; id: string }) {
  const may = session.may('webhooks.manage')
  const { data, refused, again } = useOperation(session, ShowEndpoint, { id }, !may)
  const [news, tell] = useState(0)
  // Any event may create a delivery.
  const hear = () => tell((before) => before + 1)
  const onEvent = ({ recordId }: { recordId: string }) => {
    if (recordId === id) again()
    hear()
  }
  const state = useLive(session, ['*'], { onEvent, onStart: again })
  const endpoint = data?.webhookEndpoint
  return html`
    <p class="crumb"><a href=${linkTo('webhooks')}>← Webhooks</a></p>
    <div class="head"><${Heading} text=${endpoint?.url ?? 'Webhook'} /> <${LiveMark} state=${state} /></div>
    ${!may && html`<${MissingScope} scope="webhooks.manage" what="see or change webhooks" />`}
    <${ErrorMessage} refused=${refused} />
    ${
      endpoint &&
      html`
      ${endpoint.description && html`<p class="quiet">${endpoint.description}</p>`}
      <dl class="facts-of">
        <div><dt>Status</dt><dd>${endpointStatus(endpoint)}</dd></div>
        <div><dt>Events</dt><dd class="events">${endpoint.events.map((each) => html`<code>${each}</code> `)}</dd></div>
        <div><dt>Permissions of</dt><dd>${endpoint.user?.fullName ?? '–'}</dd></div>
        <div><dt>Pending</dt><dd>${endpoint.pendingCount >= 10_000 ? 'over 10,000' : formatCount(endpoint.pendingCount)}</dd></div>
        <div><dt>Added</dt><dd>${formatTime(endpoint.createdAt)}</dd></div>
      </dl>
      <${Actions} session=${session} endpoint=${endpoint} onDone=${() => [again(), hear()]} />
      <${Deliveries} session=${session} endpoint=${endpoint} news=${news} onChange=${again} />`
    }`
}

interface Props {
  session: Session
  endpoint: Endpoint
  onDone: () => void
}

/** Actions of an endpoint. */
export function Actions({ session, endpoint, onDone }: Props) {
  const [open, change] = useState<'change' | 'rotate' | 'delete'>()
  const { busy, refused, run } = useAction()
  const { id, version, status } = endpoint
  const active = status === 'active'
  const ping = () =>
    run(async () => {
      await session.ask(PingEndpoint, { id })
      showNotice('Ping sent. It is the first of the deliveries below.')
      onDone()
    })
  const pause = () =>
    run(async () => {
      await session.ask(UpdateEndpoint, { id, expectedVersion: version, input: { paused: active } })
      showNotice(active ? 'Paused. Events wait until you resume the endpoint.' : 'Resumed.')
      onDone()
    })
  const shared = { session, of: endpoint, onDone, onClose: () => change(undefined) }
  return html`
    <div class="buttons start">
      <button type="button" class="main" disabled=${busy || !active} onClick=${ping}>Send ping</button>
      <button type="button" disabled=${busy} onClick=${pause}>${active ? 'Pause' : 'Resume'}</button>
      <button type="button" onClick=${() => change('change')}>Edit …</button>
      <button type="button" onClick=${() => change('rotate')}>Rotate secret …</button>
      <button type="button" onClick=${() => change('delete')}>Delete …</button>
    </div>
    <${ErrorMessage} refused=${refused} />
    ${open === 'change' && html`<${ChangeEndpoint} ...${shared} />`}
    ${open === 'rotate' && html`<${RotateEndpoint} ...${shared} />`}
    ${open === 'delete' && html`<${RemoveEndpoint} ...${shared} />`}`
}
