import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import type { Refused } from '../ask.ts'
import type { EndpointInput } from '../documents/webhooks.ts'
import { Fault } from '../parts/fault.ts'
import { Field } from '../parts/field.ts'

interface Props {
  first: EndpointInput
  verb: string
  busy: boolean
  refused: Refused | undefined
  onSubmit: (input: EndpointInput) => void
  onClose: () => void
}

const hint = html`One a line or with commas: types such as <code>deal.moved</code>, all of a kind such as <code>deal.*</code>, or <code>*</code> for everything.`

/** The fields of an endpoint, for a new one and for one that is changed. */
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
    <${Field} label="Address" name="url" refused=${refused} hint="An https address on the public internet."
      control=${(attributes: object) => html`<input ...${attributes} type="url" inputmode="url" autocomplete="off" placeholder="https://hooks.example/deals" value=${url} autofocus onInput=${(event: Event) => changeUrl(textOf(event))} />`} />
    <${Field} label="Is told of" name="events" refused=${refused} hint=${hint}
      control=${(attributes: object) => html`<textarea ...${attributes} rows="3" spellcheck=${false} class="mono" value=${events} onInput=${(event: Event) => changeEvents(textOf(event))}></textarea>`} />
    <${Field} label="Description" name="description" refused=${refused} hint="What it is for; may stay empty."
      control=${(attributes: object) => html`<input ...${attributes} autocomplete="off" value=${description} onInput=${(event: Event) => changeDescription(textOf(event))} />`} />
    <${Fault} refused=${refused} beside=${['url', 'events', 'description']} />
    <div class="buttons">
      <button type="button" onClick=${onClose}>Cancel</button>
      <button class="main" disabled=${busy}>${verb}</button>
    </div>
  </form>`
}
