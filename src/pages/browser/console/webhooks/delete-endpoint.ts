import { html } from 'htm/preact'
import { DeleteEndpoint, type Endpoint } from '../documents/webhooks.ts'
import { Confirm } from '../parts/confirm.ts'
import { say } from '../parts/notices.ts'
import { to } from '../route.ts'
import type { Session } from '../session.ts'

/** Deletes an endpoint with its deliveries, after asking. */
export function RemoveEndpoint({
  session,
  of: { id, url },
  onClose,
}: {
  session: Session
  of: Endpoint
  onClose: () => void
}) {
  const remove = async () => {
    await session.ask(DeleteEndpoint, { id })
    addEventListener('hashchange', () => setTimeout(() => say(`${url} is deleted.`)), {
      once: true,
    })
    location.hash = to('webhooks')
  }
  return html`<${Confirm} title="Delete the address?" verb="Delete" deed=${remove} onClose=${onClose}>
    <p><strong class="url">${url}</strong> is told nothing more, and all that is kept of its deliveries is gone. This cannot be undone; to stop it for a while, pause it.</p>
  <//>`
}
