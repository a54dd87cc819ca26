/** The view that lists API keys, with the buttons to create, rotate and revoke keys. */
import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import {
  formatCountOf,
  formatDate,
  formatTime,
  Heading,
  renderSelect,
  renderUser,
  type UserFilter,
  userLabels,
} from '../components.ts'
import {
  type Key,
  type KeyWhere,
  ListKeys,
  RevokeKey,
  RotateKey,
} from '../documents/credentials.ts'
import { Confirm, FormDialog, type RecordDialogProps, SecretDialog, SelectField } from '../forms.ts'
import { type Column, RecordList, useList } from '../lists.ts'
import { useLiveEvents } from '../live.ts'
import { showNotice } from '../requests.ts'
import type { Session } from '../session.ts'
import { NewKey } from './new-key.ts'

type StatusFilter = 'active' | 'ended' | 'all'

const statusLabels: Record<StatusFilter, string> = {
  active: 'active',
  ended: 'revoked or expired',
  all: 'all',
}
const statusFilters: Record<StatusFilter, KeyWhere> = {
  active: { revoked: { eq: false }, expired: { eq: false } },
  ended: { or: [{ revoked: { eq: true } }, { expired: { eq: true } }] },
  all: {},
}
const emptyTexts: Record<StatusFilter, string> = {
  active: 'No active API keys',
  ended: 'No revoked or expired API keys',
  all: 'No API keys yet',
}

type OpenDialog = { name: 'create' } | { name: 'rotate' | 'revoke'; key: Key }

/** Lists the user's API keys. For an Owner or Admin, lists all API keys of the company. */
export function KeysPage({ session }: { session: Session }) {
  const [status, setStatus] = useState<StatusFilter>('active')
  const [userFilter, setUser] = useState<UserFilter>('all')
  const [dialog, setDialog] = useState<OpenDialog>()
  const userWhere = userFilter === 'me' && { userId: { eq: session.me.id } }
  const keys = useList(session, ListKeys, {
    where: { ...statusFilters[status], ...userWhere },
    withUsers: session.hasScope('users.view'),
  })
  const { reload } = keys
  useLiveEvents(session, ['apiKey.*'], { onEvent: reload, onStart: reload })
  const dialogProps = { session, onDone: reload, onClose: () => setDialog(undefined) }
  return html`
    <div class="head">
      <div><${Heading} text="API keys" />
        <p class="quiet">An API key acts for its user within its scopes. Create one key per program, so that you can revoke each key separately.</p></div>
      <button type="button" class="main" onClick=${() => setDialog({ name: 'create' })}>Create API key</button>
    </div>
    <div class="filters">
      ${renderSelect('Status', status, setStatus, statusLabels)}
      ${session.isAdmin && renderSelect('User', userFilter, setUser, userLabels)}
    </div>
    <${RecordList} state=${keys} noun="API keys" columns=${listKeyColumns(session)} actions=${(key: Key) => renderKeyActions(key, setDialog)}>
      <p><strong>${emptyTexts[status]}</strong></p>
      ${status !== 'ended' && html`<p>Create an API key for each program that uses the API.</p>`}
    <//>
    ${dialog?.name === 'create' && html`<${NewKey} ...${dialogProps} />`}
    ${dialog?.name === 'rotate' && html`<${RotateDialog} ...${dialogProps} record=${dialog.key} />`}
    ${dialog?.name === 'revoke' && html`<${RevokeDialog} ...${dialogProps} record=${dialog.key} />`}
  `
}

function renderKeyActions(key: Key, openDialog: (dialog: OpenDialog) => void) {
  const { name, viewerCan } = key
  return html`
    ${viewerCan.includes('rotate') && html`<button type="button" aria-label=${`Rotate ${name}`} onClick=${() => openDialog({ name: 'rotate', key })}>Rotate</button>`}
    ${viewerCan.includes('revoke') && html`<button type="button" aria-label=${`Revoke ${name}`} onClick=${() => openDialog({ name: 'revoke', key })}>Revoke</button>`}`
}

const isPast = (iso: string | null) => iso !== null && Date.parse(iso) < Date.now()

