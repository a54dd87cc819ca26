import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
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
  Field,
  FormDialog,
  InputField,
  type RecordDialogProps,
  SecretDialog,
} from '../forms.ts'
import { showNotice } from '../requests.ts'

interface FormProps {
  title: string
  note: string
  verb: string
  initial: EndpointInput
  save: (input: EndpointInput) => Promise<void>
  onClose: () => void
}

const eventsHint = html`Types such as <code>deal.moved</code>, all types of a kind such as <code>deal.*</code>, or <code>*</code> for all events, one per line or separated by commas.`

function EndpointForm({ title, note, verb, initial, save, onClose }: FormProps) {
  const [url, setUrl] = useState(initial.url)
  const [events, setEvents] = useState(initial.events.join('\n'))
  const [description, setDescription] = useState(initial.description ?? '')
  const submit = () =>
    save({
      url: url.trim(),
      events: events.split(/[\s,]+/).filter(Boolean),
      description: description.trim() || null,
    })
  const renderTextarea = (attributes: object) =>
    html`<textarea ...${attributes} rows="3" spellcheck=${false} class="mono" value=${events} onInput=${onValue(setEvents)}></textarea>`
  return html`<${FormDialog} title=${title} verb=${verb} fields=${['url', 'events', 'description']} action=${submit} onClose=${onClose}>
    <p class="quiet">${note}</p>
    <${InputField} label="URL" name="url" hint="A public https URL." value=${url} onChange=${setUrl} input=${{ type: 'url', inputmode: 'url', placeholder: 'https://hooks.example/deals', autofocus: true }} />
    <${Field} label="Events" name="events" hint=${eventsHint} control=${renderTextarea} />
    <${InputField} label="Description" name="description" hint="Optional: what it is for." value=${description} onChange=${setDescription} />
  <//>`
}

type Props = RecordDialogProps<Endpoint>

/** Shows a form for a new endpoint, then its secret, and then opens the endpoint. */
export function NewEndpoint({ session, onDone, onClose }: Omit<Props, 'record'>) {
  const [created, setCreated] = useState<{ secret: string; webhookEndpoint: { id: string } }>()
  const create = async (input: EndpointInput) => {
    setCreated((await session.send(CreateEndpoint, { input })).createWebhookEndpoint)
    onDone()
  }
  if (created) {
    const open = () => {
      onClose()
      location.hash = linkTo('webhooks', created.webhookEndpoint.id)
    }
    return html`<${SecretDialog} title="Endpoint added" secret=${created.secret} onClose=${open}>
      <p>Your receiver verifies signatures with this secret. Use it with any Standard Webhooks library.</p><//>`
  }
  const initial = { url: '', events: ['deal.*'], description: null }
  return html`<${EndpointForm} title="Add endpoint" note="It receives the events that your API key can view." verb="Add" initial=${initial} save=${create} onClose=${onClose} />`
}

export function EditEndpoint({ session, record: endpoint, onDone, onClose }: Props) {
  const update = async (input: EndpointInput) => {
    const { id, version: expectedVersion } = endpoint
    await session.send(UpdateEndpoint, { id, expectedVersion, input })
    showNotice('Endpoint updated.')
    onDone()
    onClose()
  }
  const note =
    'After a change of URL or events, the endpoint receives the events that your API key can view.'
  return html`<${EndpointForm} title="Edit endpoint" note=${note} verb="Save" initial=${endpoint} save=${update} onClose=${onClose} />`
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
  return html`<${FormDialog} title="Rotate secret?" verb="Rotate" action=${rotate} onClose=${onClose}>
    <p>Messages to <strong class="url">${record.url}</strong> will be signed with a new secret. For 24 hours they are also signed with the previous one, so that you can update the receiver.</p>
  <//>`
}
