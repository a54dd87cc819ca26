import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import {
  type Column,
  formatDate,
  formatTime,
  Heading,
  Pager,
  Table,
  usePlace,
} from '../components.ts'
import { type Key, type KeyWhere, ListKeys, RevokeKey, RotateKey } from '../documents/keys.ts'
import { Confirm, choice, Dialog, Field, Secret, useAction } from '../forms.ts'
import { useLive } from '../live.ts'
import { ErrorMessage, showNotice, useOperation } from '../requests.ts'
import type { Session } from '../session.ts'
import { NewKey } from './new-key.ts'

const size = 25

/** The keys that the viewer can see: their own, or the company's for Owner and Admin. */
export function Keys({ session }: { session: Session }) {
  const [show, choose] = useState<Show>('working')
  const [whose, choosePeople] = useState<Whose>('all')
  const [open, change] = useState<{ what: 'create' } | { what: 'rotate' | 'revoke'; key: Key }>()
  const where = whereOf(show, whose, session.me.id)
  const place = usePlace(JSON.stringify(where))
  const variables = { first: size, after: place.after, where, names: session.may('users.view') }
  const { data, refused, loading, again } = useOperation(session, ListKeys, variables)
  useLive(session, ['apiKey.*'], { onEvent: again, onStart: again })
  const close = () => change(undefined)
  const list = data?.apiKeys
  const everybody = ['OWNER', 'ADMIN'].includes(session.me.role)
  return html`
    <div class="head">
      <div><${Heading} text="API keys" />
        <p class="quiet">An API key acts for its user, limited to its scopes. Use one key per program, so that each can be revoked separately.</p></div>
      <button type="button" class="main" onClick=${() => change({ what: 'create' })}>Create key</button>
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
    <${ErrorMessage} refused=${refused} />
    <div aria-busy=${loading ? 'true' : 'false'}>
      ${
        list &&
        (list.nodes.length > 0
          ? html`<${Table} caption="API keys, newest first" columns=${columns(session, everybody)} rows=${list.nodes} actions=${(key: Key) => actions(key)} />`
          : html`<div class="empty"><p><strong>${empty[show]}</strong></p>${show !== 'ended' && html`<p>Create a key for each program that uses the API.</p>`}</div>`)
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
  working: 'No active keys.',
  ended: 'No revoked or expired keys.',
  all: 'No keys yet.',
}

const isPast = (iso: string | null) => iso !== null && Date.parse(iso) <= Date.now()

/** Whether a key is revoked or expired. */
export const isOver = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || isPast(expiresAt)

function state(key: Key) {
  if (key.revokedAt)
    return html`<span class="tag bad">revoked</span> <span class="quiet small">${formatTime(key.revokedAt)}</span>`
  if (isPast(key.expiresAt)) return html`<span class="tag warn">expired</span>`
  if (key.previousExpiresAt && !isPast(key.previousExpiresAt))
    return html`<span class="tag good">works</span> <span class="quiet small">and its old secret until ${formatTime(key.previousExpiresAt)}</span>`
  return html`<span class="tag good">works</span>`
}

const scopes = ({ scopes }: Key) =>
  scopes === null
    ? 'all that its user may'
    : html`<details><summary>${scopes.length === 1 ? '1 scope' : `${scopes.length} scopes`}</summary>
        <ul class="scopes">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></details>`

/** What a list of keys tells of each; whose it is only to those who see others' too. */
export function columns({ keyId, may }: Session, everybody: boolean): Column<Key>[] {
  const owner: Column<Key> = {
    name: 'Owner',
    cell: ({ user, userId }) =>
      user
        ? html`${user.fullName}<br /><span class="quiet small">${user.roleName}</span>`
        : html`<code class="small" title=${may('users.view') ? '' : 'Names need the scope users.view'}>${userId}</code>`,
  }
  return [
    {
      name: 'Name',
      cell: ({ id, name, prefix, lastFour }) =>
        html`<span class="name">${name}</span>${id === keyId && html` <span class="tag">this one</span>`}<br /><code class="quiet">${prefix}…${lastFour}</code>`,
    },
    ...(everybody ? [owner] : []),
    { name: 'Permissions', cell: scopes },
    { name: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
    { name: 'Last used', cell: ({ lastUsedAt }) => formatTime(lastUsedAt, 'never') },
    { name: 'Expires', cell: ({ expiresAt }) => formatDate(expiresAt, 'never') },
    { name: 'Status', cell: state },
  ]
}

export type Show = 'working' | 'ended' | 'all'
export type Whose = 'all' | 'mine'

const states: Record<Show, KeyWhere> = {
  working: { revoked: false, expired: false },
  ended: { or: [{ revoked: true }, { expired: true }] },
  all: {},
}

/** Which keys to list. */
export const whereOf = (show: Show, whose: Whose, userId: string): KeyWhere => ({
  ...states[show],
  ...(whose === 'mine' && { userId }),
})

/** Revokes a key after confirmation. */
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
    if (own) return session.end('You revoked the key that you were signed in with.')
    showNotice(`${key.name} revoked.`)
    onDone()
  }
  return html`<${Confirm} title=${`Revoke ${key.name}?`} verb="Revoke" deed=${revoke} onClose=${onClose}>
    <p>Whatever uses <code>${key.prefix}…${key.lastFour}</code> is refused from the next request on. This cannot be undone.</p>
    ${own && html`<p class="warn"><strong>You are signed in with this key and will be signed out.</strong></p>`}
  <//>`
}

const graces: [hours: number, label: string][] = [
  [0, 'no longer: it stops at once'],
  [1, 'for 1 hour'],
  [24, 'for 24 hours'],
  [72, 'for 3 days'],
  [168, 'for 7 days'],
]

/** Rotates a key and shows the new secret. */
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
  const { busy, refused, run } = useAction()
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
      <p>${issued.until ? html`The old secret works until ${formatTime(issued.until)}.` : 'The previous secret no longer works.'}
        ${key.id === session.keyId && ' You stay signed in, with the new one.'}</p><//>`
  return html`<${Dialog} title=${`Rotate ${key.name}`} onClose=${onClose}>
    <p>The key gets a new secret, which is shown once. Its name, scopes and owner stay the same.</p>
    <form onSubmit=${rotate}>
      <${Field} label="Keep the previous secret valid" name="graceHours" refused=${refused} hint="Time to update the programs that use it."
        control=${(
          attributes: object,
        ) => html`<select ...${attributes} value=${hours} onChange=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}>
          ${graces.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`} />
      <${ErrorMessage} refused=${refused} beside=${['graceHours']} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class="main" disabled=${busy}>Rotate</button>
      </div>
    </form>
  <//>`
}
