import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Column, countOf, formatCount, formatTime, Table, timeZone } from '../components.ts'
import {
  type Attempt,
  type DeliveryDetails,
  type Endpoint,
  ReplayMany as Replay,
  ReplayDelivery,
  ShowDelivery,
  type Status,
} from '../documents/webhooks.ts'
import { Dialog, Field, useAction } from '../forms.ts'
import { ErrorMessage, showNotice, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'

const reasons: Record<string, string> = {
  gone: 'the receiver returned 410 Gone',
  failing: 'all attempts failed for 5 days',
}

/** The status of an endpoint. */
export function endpointStatus({
  status,
  pausedAt,
  disabledAt,
  disabledReason,
  failingSince,
}: Endpoint) {
  if (status === 'disabled')
    return html`<span class="tag bad">disabled</span> <span class="small quiet">${formatTime(disabledAt)}: ${reasons[disabledReason ?? ''] ?? disabledReason}</span>`
  if (status === 'paused')
    return html`<span class="tag">paused</span> <span class="small quiet">since ${formatTime(pausedAt)}</span>`
  if (failingSince)
    return html`<span class="tag warn">failing</span> <span class="small quiet">since ${formatTime(failingSince)}</span>`
  return html`<span class="tag good">active</span>`
}

const statuses: Record<Status, [words: string, colour: string]> = {
  pending: ['pending', 'warn'],
  delivered: ['delivered', 'good'],
  dead: ['failed', 'bad'],
}

export const statusTag = (status: Status) =>
  html`<span class=${`tag ${statuses[status][1]}`}>${statuses[status][0]}</span>`

const errors: Record<string, string> = {
  timeout: 'timeout',
  dns: 'host name not found',
  refused_address: 'address is not public',
  connect: 'no connection',
  tls: 'TLS error',
  redirect: 'redirects are not followed',
  closed: 'connection closed early',
}

/** The result of an attempt: status code or error. */
export const attemptResult = ({ status, error }: Attempt) =>
  error
    ? html`<span class="bad">${status ?? ''} ${error === 'http' ? 'refused' : (errors[error] ?? error)}</span>`
    : html`<span class="good">${status} received</span>`

interface Props {
  session: Session
  id: string
  active: boolean
  onReplay: () => void
  onClose: () => void
}

const columns: Column<Attempt & { id: string }>[] = [
  { name: 'Attempt', cell: ({ number }) => formatCount(number) },
  { name: 'Time', cell: ({ at }) => formatTime(at) },
  { name: 'Response', cell: attemptResult },
  { name: 'Duration', cell: ({ latencyMs }) => `${formatCount(latencyMs)} ms`, right: true },
]

/** One delivery: its attempts and payload. */
export function DeliveryView({ session, id, active, onReplay, onClose }: Props) {
  const { data, refused, again } = useOperation(session, ShowDelivery, { id })
  const doing = useAction()
  const replay = () =>
    doing.run(async () => {
      await session.ask(ReplayDelivery, { id })
      showNotice('Delivery queued again.')
      again()
      onReplay()
    })
  const delivery = data?.webhookDelivery
  const tries = (delivery?.attempts ?? []).map((each) => ({ ...each, id: String(each.number) }))
  return html`<${Dialog} title=${delivery?.type ?? 'Delivery'} onClose=${onClose} wide>
    <${ErrorMessage} refused=${refused ?? doing.refused} />
    ${
      delivery &&
      html`
      <dl class="facts-of">
        <div><dt>Status</dt><dd>${statusTag(delivery.status)}</dd></div>
        <div><dt>Created</dt><dd>${formatTime(delivery.createdAt)}</dd></div>
        <div><dt>Next attempt</dt><dd>${formatTime(delivery.nextAttemptAt)}</dd></div>
        <div class="whole"><dt><code>webhook-id</code></dt><dd><code>${delivery.id}</code></dd></div>
      </dl>
      <h3>Attempts</h3>
      ${tries.length > 0 ? html`<${Table} caption="Attempts, oldest first" columns=${columns} rows=${tries} />` : html`<p class="quiet">No attempts yet.</p>`}
      <${EventView} delivery=${delivery} />`
    }
    <div class="buttons">
      <button type="button" onClick=${again}>Refresh</button>
      <button type="button" class="main" disabled=${doing.busy || !active || !delivery} onClick=${replay}>Replay</button>
      <button type="button" onClick=${onClose} autofocus>Close</button>
    </div>
  <//>`
}

/** The payload with the viewer's permissions; it was sent with those of the endpoint's user. */
export function EventView({ delivery: { event, type } }: { delivery: DeliveryDetails }) {
  if (type === 'webhook.ping')
    return html`<p class="quiet">A ping has no payload. It tests the endpoint.</p>`
  if (!event) return html`<p class="quiet">You cannot view the record of this event.</p>`
  const { recordId, recordKind, recordVersion, id, sequence, actorId, keyId, changes, createdAt } =
    event
  const data = {
    id: recordId,
    kind: recordKind,
    version: recordVersion,
    eventId: id,
    sequence,
    actor: { userId: actorId, keyId },
    changes,
  }
  return html`
    <h3>Payload${event.actor && html` <span class="quiet">· by ${event.actor.fullName}</span>`}</h3>
    <pre class="payload" tabindex="0" aria-label="Payload as JSON">${JSON.stringify({ type, timestamp: createdAt, data }, null, 2)}</pre>
    <p class="hint">As you can view it. It was sent with the permissions of the endpoint's user.</p>`
}

type ReplayScope = 'failed' | 'since'

/** Replays all failed deliveries, or all since a time. */
export function ReplayMany({
  session,
  endpoint,
  onDone,
  onClose,
}: {
  session: Session
  endpoint: Endpoint
  onDone: () => void
  onClose: () => void
}) {
  const [what, choose] = useState<ReplayScope>('failed')
  const [at, change] = useState('')
  const { busy, refused, run } = useAction()
  const replay = (event: Event) => {
    event.preventDefault()
    void run(async () => {
      const failed = what === 'failed'
      let since: string | null = failed ? null : new Date(at).toISOString()
      let total = 0
      do {
        const { count, nextSince } = (
          await session.ask(Replay, {
            id: endpoint.id,
            input: { ...(failed && { failed }), ...(since && { since }) },
          })
        ).replayWebhookDeliveries
        total += count
        since = nextSince
      } while (since)
      showNotice(
        total === 0
          ? 'No deliveries to replay.'
          : `${countOf(total, 'delivery', 'deliveries')} queued again.`,
      )
      onDone()
      onClose()
    })
  }
  return html`<${Dialog} title="Replay several" onClose=${onClose}>
    <form onSubmit=${replay}>
      <fieldset>
        <legend>Deliveries to replay</legend>
        <label class="choice"><input type="radio" name="what" checked=${what === 'failed'} onChange=${() => choose('failed')} autofocus /> All failed deliveries</label>
        <label class="choice"><input type="radio" name="what" checked=${what === 'since'} onChange=${() => choose('since')} /> All deliveries since a time</label>
      </fieldset>
      ${
        what === 'since' &&
        html`<${Field} label="Since" name="since" refused=${refused} hint=${`In your time zone (${timeZone}).`}
          control=${(attributes: object) => html`<input ...${attributes} type="datetime-local" required value=${at} onInput=${(event: Event) => change((event.target as HTMLInputElement).value)} />`} />`
      }
      <p class="hint">Each delivery keeps its <code>webhook-id</code>, so that your receiver can ignore repetitions.</p>
      <${ErrorMessage} refused=${refused} beside=${['since']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy}>Replay</button>
      </div>
    </form>
  <//>`
}
