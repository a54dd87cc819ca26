import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { Dialog } from './dialog.ts'

interface Props {
  title: string
  secret: string
  children: ComponentChildren
  onClose: () => void
}

/** A secret that is shown this once. It leaves the page with this window. */
export function Secret({ title, secret, children, onClose }: Props) {
  const [copied, change] = useState<'no' | 'yes' | 'selected'>('no')
  const place = useRef<HTMLInputElement>(null)
  const id = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      change('yes')
    } catch {
      // No clipboard without https, or without leave: it is marked, to be copied by hand.
      place.current?.select()
      change('selected')
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} firm>
    <p><strong>This is shown once.</strong> Copy it now and keep it where secrets are kept: it cannot be read again, only replaced.</p>
    <label class="label" for=${id}>Secret</label>
    <div class="copy">
      <input id=${id} ref=${place} readonly value=${secret} spellcheck=${false} autocomplete="off" onFocus=${() => place.current?.select()} />
      <button type="button" class="main" onClick=${copy} autofocus>Copy</button>
    </div>
    <p role="status" class="good">${{ no: '', yes: 'Copied.', selected: 'It is selected: press Ctrl+C, or ⌘C, to copy it.' }[copied]}</p>
    ${children}
    <div class="buttons"><button type="button" onClick=${onClose}>${copied === 'no' ? 'Close without copying' : 'Done'}</button></div>
  <//>`
}
