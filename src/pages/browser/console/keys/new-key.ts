import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { CreateKey, type Holder } from '../documents/keys.ts'
import { Dialog } from '../parts/dialog.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { Field, faultsOf } from '../parts/field.ts'
import { Secret } from '../parts/secret.ts'
import type { Session } from '../session.ts'
import { Expiry, type Until, untilIso } from './expiry.ts'
import { ForWhom } from './for-whom.ts'
import { Scopes } from './scopes.ts'

/** A form for a new key, and then its secret. */
export function NewKey({
  session,
  onDone,
  onClose,
}: {
  session: Session
  onDone: () => void
  onClose: () => void
}) {
  const { me } = session
  const [name, changeName] = useState('')
  const [until, changeUntil] = useState<Until>({ days: 90 })
  const [holder, changeHolder] = useState<Holder>(me)
  const [scopes, changeScopes] = useState<string[]>()
  const [issued, show] = useState<{ secret: string; name: string }>()
  const { busy, refused, run } = useDoing()
  const others = ['OWNER', 'ADMIN'].includes(me.role)
  const create = (event: Event) => {
    event.preventDefault()
    void run(async () => {
      const expiresAt = untilIso(until)
      const input = {
        name,
        ...(expiresAt && { expiresAt }),
        ...(scopes && { scopes }),
        ...(holder.id !== me.id && { userId: holder.id }),
      }
      const { createApiKey } = await session.ask(CreateKey, { input })
      show({ secret: createApiKey.secret, name: createApiKey.apiKey.name })
      onDone()
    })
  }
  if (issued)
    return html`<${Secret} title=${`${issued.name} is made`} secret=${issued.secret} onClose=${onClose}>${use}<//>`
  const chosen = (next: Holder) => {
    changeHolder(next)
    changeScopes(undefined)
  }
  return html`<${Dialog} title="Create an API key" onClose=${onClose} wide>
    <form onSubmit=${create}>
      <${Field} label="Name" name="name" refused=${refused} hint="What will use it: a program, a person, a device."
        control=${(attributes: object) =>
          html`<input ...${attributes} value=${name} maxlength="100" autocomplete="off" autofocus onInput=${(event: Event) => changeName((event.target as HTMLInputElement).value)} />`} />
      ${others && html`<${ForWhom} session=${session} holder=${holder} refused=${refused} onChange=${chosen} />`}
      <${Expiry} until=${until} refused=${refused} onChange=${changeUntil} />
      <${Scopes} key=${holder.id} session=${session} holder=${holder} chosen=${scopes} faults=${faultsOf(refused, 'scopes')} onChange=${changeScopes} />
      <${Fault} refused=${refused} beside=${['name', 'userId', 'expiresAt', 'scopes']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy || scopes?.length === 0}>Create</button>
      </div>
    </form>
  <//>`
}

const use = html`<p class="small quiet">Send it as <code>Authorization: Bearer dg_…</code>, to <code>/graphql</code> or <code>/v1</code>.</p>`
