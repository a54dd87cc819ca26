/** The console page: the sign-in form, the navigation and the current view. */
import { html, render } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  getSignInUrl,
  isSignInEnabled,
  readSettings,
  readStoredKey,
} from '../../pages/browser/credential.ts'
import { BoardPage } from './board/board.ts'
import { createValueHandler, toUrl, useRoute } from './components.ts'
import { KeysPage } from './keys/keys.ts'
import { Notices, RequestError, showWarning, useAction } from './requests.ts'
import { resumeSession, type Session, signIn } from './session.ts'
import { SessionsPage } from './sessions/sessions.ts'
import { EndpointPage, EndpointsPage } from './webhooks/endpoints.ts'

const views = [
  ['keys', 'API keys'],
  ...(isSignInEnabled() ? [['sessions', 'Sessions'] as const] : []),
  ['webhooks', 'Webhooks'],
  ['board', 'Board'],
] as const

function ConsoleApp() {
  const [session, setSession] = useState<Session>()
  const [reason, setReason] = useState<string>()
  const [isResuming, setResuming] = useState(isSignInEnabled() || readStoredKey() !== null)
  const onSignOut = (reason?: string) => {
    setSession(undefined)
    setReason(reason)
  }
  const signInWithKey = async (key: string) => {
    setSession(await signIn(key, onSignOut))
    setReason(undefined)
  }
  const resumeSignIn = async () => {
    const key = readStoredKey()
    if (isSignInEnabled()) setSession(await resumeSession(onSignOut))
    else if (key) await signInWithKey(key)
  }
  useEffect(() => {
    void resumeSignIn()
      .catch((error: Error) => setReason(error.message))
      .finally(() => setResuming(false))
  }, [])
  if (isResuming) return html`<main class="sign-in"><p role="status">Signing in…</p></main>`
  if (session) return html`<${ConsoleFrame} session=${session} />`
  return html`<main class="sign-in">
    <p class="mark"><img src="/assets/pages/browser/icon.svg" alt="" width="40" height="40" /> Dealgraph</p>
    <h1>Sign in to the console</h1>
    ${reason && html`<p class="warn box" role="alert">${reason}</p>`}
    ${isSignInEnabled() ? html`<${SignInLink} />` : html`<${KeyForm} signIn=${signInWithKey} />`}
  </main>`
}

function ConsoleFrame({ session }: { session: Session }) {
  const [name = 'keys', id] = useRoute()
  const { me } = session
  const signOut = () =>
    session.signOut().catch((error: Error) => showWarning(`Signing out failed: ${error.message}`))
  return html`
    <a class="skip" href="#main" onClick=${skipToContent}>Skip to content</a>
    <header class="top">
      <a class="mark" href="/" title="Home"><img src="/assets/pages/browser/icon.svg" alt="" width="24" height="24" /> Dealgraph</a>
      <nav aria-label="Console">
        ${views.map(([view, label]) => html`<a href=${toUrl(view)} aria-current=${view === name ? 'page' : undefined}>${label}</a>`)}
      </nav>
      <div class="who">
        <p><strong>${me.fullName}</strong><span>${me.roleName} · ${me.company.name}</span></p>
        <button type="button" onClick=${signOut}>Sign out</button>
      </div>
    </header>
    <main id="main" class=${name === 'board' ? 'whole' : ''}>${renderView(session, name, id)}</main>
    <${Notices} />`
}

function renderView(session: Session, name: string, id: string | undefined) {
  if (name === 'board') return html`<${BoardPage} session=${session} id=${id} />`
  if (name === 'sessions' && isSignInEnabled()) return html`<${SessionsPage} session=${session} />`
  if (name !== 'webhooks') return html`<${KeysPage} session=${session} />`
  return id
    ? html`<${EndpointPage} key=${id} session=${session} id=${id} />`
    : html`<${EndpointsPage} session=${session} />`
}

/** Moves the focus by script, because the URL hash contains the route, not an element id. */
const skipToContent = (event: Event) => {
  event.preventDefault()
  document.querySelector('h1')?.focus()
}

const { demoKey } = readSettings<{ demoKey?: string }>()

function useSignInPage<Control extends HTMLElement>() {
  const controlRef = useRef<Control>(null)
  useEffect(() => {
    document.title = 'Sign in · Console · Dealgraph'
    controlRef.current?.focus()
  }, [])
  return controlRef
}

const SignInLink = () =>
  html`<a class="main button" ref=${useSignInPage()} href=${getSignInUrl()}>Sign in</a>`

function KeyForm({ signIn }: { signIn: (key: string) => Promise<void> }) {
  const [key, setKey] = useState('')
  const { isBusy, error, run } = useAction()
  const keyInput = useSignInPage<HTMLInputElement>()
  const submit = (submittedKey: string) =>
    run(() =>
      signIn(submittedKey).catch((error: RequestError) => {
        keyInput.current?.focus()
        const isUnknownKey = error.message === 'Invalid or missing API key'
        throw isUnknownKey ? new RequestError(error.code, unknownKeyMessage) : error
      }),
    )
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void submit(key)
  }
  return html`<p class="quiet">Enter your API key. This tab stores the key until you close the tab or sign out.</p>
    <form onSubmit=${onSubmit}>
      <label for="key">API key</label>
      <input id="key" ref=${keyInput} type="password" autocomplete="off" spellcheck=${false} placeholder="dg_…" required value=${key}
        aria-invalid=${error ? 'true' : undefined} aria-describedby="key-fault" onInput=${createValueHandler(setKey)} />
      <p id="key-fault" class="fault" role="alert">${error?.message}</p>
      <button class="main" disabled=${isBusy}>${isBusy ? 'Signing in…' : 'Sign in'}</button>
    </form>
    ${
      demoKey &&
      html`<div class="demo"><p>This server contains a demo company.</p>
        <button type="button" disabled=${isBusy} onClick=${() => submit(demoKey)}>Use the demo's Owner key</button></div>`
    }
    <p class="quiet small">No API key yet? An Owner or Admin can create one in the console, or on the server with <code>dealgraph keys create --user you@example.com</code>.</p>`
}

const unknownKeyMessage =
  'Unknown API key. Check that you copied the complete key. The key may be revoked or expired, or its user suspended.'

const root = document.getElementById('console')
root?.replaceChildren()
if (root) render(html`<${ConsoleApp} />`, root)
