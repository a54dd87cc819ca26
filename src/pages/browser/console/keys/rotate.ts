import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Key, RotateKey } from '../documents/keys.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { Field } from '../parts/field.ts'
import { Secret } from '../parts/secret.ts'
import { when } from '../parts/show.ts'
import type { Session } from '../session.ts'

const graces: [hours: number, label: string][] = [
  [0, 'no longer: it stops at once'],
  [1, 'for 1 hour'],
  [24, 'for 24 hours'],
  [72, 'for 3 days'],
  [168, 'for 7 days'],
]

/** Gives a key a new secret, and shows it. */
export function Rotate({
  session,
  of: key,
  onDone,
  onClose,
}: {
  session: Session
  of: Key
  onDone: () => void
  onClose: () => void
}) {
  const [hours, choose] = useState(24)
  const [issued, show] = useState<{ secret: string; until: string | null }>()
  const { busy, refused, run } = useDoing()
  const rotate = (event: Event) => {
    event.preventDefault()
    void run(async () => {
      const ask = async () => {
        const { rotateApiKey } = await session.ask(RotateKey, {
          id: key.id,
          expectedVersion: key.version,
          graceHours: hours,
        })
        show({ secret: rotateApiKey.secret, until: rotateApiKey.apiKey.previousExpiresAt })
        return rotateApiKey.secret
      }
      await (key.id === session.keyId ? session.renew(ask) : ask())
      onDone()
    })
  }
  if (issued)
    return html`<${Secret} title=${`New secret of ${key.name}`} secret=${issued.secret} onClose=${onClose}>
      <p>${issued.until ? html`The old secret works until ${when(issued.until)}.` : 'The old secret has stopped working.'}
        ${key.id === session.keyId && ' You stay signed in, with the new one.'}</p><//>`
  return html`<${Dialog} title=${`Rotate ${key.name}`} onClose=${onClose}>
    <p>It gets a new secret, which is shown once. Name, scopes and owner stay.</p>
    <form onSubmit=${rotate}>
      <${Field} label="The old secret still works" name="graceHours" refused=${refused} hint="Time to give the new one to all that use it."
        control=${(
          attributes: object,
        ) => html`<select ...${attributes} value=${hours} onChange=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
          ${graces.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`} />
      <${Fault} refused=${refused} beside=${['graceHours']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy}>Rotate</button>
      </div>
    </form>
  <//>`
}
