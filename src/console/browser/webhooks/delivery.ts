import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { formatCount, formatCountOf, formatTime, timeZone } from '../components.ts'
import {
  type Attempt,
  type DeliveryDetails,
  type Endpoint,
  ReplayDelivery,
  ReplayMany,
  ShowDelivery,
  type Status,
} from '../documents/webhooks.ts'
import { Dialog, FormDialog, InputField, type RecordDialogProps } from '../forms.ts'
import { type Column, Table } from '../lists.ts'
import { ErrorMessage, showNotice, useAction, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'

const disabledReasons: Record<string, string> = {
  gone: 'the receiver returned 410 Gone',
  failing: 'all attempts failed for 5 days',
}

export function getEndpointStatus(endpoint: Endpoint) {
  const { status, pausedAt, disabledAt, disabledReason, failingSince } = endpoint
  if (status === 'disabled')
    return html`<span class="tag bad">disabled</span> <span class="small quiet">${formatTime(disabledAt)}: ${disabledReasons[disabledReason ?? ''] ?? disabledReason}</span>`
  if (status === 'paused')
    return html`<span class="tag">paused</span> <span class="small quiet">since ${formatTime(pausedAt)}</span>`
  if (failingSince)
    return html`<span class="tag warn">failing</span> <span class="small quiet">since ${formatTime(failingSince)}</span>`
  return html`<span class="tag good">active</span>`
}

const statuses: Record<Status, [label: string, color: string]> = {
  pending: ['pending', 'warn'],
  delivered: ['delivered', 'good'],
  dead: ['failed', 'bad'],
}

export function renderStatusTag(status: Status) {
  const [label, color] = statuses[status]
  return html`<span class=${`tag ${color}`}>${label}</span>`
}

const attemptErrors: Record<string, string> = {
  http: 'refused',
  timeout: 'timeout',
  dns: 'host name not found',
  refused_address: 'address is not public',
  connect: 'no connection',
  tls: 'TLS error',
  redirect: 'redirects are not followed',
  closed: 'connection closed early',
}

const attemptResult = ({ status, error }: Attempt) =>
  error
    ? html`<span class="bad">${status ?? ''} ${attemptErrors[error] ?? error}</span>`
    : html`<span class="good">${status} received</span>`

const columns: Column<Attempt & { id: string }>[] = [
  { name: 'Attempt', cell: ({ number }) => formatCount(number) },
  { name: 'Time', cell: ({ attemptedAt }) => formatTime(attemptedAt) },
  { name: 'Response', cell: attemptResult },
  { name: 'Duration', cell: ({ latencyMs }) => `${formatCount(latencyMs)} ms`, isNumeric: true },
]

export function useReplay(session: Session, onDone: () => void) {
  const { isBusy, error, run } = useAction()
  const replay = (id: string) =>
    run(async () => {
      await session.send(ReplayDelivery, { id })
      showNotice('Delivery queued again.')
      onDone()
    })
  return { isBusy, error, replay }
}

interface Props {
  session: Session
  id: string
  canReplay: boolean
  onReplay: () => void
  onClose: () => void
}

export function DeliveryView({ session, id, canReplay, onReplay, onClose }: Props) {
  const { data, error, reload } = useOperation(session, ShowDelivery, { id })
  const replayAction = useReplay(session, () => {
    reload()
    onReplay()
  })
  const delivery = data?.webhookDelivery
  const attempts = (delivery?.attempts ?? []).map((attempt) => ({
    ...attempt,
    id: String(attempt.number),
  }))
  return html`<${Dialog} title=${delivery?.type ?? 'Delivery'} onClose=${onClose} wide>
    <${ErrorMessage} error=${error ?? replayAction.error} />
    ${
      delivery &&
      html`
      <dl class="facts-of">
        <div><dt>Status</dt><dd>${renderStatusTag(delivery.status)}</dd></div>
        <div><dt>Created</dt><dd>${formatTime(delivery.createdAt)}</dd></div>
        <div><dt>Next attempt</dt><dd>${formatTime(delivery.nextAttemptAt)}</dd></div>
        <div class="whole"><dt><code>webhook-id</code></dt><dd><code>${delivery.id}</code></dd></div>
      </dl>
      <h3>Attempts</h3>
      ${attempts.length > 0 ? html`<${Table} caption="Attempts, oldest first" columns=${columns} rows=${attempts} />` : html`<p class="quiet">No attempts yet.</p>`}
      <${Payload} delivery=${delivery} />`
    }
    <div class="buttons">
      <button type="button" onClick=${reload}>Refresh</button>
      <button type="button" class="main" disabled=${replayAction.isBusy || !canReplay || !delivery} onClick=${() => replayAction.replay(id)}>Replay</button>
      <button type="button" onClick=${onClose} autofocus>Close</button>
    </div>
  <//>`
}

/** Shows the payload with the current user's permissions; it was sent with the endpoint user's. */
function Payload({ delivery: { event, type } }: { delivery: DeliveryDetails }) {
  if (type === 'webhook.ping')
    return html`<p class="quiet">A ping has no payload. It tests the endpoint.</p>`
  if (!event) return html`<p class="quiet">You cannot view the record of this event.</p>`
  const payload = {
    type,
    timestamp: event.createdAt,
    data: {
      id: event.recordId,
      kind: event.recordKind,
      version: event.recordVersion,
      eventId: event.id,
      sequence: event.sequence,
      actor: { userId: event.actorId, keyId: event.apiKeyId },
      changes: event.changes,
    },
  }
  return html`
    <h3>Payload${event.actor && html` <span class="quiet">· by ${event.actor.fullName}</span>`}</h3>
    <pre class="payload" tabindex="0" aria-label="Payload as JSON">${JSON.stringify(payload, null, 2)}</pre>
    <p class="hint">As you can view it. It was sent with the permissions of the endpoint's user.</p>`
}

/** Asks which deliveries to replay: the failed ones, or all deliveries since a time. */
export function ReplayDialog({ session, record, onDone, onClose }: RecordDialogProps<Endpoint>) {
  const [scope, setScope] = useState<'failed' | 'since'>('failed')
  const [time, setTime] = useState('')
  const replay = async () => {
    const input = scope === 'failed' ? { failed: true } : { since: new Date(time).toISOString() }
    const count = await replayAll(session, record.id, input)
    const text = `${formatCountOf(count, 'delivery', 'deliveries')} queued again.`
    showNotice(count === 0 ? 'No deliveries to replay.' : text)
    onDone()
    onClose()
  }
  return html`<${FormDialog} title="Replay several" verb="Replay" fields=${['since']} action=${replay} onClose=${onClose}>
    <fieldset>
      <legend>Deliveries to replay</legend>
      <label class="choice"><input type="radio" name="what" checked=${scope === 'failed'} onChange=${() => setScope('failed')} autofocus /> All failed deliveries</label>
      <label class="choice"><input type="radio" name="what" checked=${scope === 'since'} onChange=${() => setScope('since')} /> All deliveries since a time</label>
    </fieldset>
    ${scope === 'since' && html`<${InputField} label="Since" name="since" hint=${`In your time zone (${timeZone}).`} value=${time} onChange=${setTime} input=${{ type: 'datetime-local', required: true }} />`}
    <p class="hint">Each delivery keeps its <code>webhook-id</code>, so that your receiver can ignore repetitions.</p>
  <//>`
}

/** Replays deliveries in as many calls as needed. @returns the number of deliveries */
async function replayAll(
  session: Session,
  id: string,
  input: { failed?: boolean; since?: string },
): Promise<number> {
  const { replayWebhookDeliveries } = await session.send(ReplayMany, { id, input })
  const { count, nextSince } = replayWebhookDeliveries
  return nextSince ? count + (await replayAll(session, id, { ...input, since: nextSince })) : count
}
