import { html } from 'htm/preact'
import { useEffect, useState } from 'preact/hooks'
import { keptKey } from '../key.ts'
import { Boards } from './board/boards.ts'
import { Keys } from './keys/keys.ts'
import { Notices } from './parts/notices.ts'
import { to, useRoute } from './route.ts'
import { type Session, signIn } from './session.ts'
import { SignIn } from './sign-in.ts'
import { Endpoint } from './webhooks/endpoint.ts'
import { Endpoints } from './webhooks/endpoints.ts'

const parts = [
  ['keys', 'API keys'],
  ['webhooks', 'Webhooks'],
  ['board', 'Board'],
] as const

/** The console whole: somebody signs in, and goes from view to view. */
export function Console() {
  const [session, change] = useState<Session>()
  const [reason, explain] = useState<string>()
  const [resuming, resume] = useState(keptKey() !== null)
  const enter = async (key: string) => {
    const ended = (why?: string) => {
      change(undefined)
      explain(why)
    }
    change(await signIn(key, ended))
    explain(undefined)
  }
  useEffect(() => {
    const key = keptKey()
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
        ? html`<${Endpoint} key=${id} session=${session} id=${id} />`
        : part === 'webhooks'
          ? html`<${Endpoints} session=${session} />`
          : html`<${Keys} session=${session} />`
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <header class="top">
      <a class="mark" href="/" title="To the first page"><img src="/assets/icon.svg" alt="" width="24" height="24" /> Dealgraph</a>
      <nav aria-label="Console">
        ${parts.map(([name, label]) => html`<a href=${to(name)} aria-current=${name === part ? 'page' : undefined}>${label}</a>`)}
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
