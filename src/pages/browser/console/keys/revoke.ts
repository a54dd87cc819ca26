import { html } from 'htm/preact'
import { type Key, RevokeKey } from '../documents/keys.ts'
import { Confirm } from '../parts/confirm.ts'
import { say } from '../parts/notices.ts'
import type { Session } from '../session.ts'

/** Stops a key, after asking. */
export function Revoke({
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
  const own = key.id === session.keyId
  const revoke = async () => {
    await session.ask(RevokeKey, { id: key.id })
    if (own) return session.end('You revoked the key with which you were signed in.')
    say(`${key.name} is revoked.`)
    onDone()
  }
  return html`<${Confirm} title=${`Revoke ${key.name}?`} verb="Revoke" deed=${revoke} onClose=${onClose}>
    <p>Whatever uses <code>${key.prefix}…${key.lastFour}</code> is refused from the next request on. This cannot be undone.</p>
    ${own && html`<p class="warn"><strong>You are signed in with this key: you will be signed out.</strong></p>`}
  <//>`
}
