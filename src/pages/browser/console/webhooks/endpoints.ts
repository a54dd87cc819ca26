import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Endpoint, ListEndpoints } from '../documents/webhooks.ts'
import { useLive } from '../live.ts'
import { useAsked } from '../parts/asked.ts'
import { Fault } from '../parts/fault.ts'
import { Heading } from '../parts/heading.ts'
import { Lacking } from '../parts/lacking.ts'
import { Pager, usePlace } from '../parts/pager.ts'
import { count, when } from '../parts/show.ts'
import { type Column, Table } from '../parts/table.ts'
import { to } from '../route.ts'
import type { Session } from '../session.ts'
import { NewEndpoint } from './new-endpoint.ts'
import { stateOf } from './words.ts'

const size = 25

const columns: Column<Endpoint>[] = [
  {
    name: 'Address',
    cell: ({ id, url, description }) =>
      html`<a class="name" href=${to('webhooks', id)}>${url}</a>${description && html`<br /><span class="quiet small">${description}</span>`}`,
  },
  {
    name: 'Told of',
    cell: ({ events }) =>
      html`<span class="events">${events.map((each) => html`<code>${each}</code> `)}</span>`,
  },
  { name: 'State', cell: stateOf },
  {
    name: 'Waiting',
    cell: ({ pendingCount }) => (pendingCount >= 10_000 ? 'over 10,000' : count(pendingCount)),
    right: true,
  },
  { name: 'Last told', cell: ({ lastDelivery }) => when(lastDelivery?.createdAt ?? null, 'never') },
]

/** The addresses that are told what happens. */
export function Endpoints({ session }: { session: Session }) {
  const may = session.may('webhooks.manage')
  const [creating, create] = useState(false)
  const place = usePlace()
  const { data, refused, loading, again } = useAsked(
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
        <p class="quiet">An address that is told by POST what happens, as it happens, signed by the <a href="https://www.standardwebhooks.com" rel="noreferrer">Standard Webhooks</a> rules.</p></div>
      ${may && html`<button type="button" class="main" onClick=${() => create(true)}>Add an address</button>`}
    </div>
    <${Fault} refused=${refused} />
    ${!may && html`<${Lacking} scope="webhooks.manage" what="see or change webhooks" />`}
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="Webhook addresses, newest first" columns=${columns} rows=${list.nodes} />`
          : html`<div class="empty"><p><strong>No address is told of anything yet.</strong></p>
              <p>Add the https address of a program of yours, choose what it is to be told of, and send it a ping.</p></div>`)
      }
    </div>
    ${list && html`<${Pager} place=${place} list=${list} size=${size} what="webhook addresses" />`}
    ${creating && html`<${NewEndpoint} session=${session} onDone=${again} onClose=${() => create(false)} />`}`
}
