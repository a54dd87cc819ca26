import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Endpoint, PingEndpoint, UpdateEndpoint } from '../documents/webhooks.ts'
import { useDoing } from '../parts/doing.ts'
import { Fault } from '../parts/fault.ts'
import { say } from '../parts/notices.ts'
import type { Session } from '../session.ts'
import { ChangeEndpoint } from './change-endpoint.ts'
import { RemoveEndpoint } from './delete-endpoint.ts'
import { RotateEndpoint } from './rotate-secret.ts'

interface Props {
  session: Session
  endpoint: Endpoint
  onDone: () => void
}

/** What can be done with an endpoint. */
export function Actions({ session, endpoint, onDone }: Props) {
  const [open, change] = useState<'change' | 'rotate' | 'delete'>()
  const { busy, refused, run } = useDoing()
  const { id, version, status } = endpoint
  const active = status === 'active'
  const ping = () =>
    run(async () => {
      await session.ask(PingEndpoint, { id })
      say('A ping is on its way: it stands first among the deliveries.')
      onDone()
    })
  const pause = () =>
    run(async () => {
      await session.ask(UpdateEndpoint, { id, expectedVersion: version, input: { paused: active } })
      say(active ? 'Paused. What happens meanwhile is told when it is resumed.' : 'Resumed.')
      onDone()
    })
  const shared = { session, of: endpoint, onDone, onClose: () => change(undefined) }
  return html`
    <div class="buttons start">
      <button type="button" class="main" disabled=${busy || !active} onClick=${ping}>Send a ping</button>
      <button type="button" disabled=${busy} onClick=${pause}>${active ? 'Pause' : 'Resume'}</button>
      <button type="button" onClick=${() => change('change')}>Change …</button>
      <button type="button" onClick=${() => change('rotate')}>Rotate the secret …</button>
      <button type="button" onClick=${() => change('delete')}>Delete …</button>
    </div>
    <${Fault} refused=${refused} />
    ${open === 'change' && html`<${ChangeEndpoint} ...${shared} />`}
    ${open === 'rotate' && html`<${RotateEndpoint} ...${shared} />`}
    ${open === 'delete' && html`<${RemoveEndpoint} ...${shared} />`}`
}
