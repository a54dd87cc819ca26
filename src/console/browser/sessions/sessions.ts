import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { settings } from '../../../pages/browser/credential.ts'
import {
  formatCountOf,
  formatTime,
  Heading,
  renderSelect,
  renderUser,
  type UserFilter,
  userLabels,
} from '../components.ts'
import { ListSessions, RevokeSession, type SignInSession } from '../documents/credentials.ts'
import { Confirm, type RecordDialogProps } from '../forms.ts'
import { type Column, RecordList, useList } from '../lists.ts'
import { useLive } from '../live.ts'
import { showNotice } from '../requests.ts'
import type { Session } from '../session.ts'

const { sessionIdleMinutes = 0 } = settings<{ sessionIdleMinutes?: number }>()

/** Lists the user's sessions, or the company's for an Owner or Admin. */
export function Sessions({ session }: { session: Session }) {
  const [user, setUser] = useState<UserFilter>('all')
  const [revokedSession, setRevoked] = useState<SignInSession>()
  const sessions = useList(session, ListSessions, {
    names: session.isAdmin && session.can('users.view'),
    userId: user === 'me' ? { eq: session.me.id } : undefined,
  })
  const { reload } = sessions
  useLive(session, ['session.*'], { onEvent: reload, onStart: reload })
  return html`
    <div class="head">
      <div><${Heading} text="Sessions" />
        <p class="quiet">A session is a sign-in in a browser. It ends after ${formatCountOf(sessionIdleMinutes, 'minute')} without use, and when it expires.</p></div>
    </div>
    ${session.isAdmin && html`<div class="filters">${renderSelect('User', user, setUser, userLabels)}</div>`}
    <${RecordList} state=${sessions} noun="sessions" columns=${sessionColumns(session)} actions=${(row: SignInSession) => sessionActions(row, setRevoked)}>
      <p><strong>No sessions.</strong></p><p>Sign in at the provider instead of with an API key to start one.</p>
    <//>
    ${revokedSession && html`<${RevokeDialog} session=${session} record=${revokedSession} onDone=${reload} onClose=${() => setRevoked(undefined)} />`}
  `
}

const browsers: [pattern: RegExp, name: string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systems: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns the browser and the system that a `User-Agent` names, such as `Firefox on Windows`. */
function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const findName = (names: typeof browsers) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [findName(browsers), findName(systems)]
  return browser && system ? `${browser} on ${system}` : userAgent
}

const describeSession = ({ userAgent, user }: SignInSession) =>
  `${describeBrowser(userAgent)}${user ? ` of ${user.fullName}` : ''}`

const sessionActions = (row: SignInSession, revoke: (row: SignInSession) => void) =>
  row.viewerCan.includes('revoke') &&
  html`<button type="button" aria-label=${`Revoke ${describeSession(row)}`} onClick=${() => revoke(row)}>Revoke</button>`

function sessionStatus({ lastUsedAt }: SignInSession) {
  const isIdle = Date.parse(lastUsedAt) + sessionIdleMinutes * 60_000 < Date.now()
  return isIdle
    ? html`<span class="tag warn">expired</span>`
    : html`<span class="tag good">active</span>`
}

function sessionColumns({ me, isAdmin }: Session): Column<SignInSession>[] {
  const ownId = me.authentication?.sessionId
  return [
    {
      name: 'Browser',
      cell: ({ id, userAgent }) =>
        html`<span class="name" title=${userAgent ?? ''}>${describeBrowser(userAgent)}</span>${id === ownId && html` <span class="tag">this one</span>`}`,
    },
    ...(isAdmin ? [{ name: 'User', cell: renderUser }] : []),
    { name: 'Signed in', cell: ({ createdAt }) => formatTime(createdAt) },
    { name: 'Last used', cell: ({ lastUsedAt }) => formatTime(lastUsedAt) },
    { name: 'Expires', cell: ({ expiresAt }) => formatTime(expiresAt) },
    { name: 'Status', cell: sessionStatus },
  ]
}

function RevokeDialog({ session, record, onDone, onClose }: RecordDialogProps<SignInSession>) {
  const isOwn = record.id === session.me.authentication?.sessionId
  const name = describeSession(record)
  const revoke = async () => {
    await session.send(RevokeSession, { id: record.id })
    if (isOwn) return session.leave('You revoked the session that you were signed in with.')
    showNotice(`${name} revoked.`)
    onDone()
  }
  return html`<${Confirm} title=${`Revoke ${name}?`} verb="Revoke" action=${revoke} onClose=${onClose}>
    <p>The browser is signed out at once. Its user can sign in again.</p>
    ${isOwn && html`<p class="warn"><strong>This is your own session: you will be signed out.</strong></p>`}
  <//>`
}
