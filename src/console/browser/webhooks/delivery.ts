import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Column, count, many, Table, when, zone } from '../components.ts'
import {
  type Attempt,
  type DeliveryWhole,
  type Endpoint,
  ReplayMany as Replay,
  ReplayDelivery,
  ShowDelivery,
  type Status,
} from '../documents/webhooks.ts'
import { Dialog, Field, useDoing } from '../forms.ts'
import { Fault, say, useAsked } from '../requests.ts'
import type { Session } from '../session.ts'

const reasons: Record<string, string> = {
  gone: 'it answered 410 Gone',
  failing: 'it has only failed for 5 days',
}

/** How an endpoint stands, in words. */
export function stateOf({ status, pausedAt, disabledAt, disabledReason, failingSince }: Endpoint) {
  if (status === 'disabled')
    return html`<span class="tag bad">given up</span> <span class="small quiet">${when(disabledAt)}: ${reasons[disabledReason ?? ''] ?? disabledReason}</span>`
  if (status === 'paused')
    return html`<span class="tag">paused</span> <span class="small quiet">since ${when(pausedAt)}</span>`
  if (failingSince)
    return html`<span class="tag warn">failing</span> <span class="small quiet">since ${when(failingSince)}</span>`
  return html`<span class="tag good">active</span>`
}

const statuses: Record<Status, [words: string, colour: string]> = {
  pending: ['waiting', 'warn'],
  delivered: ['delivered', 'good'],
  dead: ['failed', 'bad'],
}

export const statusTag = (status: Status) =>
  html`<span class=${`tag ${statuses[status][1]}`}>${statuses[status][0]}</span>`

const errors: Record<string, string> = {
  timeout: 'no answer in time',
  dns: 'its name was not found',
  refused_address: 'its address is not public',
  connect: 'no connection',
  tls: 'no secure connection',
  redirect: 'it redirected, which is not followed',
  closed: 'cut off midway',
}

/** What a try came to: the status that was answered, or what went wrong. */
export const outcomeOf = ({ status, error }: Attempt) =>
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
  { name: 'Try', cell: ({ number }) => count(number) },
  { name: 'When', cell: ({ at }) => when(at) },
  { name: 'Answer', cell: outcomeOf },
  { name: 'Took', cell: ({ latencyMs }) => `${count(latencyMs)} ms`, right: true },
]

/** One delivery: how often it was tried, what came of it, and what it tells. */
export function DeliveryView({ session, id, active, onReplay, onClose }: Props) {
  const { data, refused, again } = useAsked(session, ShowDelivery, { id })
  const doing = useDoing()
  const replay = () =>
    doing.run(async () => {
      await session.ask(ReplayDelivery, { id })
      say('It is delivered once more.')
      again()
      onReplay()
    })
  const delivery = data?.webhookDelivery
  const tries = (delivery?.attempts ?? []).map((each) => ({ ...each, id: String(each.number) }))
  return html`<${Dialog} title=${delivery?.type ?? 'Delivery'} onClose=${onClose} wide>
    <${Fault} refused=${refused ?? doing.refused} />
    ${
      delivery &&
      html`
      <dl class="facts-of">
        <div><dt>State</dt><dd>${statusTag(delivery.status)}</dd></div>
        <div><dt>Made</dt><dd>${when(delivery.createdAt)}</dd></div>
        <div><dt>Next try</dt><dd>${when(delivery.nextAttemptAt)}</dd></div>
        <div class="whole"><dt><code>webhook-id</code></dt><dd><code>${delivery.id}</code></dd></div>
      </dl>
      <h3>Tries</h3>
      ${tries.length > 0 ? html`<${Table} caption="Tries, the first one first" columns=${columns} rows=${tries} />` : html`<p class="quiet">It has not been tried yet.</p>`}
      <${EventView} delivery=${delivery} />`
    }
    <div class="buttons">
      <button type="button" onClick=${again}>Look again</button>
      <button type="button" class="main" disabled=${doing.busy || !active || !delivery} onClick=${replay}>Replay</button>
      <button type="button" onClick=${onClose} autofocus>Close</button>
    </div>
  <//>`
}

/**
 * What a delivery tells, as the message has it as far as you see it: sent is what the endpoint's
 * own user sees.
 */
export function EventView({ delivery: { event, type } }: { delivery: DeliveryWhole }) {
  if (type === 'webhook.ping')
    return html`<p class="quiet">A ping tells nothing: it is there to try the address out.</p>`
  if (!event)
    return html`<p class="quiet">You do not see the record that it tells of, or no longer.</p>`
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
    <h3>What it tells${event.actor && html` <span class="quiet">· done by ${event.actor.fullName}</span>`}</h3>
    <pre class="payload" tabindex="0" aria-label="What it tells, as JSON">${JSON.stringify({ type, timestamp: createdAt, data }, null, 2)}</pre>
    <p class="hint">As you see it. It was sent as the user sees it in whose name the address is told.</p>`
}

type What = 'failed' | 'since'

/** Tells an endpoint once more what failed, or all since a time, however many there are. */
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
  const [what, choose] = useState<What>('failed')
  const [at, change] = useState('')
  const { busy, refused, run } = useDoing()
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
      say(
        total === 0
          ? 'There was nothing to replay.'
          : `${many(total, 'delivery is', 'deliveries are')} made once more.`,
      )
      onDone()
      onClose()
    })
  }
  return html`<${Dialog} title="Replay many" onClose=${onClose}>
    <form onSubmit=${replay}>
      <fieldset>
        <legend>Deliver once more</legend>
        <label class="choice"><input type="radio" name="what" checked=${what === 'failed'} onChange=${() => choose('failed')} autofocus /> all that failed</label>
        <label class="choice"><input type="radio" name="what" checked=${what === 'since'} onChange=${() => choose('since')} /> all since a time, delivered or not</label>
      </fieldset>
      ${
        what === 'since' &&
        html`<${Field} label="Since" name="since" refused=${refused} hint=${`By your own clock (${zone}).`}
          control=${(attributes: object) => html`<input ...${attributes} type="datetime-local" required value=${at} onInput=${(event: Event) => change((event.target as HTMLInputElement).value)} />`} />`
      }
      <p class="hint">Each keeps its <code>webhook-id</code>, by which your program knows what it has had already.</p>
      <${Fault} refused=${refused} beside=${['since']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy}>Replay</button>
      </div>
    </form>
  <//>`
}
