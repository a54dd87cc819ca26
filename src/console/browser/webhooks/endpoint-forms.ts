/** The dialogs to create, edit and delete webhook endpoints and to rotate their secrets. */
import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { createValueHandler, formatTime, toUrl } from '../components.ts'
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
    html`<textarea ...${attributes} rows="3" spellcheck=${false} class="mono" value=${events} onInput=${createValueHandler(setEvents)}></textarea>`
  return html`<${FormDialog} title=${title} verb=${verb} fields=${['url', 'events', 'description']} action=${submit} onClose=${onClose}>
    <p class="quiet">${note}</p>
    <${InputField} label="URL" name="url" hint="A public HTTPS URL." value=${url} onChange=${setUrl} input=${{ type: 'url', inputmode: 'url', placeholder: 'https://hooks.example/deals', autofocus: true }} />
    <${Field} label="Events" name="events" hint=${eventsHint} control=${renderTextarea} />
    <${InputField} label="Description" name="description" hint="Optional: the purpose of the endpoint." value=${description} onChange=${setDescription} />
  <//>`
}

type DialogProps = RecordDialogProps<Endpoint>

/** Shows a form for a new endpoint, then shows the endpoint's secret and opens the endpoint. */
export function NewEndpoint({ session, onDone, onClose }: Omit<DialogProps, 'record'>) {
  const [created, setCreated] = useState<{ secret: string; webhookEndpoint: { id: string } }>()
  const create = async (input: EndpointInput) => {
    setCreated((await session.send(CreateEndpoint, { input })).createWebhookEndpoint)
    onDone()
  }
  if (created) {
    const openEndpoint = () => {
      onClose()
      location.hash = toUrl('webhooks', created.webhookEndpoint.id)
    }
    return html`<${SecretDialog} title="Endpoint added" secret=${created.secret} onClose=${openEndpoint}>
      <p>Your receiver verifies signatures with this secret, using any Standard Webhooks library.</p><//>`
  }
  const initialInput = { url: '', events: ['deal.*'], description: null }
  return html`<${EndpointForm} title="Add endpoint" note="The endpoint receives the events that you can view with your current permissions." verb="Add" initial=${initialInput} save=${create} onClose=${onClose} />`
}

export function EditEndpoint({ session, record: endpoint, onDone, onClose }: DialogProps) {
  const update = async (input: EndpointInput) => {
    const { id, version: expectedVersion } = endpoint
    await session.send(UpdateEndpoint, { id, expectedVersion, input })
    showNotice('Endpoint updated.')
    onDone()
    onClose()
  }
  const note =
    'After you change the URL or events, the endpoint receives the events that you can view.'
  return html`<${EndpointForm} title="Edit endpoint" note=${note} verb="Save" initial=${endpoint} save=${update} onClose=${onClose} />`
}

export function DeleteEndpointDialog({ session, record: { id, url }, onClose }: DialogProps) {
  const deleteEndpoint = async () => {
    await session.send(DeleteEndpoint, { id })
    // Opening the list clears notices, so show this notice afterwards.
    const notify = () => setTimeout(() => showNotice(`${url} deleted.`))
    addEventListener('hashchange', notify, { once: true })
    location.hash = toUrl('webhooks')
  }
  return html`<${Confirm} title="Delete endpoint?" verb="Delete" action=${deleteEndpoint} onClose=${onClose}>
    <p><strong class="url">${url}</strong> receives no more events, and its deliveries are deleted. This action cannot be undone. To stop deliveries temporarily, pause the endpoint instead.</p>
  <//>`
}

export function RotateSecretDialog({ session, record, onDone, onClose }: DialogProps) {
  const [rotation, setRotation] = useState<{ secret: string; previousExpiresAt: string | null }>()
  const rotate = async () => {
    const { id, version: expectedVersion } = record
    const { rotateWebhookSecret } = await session.send(RotateSecret, { id, expectedVersion })
    const { secret, webhookEndpoint } = rotateWebhookSecret
    setRotation({ secret, previousExpiresAt: webhookEndpoint.previousSecretExpiresAt })
    onDone()
  }
  if (rotation)
    return html`<${SecretDialog} title="New secret" secret=${rotation.secret} onClose=${onClose}><p>Deliveries are also signed with the previous secret until ${formatTime(rotation.previousExpiresAt)}.</p><//>`
  return html`<${FormDialog} title="Rotate secret?" verb="Rotate" action=${rotate} onClose=${onClose}>
    <p>Deliveries to <strong class="url">${record.url}</strong> will be signed with a new secret. For 24 hours, deliveries are also signed with the previous secret, so that you can update the receiver.</p>
  <//>`
}