function renderKeyStatus({ revokedAt, expiresAt, previousExpiresAt }: Key) {
  if (revokedAt)
    return html`<span class="tag bad">revoked</span> <span class="quiet small">${formatTime(revokedAt)}</span>`
  if (isPast(expiresAt)) return html`<span class="tag warn">expired</span>`
  const hasPreviousSecret = previousExpiresAt && !isPast(previousExpiresAt)
  return html`<span class="tag good">active</span>${hasPreviousSecret && html` <span class="quiet small">previous secret valid until ${formatTime(previousExpiresAt)}</span>`}`
}

const describePermissions = ({ scopes }: Key) =>
  scopes === null
    ? 'all permissions of its user'
    : html`<details><summary>${formatCountOf(scopes.length, 'scope')}</summary>
        <ul class="scopes">${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></details>`

function listKeyColumns(session: Session): Column<Key>[] {
  return [
    {
      name: 'Name',
      cell: ({ id, name, prefix, lastFour }) =>
        html`<span class="name">${name}</span>${id === session.keyId && html` <span class="tag">current key</span>`}<br /><code class="quiet">${prefix}…${lastFour}</code>`,
    },
    ...(session.isAdmin ? [{ name: 'User', cell: renderUser }] : []),
    { name: 'Permissions', cell: describePermissions },
    { name: 'Created', cell: ({ createdAt }) => formatDate(createdAt) },
    { name: 'Last used', cell: ({ lastUsedAt }) => formatTime(lastUsedAt, 'never') },
    { name: 'Expires', cell: ({ expiresAt }) => formatDate(expiresAt, 'never') },
    { name: 'Status', cell: renderKeyStatus },
  ]
}

function RevokeDialog({ session, record: key, onDone, onClose }: RecordDialogProps<Key>) {
  const isOwn = key.id === session.keyId
  const revoke = async () => {
    await session.send(RevokeKey, { id: key.id })
    if (isOwn) return session.leave('You revoked your current API key. Sign in again.')
    showNotice(`${key.name} revoked.`)
    onDone()
  }
  return html`<${Confirm} title=${`Revoke ${key.name}?`} verb="Revoke" action=${revoke} onClose=${onClose}>
    <p>The server rejects all further requests with <code>${key.prefix}…${key.lastFour}</code>. This action cannot be undone.</p>
    ${isOwn && html`<p class="warn"><strong>You are signed in with this API key and will be signed out.</strong></p>`}
  <//>`
}

const gracePeriods: [hours: string, label: string][] = [
  ['0', 'not at all'],
  ['1', 'for 1 hour'],
  ['24', 'for 24 hours'],
  ['72', 'for 3 days'],
  ['168', 'for 7 days'],
]

function RotateDialog({ session, record: key, onDone, onClose }: RecordDialogProps<Key>) {
  const [graceHours, setGraceHours] = useState('24')
  const [rotation, setRotation] = useState<{ secret: string; previousExpiresAt: string | null }>()
  const isOwn = key.id === session.keyId
  const rotate = async () => {
    const { id, version: expectedVersion } = key
    const variables = { id, expectedVersion, graceHours: Number(graceHours) }
    const { secret, apiKey } = (await session.send(RotateKey, variables)).rotateApiKey
    setRotation({ secret, previousExpiresAt: apiKey.previousExpiresAt })
    return secret
  }
  const submit = async () => {
    await (isOwn ? session.replaceSecret(rotate) : rotate())
    onDone()
  }
  if (rotation)
    return html`<${SecretDialog} title=${`New secret for ${key.name}`} secret=${rotation.secret} onClose=${onClose}>
      <p>${rotation.previousExpiresAt ? html`The previous secret is valid until ${formatTime(rotation.previousExpiresAt)}.` : 'The previous secret is no longer valid.'}
        ${isOwn && ' You stay signed in with the new secret.'}</p><//>`
  return html`<${FormDialog} title=${`Rotate ${key.name}`} verb="Rotate" fields=${['graceHours']} action=${submit} onClose=${onClose}>
    <p>The API key receives a new secret, which is shown only once. The key's name, scopes and user stay the same.</p>
    <${SelectField} label="Keep the previous secret valid" name="graceHours" hint="Update all programs that use the API key within this time." value=${graceHours} onChange=${setGraceHours} options=${gracePeriods} />
  <//>`
}
