import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { ReplayMany as Replay } from '../documents/deliveries.ts'
import type { Endpoint } from '../documents/webhooks.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { Field } from '../parts/field.ts'
import { say } from '../parts/notices.ts'
import { many, zone } from '../parts/show.ts'
import type { Session } from '../session.ts'

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
