import { html } from 'htm/preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { settings } from '../settings.ts'
import { Refused } from './ask.ts'
import { useDoing } from './parts/doing.ts'

const { demoKey } = settings<{ demoKey?: string }>()

/** @param signIn resolves once somebody is signed in @param reason why they are not any more */
export function SignIn({
  signIn,
  reason,
}: {
  signIn: (key: string) => Promise<void>
  reason: string | undefined
}) {
  const [key, change] = useState('')
  const { busy, refused, run } = useDoing()
  const place = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = 'Sign in · Console · Dealgraph'
    place.current?.focus()
  }, [])
  const go = (given: string) =>
    run(() =>
      signIn(given).catch((error: Refused) => {
        place.current?.focus()
        throw error.message === 'Invalid or missing API key'
          ? new Refused(error.code, unknown)
          : error
      }),
    )
  const submit = (event: Event) => {
    event.preventDefault()
    void go(key)
  }
  return html`<main class="sign-in">
    <p class="mark"><img src="/assets/icon.svg" alt="" width="40" height="40" /> Dealgraph</p>
    <h1>Sign in to the console</h1>
    <p class="quiet">With an API key. It stays in this tab, and is forgotten when you close it or sign out.</p>
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
    <p class="quiet small">No key yet? An Owner or Admin can make you one here, and so can the command line of the server: <code>dealgraph keys create --user you@example.com</code>.</p>
  </main>`
}

const unknown =
  'No such key. Look whether it was copied whole; it may also be revoked or expired, or its user suspended.'
