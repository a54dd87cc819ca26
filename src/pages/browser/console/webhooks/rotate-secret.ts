import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Endpoint, RotateSecret } from '../documents/webhooks.ts'
import { Confirm } from '../parts/confirm.ts'
import { Secret } from '../parts/secret.ts'
import { when } from '../parts/show.ts'
import type { Session } from '../session.ts'

/** Gives an endpoint a new secret to verify by, and shows it. */
export function RotateEndpoint({
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
  const [issued, show] = useState<{ secret: string; until: string | null }>()
  const rotate = async () => {
    const { secret, webhookEndpoint } = (
      await session.ask(RotateSecret, { id: endpoint.id, expectedVersion: endpoint.version })
    ).rotateWebhookSecret
    show({ secret, until: webhookEndpoint.previousSecretExpiresAt })
    onDone()
  }
  if (issued)
    return html`<${Secret} title="New secret" secret=${issued.secret} onClose=${onClose}><p>Until ${when(issued.until)} messages are signed with the old one as well.</p><//>`
  return html`<${Confirm} title="Rotate the secret?" verb="Rotate" safe deed=${rotate} onClose=${onClose}>
    <p>Messages to <strong class="url">${endpoint.url}</strong> are signed with a new secret. For 24 hours the old one signs as well, so that none is refused while you change it.</p>
  <//>`
}
