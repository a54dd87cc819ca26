import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { storedKey } from '../../pages/browser/key.ts'
import { settings } from '../../pages/browser/settings.ts'
import { RequestError } from './ask.ts'
import { Boards } from './board/board.ts'
import { useAction } from './forms.ts'
import { Keys } from './keys/keys.ts'
import { Notices } from './requests.ts'
import { linkTo, useRoute } from './route.ts'
import { type Session, signIn } from './session.ts'
import { Endpoints, EndpointView } from './webhooks/endpoints.ts'

const parts = [
  ['keys', 'API keys'],
  ['webhooks', 'Webhooks'],
  ['board', 'Board'],
] as const

/** The console: sign-in and navigation. */
export function Console() {
  const [session, change] = useState<Session>()
  const [reason, explain] = useState<string>()
  const [resuming, resume] = useState(storedKey() !== null)
  const enter = async (key: string) => {
    const ended = (why?: string) => {
      change(undefined)
      explain(why)
    }
    change(await signIn(key, ended))
    explain(undefined)
  }
  useEffect(() => {
    const key = storedKey()
    if (key)
      void enter(key)
        .catch((error: Error) => explain(error.message))
        .finally(() => resume(false))
  }, [])
  if (resuming) return html`<main class="sign-in"><p role="status">Signing in …</p></main>`
  return session
    ? html`<${Frame} session=${session} />`
    : html`<${SignIn} signIn=${enter} reason=${reason} />`
}

function Frame({ session }: { session: Session }) {
  const [part = 'keys', id] = useRoute()
  const { me } = session
  const view =
    part === 'board'
      ? html`<${Boards} session=${session} id=${id} />`
      : part === 'webhooks' && id
        ? html`<${EndpointView} key=${id} session=${session} id=${id} />`
        : part === 'webhooks'
          ? html`<${Endpoints} session=${session} />`
          : html`<${Keys} session=${session} />`
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to content</a>
    <header class="top">
      <a class="mark" href="/" title="Home"><img src="/assets/pages/browser/icon.svg" alt="" width="24" height="24" /> Dealgraph</a>
      <nav aria-label="Console">
        ${parts.map(([name, label]) => html`<a href=${linkTo(name)} aria-current=${name === part ? 'page' : undefined}>${label}</a>`)}
      </nav>
      <div class="who">
        <p><strong>${me.fullName}</strong><span>${me.roleName} · ${me.companyName}</span></p>
        <button type="button" onClick=${() => session.end()}>Sign out</button>
      </div>
    </header>
    <main id="main" class=${part === 'board' ? 'whole' : ''}>${view}</main>
    <${Notices} />`
}

/** The hash is the route, so that a link within the page has to be followed by hand. */
const skip = (event: Event) => {
  event.preventDefault()
  document.querySelector('h1')?.focus()
}

const { demoKey } = settings<{ demoKey?: string }>()

/** @param signIn resolves after signing in @param reason why the last session ended */
export function SignIn({
  signIn,
  reason,
}: {
  signIn: (key: string) => Promise<void>
  reason: string | undefined
}) {
  const [key, change] = useState('')
  const { busy, refused, run } = useAction()
  const place = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Sign in · Console · Dealgraph'
    place.current?.focus()
  }, [])
  const go = (given: string) =>
    run(() =>
      signIn(given).catch((error: RequestError) => {
        place.current?.focus()
        throw error.message === 'Invalid or missing API key'
          ? new RequestError(error.code, unknown)
          : error
      }),
    )
  const submit = (event: Event) => {
    event.preventDefault()
    void go(key)
  }
  return html`<main class="sign-in">
    <p class="mark"><img src="/assets/pages/browser/icon.svg" alt="" width="40" height="40" /> Dealgraph</p>
    <h1>Sign in to the console</h1>
    <p class="quiet">Use an API key. It is kept in this tab until you close the tab or sign out.</p>
    ${reason && html`<p class="warn box" role="alert">${reason}</p>`}
    <form onSubmit=${submit}>
      <label for="key">API key</label>
      <input id="key" ref=${place} type="password" autocomplete="off" spellcheck=${false} placeholder="dg_…" required value=${key}
        aria-invalid=${refused ? 'true' : undefined} aria-describedby="key-fault" onInput=${(event: InputEvent) => change((event.target as HTMLInputElement).value)} />
      <p id="key-fault" class="fault" role="alert">${refused?.message}</p>
      <button class="main" disabled=${busy}>${busy ? 'Signing in …' : 'Sign in'}</button>
    </form>
    ${
      demoKey &&
      html`<div class="demo"><p>This server runs the demo company.</p>
        <button type="button" disabled=${busy} onClick=${() => go(demoKey)}>Use the demo's Owner key</button></div>`
    }
    <p class="quiet small">No key yet? An Owner or Admin can create one here, or on the server with <code>dealgraph keys create --user you@example.com</code>.</p>
  </main>`
}

const unknown =
  'Unknown API key. Check that it was copied completely. It may also be revoked or expired, or its user suspended.'
