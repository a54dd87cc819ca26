import { html } from 'htm/preact'
import type { Key } from '../documents/keys.ts'
import { onDay, when } from '../parts/show.ts'
import type { Column } from '../parts/table.ts'
import type { Session } from '../session.ts'

const isPast = (iso: string | null) => iso !== null && Date.parse(iso) <= Date.now()

/** Whether a key works no more, for good. */
export const isOver = ({ revokedAt, expiresAt }: Key): boolean =>
  revokedAt !== null || isPast(expiresAt)

function state(key: Key) {
  if (key.revokedAt)
    return html`<span class="tag bad">revoked</span> <span class="quiet small">${when(key.revokedAt)}</span>`
  if (isPast(key.expiresAt)) return html`<span class="tag warn">expired</span>`
  if (key.previousExpiresAt && !isPast(key.previousExpiresAt))
    return html`<span class="tag good">works</span> <span class="quiet small">and its old secret until ${when(key.previousExpiresAt)}</span>`
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
        : html`<code class="small" title=${may('users.view') ? '' : 'Names take the scope users.view'}>${userId}</code>`,
  }
  return [
    {
      name: 'Name',
      cell: ({ id, name, prefix, lastFour }) =>
        html`<span class="name">${name}</span>${id === keyId && html` <span class="tag">this one</span>`}<br /><code class="quiet">${prefix}…${lastFour}</code>`,
    },
    ...(everybody ? [owner] : []),
    { name: 'May do', cell: scopes },
    { name: 'Created', cell: ({ createdAt }) => onDay(createdAt) },
    { name: 'Last used', cell: ({ lastUsedAt }) => when(lastUsedAt, 'never') },
    { name: 'Expires', cell: ({ expiresAt }) => onDay(expiresAt, 'never') },
    { name: 'State', cell: state },
  ]
}
