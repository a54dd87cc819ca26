import { html } from 'htm/preact'
import { type Endpoint, type EndpointInput, UpdateEndpoint } from '../documents/webhooks.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { say } from '../parts/notices.ts'
import type { Session } from '../session.ts'
import { EndpointForm } from './form.ts'

/** Changes where an endpoint is, and what it is told of. */
export function ChangeEndpoint({
  session,
  of: endpoint,
  onDone,
  onClose,
}: {
  session: Session
  of: Endpoint
  onDone: () => void
  onClose: () => void
}) {
  const { busy, refused, run } = useDoing()
  const change = (input: EndpointInput) =>
    run(async () => {
      await session.ask(UpdateEndpoint, {
        id: endpoint.id,
        expectedVersion: endpoint.version,
        input,
      })
      say('The address is changed.')
      onDone()
      onClose()
    })
  return html`<${Dialog} title="Change the address" onClose=${onClose}>
    <p class="quiet">Where it is, or what it is told of, changes: from then on it is told what your own key sees.</p>
    <${EndpointForm} first=${endpoint} verb="Save" busy=${busy} refused=${refused} onSubmit=${change} onClose=${onClose} />
  <//>`
}
