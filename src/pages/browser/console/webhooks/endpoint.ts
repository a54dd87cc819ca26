import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { ShowEndpoint } from '../documents/webhooks.ts'
import { useLive } from '../live.ts'
import { useAsked } from '../parts/asked.ts'
import { Fault } from '../parts/fault.ts'
import { Heading } from '../parts/heading.ts'
import { Lacking } from '../parts/lacking.ts'
import { LiveMark } from '../parts/live-mark.ts'
import { count, when } from '../parts/show.ts'
import { to } from '../route.ts'
import type { Session } from '../session.ts'
import { Actions } from './actions.ts'
import { Deliveries } from './deliveries.ts'
import { stateOf } from './words.ts'

/** One webhook endpoint: how it stands, what it was told. */
export function Endpoint({ session, id }: { session: Session; id: string }) {
  const may = session.may('webhooks.manage')
  const { data, refused, again } = useAsked(session, ShowEndpoint, { id }, !may)
  const [news, tell] = useState(0)
  // Whatever happens may be told to it.
  const hear = () => tell((before) => before + 1)
  const onEvent = ({ recordId }: { recordId: string }) => {
    if (recordId === id) again()
    hear()
  }
  const state = useLive(session, ['*'], { onEvent, onStart: again })
  const endpoint = data?.webhookEndpoint
  return html`
    <p class="crumb"><a href=${to('webhooks')}>← Webhooks</a></p>
    <div class="head"><${Heading} text=${endpoint?.url ?? 'Webhook'} /> <${LiveMark} state=${state} /></div>
    ${!may && html`<${Lacking} scope="webhooks.manage" what="see or change webhooks" />`}
    <${Fault} refused=${refused} />
    ${
      endpoint &&
      html`
      ${endpoint.description && html`<p class="quiet">${endpoint.description}</p>`}
      <dl class="facts-of">
        <div><dt>State</dt><dd>${stateOf(endpoint)}</dd></div>
        <div><dt>Told of</dt><dd class="events">${endpoint.events.map((each) => html`<code>${each}</code> `)}</dd></div>
        <div><dt>As seen by</dt><dd>${endpoint.user?.fullName ?? '–'}</dd></div>
        <div><dt>Waiting</dt><dd>${endpoint.pendingCount >= 10_000 ? 'over 10,000' : count(endpoint.pendingCount)}</dd></div>
        <div><dt>Added</dt><dd>${when(endpoint.createdAt)}</dd></div>
      </dl>
      <${Actions} session=${session} endpoint=${endpoint} onDone=${() => [again(), hear()]} />
      <${Deliveries} session=${session} endpoint=${endpoint} news=${news} onChange=${again} />`
    }`
}
