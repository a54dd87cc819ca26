import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { CreateEndpoint, type EndpointInput } from '../documents/webhooks.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { Secret } from '../parts/secret.ts'
import { to } from '../route.ts'
import type { Session } from '../session.ts'
import { EndpointForm } from './form.ts'

/** A form for a new endpoint, then its secret, then the endpoint. */
export function NewEndpoint({
  session,
  onDone,
  onClose,
}: {
  session: Session
  onDone: () => void
  onClose: () => void
}) {
  const [issued, show] = useState<{ id: string; secret: string }>()
  const { busy, refused, run } = useDoing()
  const create = (input: EndpointInput) =>
    run(async () => {
      const { createWebhookEndpoint } = await session.ask(CreateEndpoint, { input })
      show({ id: createWebhookEndpoint.webhookEndpoint.id, secret: createWebhookEndpoint.secret })
      onDone()
    })
  const done = () => {
    onClose()
    if (issued) location.hash = to('webhooks', issued.id)
  }
  if (issued)
    return html`<${Secret} title="The address is added" secret=${issued.secret} onClose=${done}>
      <p>With it your program verifies that a message comes from here: any library of Standard Webhooks takes it as it is.</p><//>`
  return html`<${Dialog} title="Add an address" onClose=${onClose}>
    <p class="quiet">It is told what your own key sees, and no more.</p>
    <${EndpointForm} first=${{ url: '', events: ['deal.*'], description: null }} verb="Add" busy=${busy} refused=${refused} onSubmit=${create} onClose=${onClose} />
  <//>`
}
