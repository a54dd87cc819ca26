import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import type { RequestError } from '../client.ts'
import { formatTime, linkTo, onValue } from '../components.ts'
import {
  CreateEndpoint,
  DeleteEndpoint,
  type Endpoint,
  type EndpointInput,
  RotateSecret,
  UpdateEndpoint,
} from '../documents/webhooks.ts'
import {
  Confirm,
  Dialog,
  Field,
  FormButtons,
  InputField,
  type RecordDialogProps,
  SecretDialog,
} from '../forms.ts'
import { ErrorMessage, showNotice, useAction } from '../requests.ts'

interface FormProps {
  initial: EndpointInput
  verb: string
  isBusy: boolean
  error: RequestError | undefined
  onSubmit: (input: EndpointInput) => void
  onClose: () => void
}

const eventsHint = html`Types such as <code>deal.moved</code>, all types of a kind such as <code>deal.*</code>, or <code>*</code> for all events, one per line or separated by commas.`

function EndpointForm({ initial, verb, isBusy, error, onSubmit, onClose }: FormProps) {
  const [url, setUrl] = useState(initial.url)
  const [events, setEvents] = useState(initial.events.join('\n'))
  const [description, setDescription] = useState(initial.description ?? '')
  const submit = (event: Event) => {
    event.preventDefault()
    onSubmit({
      url: url.trim(),
      events: events.split(/[\s,]+/).filter(Boolean),
      description: description.trim() || null,
    })
  }
  const renderTextarea = (attributes: object) =>
    html`<textarea ...${attributes} rows="3" spellcheck=${false} class="mono" value=${events} onInput=${onValue(setEvents)}></textarea>`
  return html`<form onSubmit=${submit}>
    <${InputField} label="URL" name="url" error=${error} hint="A public https URL." value=${url} onChange=${setUrl} input=${{ type: 'url', inputmode: 'url', placeholder: 'https://hooks.example/deals', autofocus: true }} />
    <${Field} label="Events" name="events" error=${error} hint=${eventsHint} control=${renderTextarea} />
    <${InputField} label="Description" name="description" error=${error} hint="Optional: what it is for." value=${description} onChange=${setDescription} />
    <${ErrorMessage} error=${error} fields=${['url', 'events', 'description']} />
    <${FormButtons} verb=${verb} disabled=${isBusy} onClose=${onClose} />
  </form>`
}

type Props = RecordDialogProps<Endpoint>

/** Shows a form for a new endpoint, then its secret, and then opens the endpoint. */
export function NewEndpoint({ session, onDone, onClose }: Omit<Props, 'record'>) {
  const [created, setCreated] = useState<{ secret: string; webhookEndpoint: { id: string } }>()
  const { isBusy, error, run } = useAction()
  const create = (input: EndpointInput) =>
    run(async () => {
      setCreated((await session.send(CreateEndpoint, { input })).createWebhookEndpoint)
      onDone()
    })
  if (created) {
    const open = () => {
      onClose()
      location.hash = linkTo('webhooks', created.webhookEndpoint.id)
    }
    return html`<${SecretDialog} title="Endpoint added" secret=${created.secret} onClose=${open}>
      <p>Your receiver verifies signatures with this secret. Use it with any Standard Webhooks library.</p><//>`
  }
  const initial = { url: '', events: ['deal.*'], description: null }
  return html`<${Dialog} title="Add endpoint" onClose=${onClose}>
    <p class="quiet">It receives the events that your API key can view.</p>
    <${EndpointForm} initial=${initial} verb="Add" isBusy=${isBusy} error=${error} onSubmit=${create} onClose=${onClose} />
  <//>`
}

export function EditEndpoint({ session, record: endpoint, onDone, onClose }: Props) {
  const { isBusy, error, run } = useAction()
  const update = (input: EndpointInput) =>
    run(async () => {
      const { id, version: expectedVersion } = endpoint
      await session.send(UpdateEndpoint, { id, expectedVersion, input })
      showNotice('Endpoint updated.')
      onDone()
      onClose()
    })
  return html`<${Dialog} title="Edit endpoint" onClose=${onClose}>
    <p class="quiet">After a change of URL or events, the endpoint receives the events that your API key can view.</p>
    <${EndpointForm} initial=${endpoint} verb="Save" isBusy=${isBusy} error=${error} onSubmit=${update} onClose=${onClose} />
  <//>`
}

export function DeleteEndpointDialog({ session, record: { id, url }, onClose }: Props) {
  const remove = async () => {
    await session.send(DeleteEndpoint, { id })
    // Opening the list clears notices, so this notice is shown afterwards.
    const notify = () => setTimeout(() => showNotice(`${url} deleted.`))
    addEventListener('hashchange', notify, { once: true })
    location.hash = linkTo('webhooks')
  }
  return html`<${Confirm} title="Delete endpoint?" verb="Delete" action=${remove} onClose=${onClose}>
    <p><strong class="url">${url}</strong> receives no more events, and its deliveries are deleted. This cannot be undone. To stop it for a while, pause it.</p>
  <//>`
}

export function RotateEndpoint({ session, record, onDone, onClose }: Props) {
  const [rotation, setRotation] = useState<{ secret: string; previousExpiresAt: string | null }>()
  const rotate = async () => {
    const { id, version: expectedVersion } = record
    const { rotateWebhookSecret } = await session.send(RotateSecret, { id, expectedVersion })
    const { secret, webhookEndpoint } = rotateWebhookSecret
    setRotation({ secret, previousExpiresAt: webhookEndpoint.previousSecretExpiresAt })
    onDone()
  }
  if (rotation)
    return html`<${SecretDialog} title="New secret" secret=${rotation.secret} onClose=${onClose}><p>Until ${formatTime(rotation.previousExpiresAt)}, messages are also signed with the previous secret.</p><//>`
  return html`<${Confirm} title="Rotate secret?" verb="Rotate" isSafe action=${rotate} onClose=${onClose}>
    <p>Messages to <strong class="url">${record.url}</strong> will be signed with a new secret. For 24 hours they are also signed with the previous one, so that you can update the receiver.</p>
  <//>`
}
