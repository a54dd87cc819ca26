import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import type { RequestError } from '../ask.ts'
import { formatTime } from '../components.ts'
import {
  CreateEndpoint,
  DeleteEndpoint,
  type Endpoint,
  type EndpointInput,
  RotateSecret,
  UpdateEndpoint,
} from '../documents/webhooks.ts'
import { Confirm, Dialog, Field, Secret, useAction } from '../forms.ts'
import { ErrorMessage, showNotice } from '../requests.ts'
import { linkTo } from '../route.ts'
import type { Session } from '../session.ts'

interface Props {
  first: EndpointInput
  verb: string
  busy: boolean
  refused: RequestError | undefined
  onSubmit: (input: EndpointInput) => void
  onClose: () => void
}

const hint = html`One a line or with commas: types such as <code>deal.moved</code>, all of a kind such as <code>deal.*</code>, or <code>*</code> for everything.`

/** The form fields of an endpoint. */
export function EndpointForm({ first, verb, busy, refused, onSubmit, onClose }: Props) {
  const [url, changeUrl] = useState(first.url)
  const [events, changeEvents] = useState(first.events.join('\n'))
  const [description, changeDescription] = useState(first.description ?? '')
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit({
      url: url.trim(),
      events: events.split(/[\s,]+/).filter(Boolean),
      description: description.trim() || null,
    })
  }
  const textOf = (event: Event) => (event.target as HTMLInputElement).value
  return html`<form onSubmit=${submit}>
    <${Field} label="URL" name="url" refused=${refused} hint="A public https URL."
      control=${(attributes: object) => html`<input ...${attributes} type="url" inputmode="url" autocomplete="off" placeholder="https://hooks.example/deals" value=${url} autofocus onInput=${(event: Event) => changeUrl(textOf(event))} />`} />
    <${Field} label="Events" name="events" refused=${refused} hint=${hint}
      control=${(attributes: object) => html`<textarea ...${attributes} rows="3" spellcheck=${false} class="mono" value=${events} onInput=${(event: Event) => changeEvents(textOf(event))}></textarea>`} />
    <${Field} label="Description" name="description" refused=${refused} hint="Optional: what it is for."
      control=${(attributes: object) => html`<input ...${attributes} autocomplete="off" value=${description} onInput=${(event: Event) => changeDescription(textOf(event))} />`} />
    <${ErrorMessage} refused=${refused} beside=${['url', 'events', 'description']} />
    <div class="buttons">
      <button type="button" onClick=${onClose}>Cancel</button>
      <button class="main" disabled=${busy}>${verb}</button>
    </div>
  </form>`
}

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
  const { busy, refused, run } = useAction()
  const create = (input: EndpointInput) =>
    run(async () => {
      const { createWebhookEndpoint } = await session.ask(CreateEndpoint, { input })
      show({ id: createWebhookEndpoint.webhookEndpoint.id, secret: createWebhookEndpoint.secret })
      onDone()
    })
  const done = () => {
    onClose()
    if (issued) location.hash = linkTo('webhooks', issued.id)
  }
  if (issued)
    return html`<${Secret} title="Endpoint added" secret=${issued.secret} onClose=${done}>
      <p>Your receiver verifies signatures with this secret. Use it with any Standard Webhooks library.</p><//>`
  return html`<${Dialog} title="Add endpoint" onClose=${onClose}>
    <p class="quiet">It receives the events that your API key can view.</p>
    <${EndpointForm} first=${{ url: '', events: ['deal.*'], description: null }} verb="Add" busy=${busy} refused=${refused} onSubmit=${create} onClose=${onClose} />
  <//>`
}

/** Edits the URL and events of an endpoint. */
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
  const { busy, refused, run } = useAction()
  const change = (input: EndpointInput) =>
    run(async () => {
      await session.ask(UpdateEndpoint, {
        id: endpoint.id,
        expectedVersion: endpoint.version,
        input,
      })
      showNotice('Endpoint updated.')
      onDone()
      onClose()
    })
  return html`<${Dialog} title="Edit endpoint" onClose=${onClose}>
    <p class="quiet">After a change of URL or events, the endpoint receives the events that your API key can view.</p>
    <${EndpointForm} first=${endpoint} verb="Save" busy=${busy} refused=${refused} onSubmit=${change} onClose=${onClose} />
  <//>`
}

/** Deletes an endpoint with its deliveries after confirmation. */
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
    addEventListener('hashchange', () => setTimeout(() => showNotice(`${url} deleted.`)), {
      once: true,
    })
    location.hash = linkTo('webhooks')
  }
  return html`<${Confirm} title="Delete endpoint?" verb="Delete" deed=${remove} onClose=${onClose}>
    <p><strong class="url">${url}</strong> is told nothing more, and all that is kept of its deliveries is gone. This cannot be undone; to stop it for a while, pause it.</p>
  <//>`
}

/** Rotates the signing secret of an endpoint and shows the new one. */
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
    return html`<${Secret} title="New secret" secret=${issued.secret} onClose=${onClose}><p>Until ${formatTime(issued.until)} messages are signed with the old one as well.</p><//>`
  return html`<${Confirm} title="Rotate secret?" verb="Rotate" safe deed=${rotate} onClose=${onClose}>
    <p>Messages to <strong class="url">${endpoint.url}</strong> are signed with a new secret. For 24 hours the old one signs as well, so that none is refused while you change it.</p>
  <//>`
}
