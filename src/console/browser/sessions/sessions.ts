/** The view that lists sessions, with the buttons to revoke sessions. */
import { html } from 'htm/preact'
import { useState } from 'preact/hooks'
import { readSettings } from '../../../pages/browser/credential.ts'
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
import { useLiveEvents } from '../live.ts'
import { showNotice } from '../requests.ts'
import type { Session } from '../session.ts'

const { sessionIdleMinutes = 0 } = readSettings<{ sessionIdleMinutes?: number }>()

/** Lists the user's sessions. For an Owner or Admin, lists all sessions of the company. */
export function SessionsPage({ session }: { session: Session }) {
  const [userFilter, setUser] = useState<UserFilter>('all')
  const [sessionToRevoke, setSessionToRevoke] = useState<SignInSession>()
  const sessions = useList(session, ListSessions, {
    withUsers: session.isAdmin && session.hasScope('users.view'),
    userId: userFilter === 'me' ? { eq: session.me.id } : undefined,
  })
  const { reload } = sessions
  useLiveEvents(session, ['session.*'], { onEvent: reload, onStart: reload })
  return html`
    <div class="head">
      <div><${Heading} text="Sessions" />
        <p class="quiet">A session is a sign-in in a browser. A session ends when it expires, or after ${formatCountOf(sessionIdleMinutes, 'minute')} without use.</p></div>
    </div>
    ${session.isAdmin && html`<div class="filters">${renderSelect('User', userFilter, setUser, userLabels)}</div>`}
    <${RecordList} state=${sessions} noun="sessions" columns=${listSessionColumns(session)} actions=${(row: SignInSession) => renderSessionActions(row, setSessionToRevoke)}>
      <p><strong>No sessions</strong></p><p>To start a session, sign in with the OpenID provider instead of with an API key.</p>
    <//>
    ${sessionToRevoke && html`<${RevokeDialog} session=${session} record=${sessionToRevoke} onDone=${reload} onClose=${() => setSessionToRevoke(undefined)} />`}
  `
}

const browserPatterns: [pattern: RegExp, name: string][] = [
  [/Edg/, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]
const systemPatterns: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Describes the browser and operating system of a `User-Agent`, such as `Firefox on Windows`. */
function describeBrowser(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const findName = (names: typeof browserPatterns) =>
    names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [findName(browserPatterns), findName(systemPatterns)]
  return browser && system ? `${browser} on ${system}` : userAgent
}

const describeSession = ({ userAgent, user }: SignInSession) =>
  `${describeBrowser(userAgent)}${user ? `, ${user.fullName}` : ''}`

const renderSessionActions = (row: SignInSession, revoke: (row: SignInSession) => void) =>
  row.viewerCan.includes('revoke') &&
  html`<button type="button" aria-label=${`Revoke ${describeSession(row)}`} onClick=${() => revoke(row)}>Revoke</button>`

function renderSessionStatus({ lastUsedAt }: SignInSession) {
  const isIdle = Date.parse(lastUsedAt) + sessionIdleMinutes * 60_000 < Date.now()
  return isIdle
    ? html`<span class="tag warn">expired</span>`
    : html`<span class="tag good">active</span>`
}

function listSessionColumns({ me, isAdmin }: Session): Column<SignInSession>[] {
  const currentSessionId = me.authentication?.sessionId
  return [
    {
      name: 'Browser',
      cell: ({ id, userAgent }) =>
        html`<span class="name" title=${userAgent ?? ''}>${describeBrowser(userAgent)}</span>${id === currentSessionId && html` <span class="tag">current session</span>`}`,
    },
    ...(isAdmin ? [{ name: 'User', cell: renderUser }] : []),
    { name: 'Signed in', cell: ({ createdAt }) => formatTime(createdAt) },
    { name: 'Last used', cell: ({ lastUsedAt }) => formatTime(lastUsedAt) },
    { name: 'Expires', cell: ({ expiresAt }) => formatTime(expiresAt) },
    { name: 'Status', cell: renderSessionStatus },
  ]
}

function RevokeDialog({ session, record, onDone, onClose }: RecordDialogProps<SignInSession>) {
  const isOwn = record.id === session.me.authentication?.sessionId
  const name = describeSession(record)
  const revoke = async () => {
    await session.send(RevokeSession, { id: record.id })
    if (isOwn) return session.leave('You revoked your current session. Sign in again.')
    showNotice(`${name} revoked.`)
    onDone()
  }
  return html`<${Confirm} title=${`Revoke ${name}?`} verb="Revoke" action=${revoke} onClose=${onClose}>
    <p>The browser is signed out immediately. The user can sign in again.</p>
    ${isOwn && html`<p class="warn"><strong>This is your current session, so you will be signed out.</strong></p>`}
  <//>`
}
