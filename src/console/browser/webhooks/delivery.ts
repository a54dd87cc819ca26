/** One webhook delivery with its attempts and event, and the dialog to replay deliveries. */
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

export function renderEndpointStatus(endpoint: Endpoint) {
  const { status, pausedAt, disabledAt, disabledReason, failingSince } = endpoint
  if (status === 'disabled')
    return html`<span class="tag bad">disabled</span> <span class="small quiet">${formatTime(disabledAt)}: ${disabledReasons[disabledReason ?? ''] ?? disabledReason}</span>`
  if (status === 'paused')
    return html`<span class="tag">paused</span> <span class="small quiet">since ${formatTime(pausedAt)}</span>`
  if (failingSince)
    return html`<span class="tag warn">failing</span> <span class="small quiet">since ${formatTime(failingSince)}</span>`
  return html`<span class="tag good">active</span>`
}

const statusTags: Record<Status, [label: string, color: string]> = {
  pending: ['pending', 'warn'],
  delivered: ['delivered', 'good'],
  dead: ['failed', 'bad'],
}

export function renderStatusTag(status: Status) {
  const [label, color] = statusTags[status]
  return html`<span class=${`tag ${color}`}>${label}</span>`
}

const attemptErrors: Record<string, string> = {
  http: 'error response',
  timeout: 'timeout',
  dns: 'host name not found',
  refused_address: 'private address',
  connect: 'no connection',
  tls: 'TLS error',
  redirect: 'redirect not followed',
  closed: 'connection closed early',
}

const renderAttemptResult = ({ status, error }: Attempt) =>
  error
    ? html`<span class="bad">${status ?? ''} ${attemptErrors[error] ?? error}</span>`
    : html`<span class="good">${status} received</span>`

const attemptColumns: Column<Attempt & { id: string }>[] = [
  { name: 'Attempt', cell: ({ number }) => formatCount(number) },
  { name: 'Time', cell: ({ attemptedAt }) => formatTime(attemptedAt) },
  { name: 'Response', cell: renderAttemptResult },
  { name: 'Duration', cell: ({ latencyMs }) => `${formatCount(latencyMs)} ms`, isNumeric: true },
]

export function useReplay(session: Session, onDone: () => void) {
  const { isBusy, error, run } = useAction()
  const replay = (id: string) =>
    run(async () => {
      await session.send(ReplayDelivery, { id })
      showNotice('Delivery queued for replay.')
      onDone()
    })
  return { isBusy, error, replay }
}

interface DeliveryViewProps {
  session: Session
  id: string
  canReplay: boolean
  onReplay: () => void
  onClose: () => void
}

export function DeliveryView({ session, id, canReplay, onReplay, onClose }: DeliveryViewProps) {
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
  return html`<${Dialog} title=${delivery?.type ?? 'Delivery'} onClose=${onClose} isWide>
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
      ${attempts.length > 0 ? html`<${Table} caption="Attempts, oldest first" columns=${attemptColumns} rows=${attempts} />` : html`<p class="quiet">No attempts yet.</p>`}
      <${PayloadView} delivery=${delivery} />`
    }
    <div class="buttons">
      <button type="button" onClick=${reload}>Refresh</button>
      <button type="button" class="main" disabled=${replayAction.isBusy || !canReplay || !delivery} onClick=${() => replayAction.replay(id)}>Replay</button>
      <button type="button" onClick=${onClose} autofocus>Close</button>
    </div>
  <//>`
}

/** Shows the fields that the current user can view, which can differ from the sent payload. */
function PayloadView({ delivery: { event, type } }: { delivery: DeliveryDetails }) {
  if (type === 'webhook.ping')
    return html`<p class="quiet">A ping tests the endpoint and contains no event.</p>`
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
    <p class="hint">This payload contains only fields that you can view. The payload that was sent contains the fields that the endpoint's user could view.</p>`
}

/** Shows a form to replay all failed deliveries, or all deliveries since a time. */
export function ReplayDialog({ session, record, onDone, onClose }: RecordDialogProps<Endpoint>) {
  const [scope, setScope] = useState<'failed' | 'since'>('failed')
  const [time, setTime] = useState('')
  const replay = async () => {
    const input = scope === 'failed' ? { failed: true } : { since: new Date(time).toISOString() }
    const replayedCount = await replayAll(session, record.id, input)
    const noticeText = `${formatCountOf(replayedCount, 'delivery', 'deliveries')} queued for replay.`
    showNotice(replayedCount === 0 ? 'No deliveries to replay.' : noticeText)
    onDone()
    onClose()
  }
  return html`<${FormDialog} title="Replay deliveries" verb="Replay" fields=${['since']} action=${replay} onClose=${onClose}>
    <fieldset>
      <legend>Deliveries to replay</legend>
      <label class="choice"><input type="radio" name="what" checked=${scope === 'failed'} onChange=${() => setScope('failed')} autofocus /> All failed deliveries</label>
      <label class="choice"><input type="radio" name="what" checked=${scope === 'since'} onChange=${() => setScope('since')} /> All deliveries since a time</label>
    </fieldset>
    ${scope === 'since' && html`<${InputField} label="Since" name="since" hint=${`Time in your time zone (${timeZone}).`} value=${time} onChange=${setTime} input=${{ type: 'datetime-local', required: true }} />`}
    <p class="hint">Each delivery keeps its <code>webhook-id</code>, so that your receiver can ignore duplicates.</p>
  <//>`
}

/** Replays deliveries in as many requests as needed. @returns the number of replayed deliveries */
async function replayAll(
  session: Session,
  id: string,
  input: { failed?: boolean; since?: string },
): Promise<number> {
  const { replayWebhookDeliveries } = await session.send(ReplayMany, { id, input })
  const { count, nextSince } = replayWebhookDeliveries
  return nextSince ? count + (await replayAll(session, id, { ...input, since: nextSince })) : count
}
