import { html } from 'htm/preact'
import type { DeliveryWhole } from '../documents/deliveries.ts'

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
