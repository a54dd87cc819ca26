import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { type Key, ListKeys } from '../documents/keys.ts'
import { useLive } from '../live.ts'
import { useAsked } from '../parts/asked.ts'
import { choice } from '../parts/choice.ts'
import { Fault } from '../parts/fault.ts'
import { Heading } from '../parts/heading.ts'
import { Pager, usePlace } from '../parts/pager.ts'
import { Table } from '../parts/table.ts'
import type { Session } from '../session.ts'
import { columns, isOver } from './columns.ts'
import { NewKey } from './new-key.ts'
import { Revoke } from './revoke.ts'
import { Rotate } from './rotate.ts'
import { type Show, type Whose, whereOf } from './where.ts'

const size = 25

/** The keys that one sees: one's own, for Owner and Admin the company's. */
export function Keys({ session }: { session: Session }) {
  const [show, choose] = useState<Show>('working')
  const [whose, choosePeople] = useState<Whose>('all')
  const [open, change] = useState<{ what: 'create' } | { what: 'rotate' | 'revoke'; key: Key }>()
  const where = whereOf(show, whose, session.me.id)
  const place = usePlace(JSON.stringify(where))
  const variables = { first: size, after: place.after, where, names: session.may('users.view') }
  const { data, refused, loading, again } = useAsked(session, ListKeys, variables)
  useLive(session, ['apiKey.*'], { onEvent: again, onStart: again })
  const close = () => change(undefined)
  const list = data?.apiKeys
  const everybody = ['OWNER', 'ADMIN'].includes(session.me.role)
  return html`
    <div class="head">
      <div><${Heading} text="API keys" />
        <p class="quiet">Whoever has a key acts as its user, as far as its scopes go. Give each program its own, so that one can be stopped alone.</p></div>
      <button type="button" class="main" onClick=${() => change({ what: 'create' })}>Create a key</button>
    </div>
    <div class="filters">
      ${choice('Show', show, choose, [
        ['working', 'working'],
        ['ended', 'revoked and expired'],
        ['all', 'all'],
      ])}
      ${
        everybody &&
        choice('Of', whose, choosePeople, [
          ['all', 'everybody'],
          ['mine', 'myself'],
        ])
      }
    </div>
    <${Fault} refused=${refused} />
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="API keys, newest first" columns=${columns(session, everybody)} rows=${list.nodes} actions=${(key: Key) => actions(key)} />`
          : html`<div class="empty"><p><strong>${empty[show]}</strong></p>${show !== 'ended' && html`<p>Create one for each program that is to use the API.</p>`}</div>`)
      }
    </div>
    ${list && html`<${Pager} place=${place} list=${list} size=${size} what="API keys" />`}
    ${open?.what === 'create' && html`<${NewKey} session=${session} onDone=${again} onClose=${close} />`}
    ${open?.what === 'rotate' && html`<${Rotate} session=${session} of=${open.key} onDone=${again} onClose=${close} />`}
    ${open?.what === 'revoke' && html`<${Revoke} session=${session} of=${open.key} onDone=${again} onClose=${close} />`}
  `

  function actions(key: Key) {
    if (isOver(key)) return null
    return html`
      <button type="button" aria-label=${`Rotate ${key.name}`} onClick=${() => change({ what: 'rotate', key })}>Rotate</button>
      <button type="button" aria-label=${`Revoke ${key.name}`} onClick=${() => change({ what: 'revoke', key })}>Revoke</button>`
  }
}

const empty: Record<Show, string> = {
  working: 'No key works at present.',
  ended: 'No key has been revoked or has expired.',
  all: 'There are no keys.',
}
