import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Refused } from './ask.ts'
import { Fault } from './requests.ts'

interface faultsOfProps {
  label: string
  /** What the API calls it: errors that name it stand beside it. */
  name: string
  refused?: Refused | undefined
  hint?: ComponentChildren
  /** The control itself, which is given its id and what describes it. */
  control: (attributes: object) => ComponentChildren
}

/** What a refusal says of one field, `scopes[2]` counting as `scopes`. */
export const faultsOf = (refused: Refused | undefined, name: string): string[] =>
  (refused?.details ?? [])
    .filter(({ field }) => field.replace(/[[.].*/, '') === name)
    .map(({ field, message }) => (field === name ? message : `${field} ${message}`))

/** A control with its label, its hint, and what the server had against its value. */
export function Field({ label, name, refused, hint, control }: faultsOfProps) {
  const id = useId()
  const faults = faultsOf(refused, name)
  const described = [hint && `${id}-hint`, faults.length > 0 && `${id}-fault`]
    .filter(Boolean)
    .join(' ')
  return html`<div class="field">
    <label class="label" for=${id}>${label}</label>
    ${control({ id, name, 'aria-invalid': faults.length > 0 ? 'true' : undefined, 'aria-describedby': described || undefined })}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${faults.length > 0 && html`<p class="fault" id=${`${id}-fault`}>${faults.map((fault) => `${label} ${fault}`.replace(/[^.?]$/, '$&.')).join(' ')}</p>`}
  </div>`
}

/** A choice of what a view shows. */
export function choice<Value extends string>(
  label: string,
  value: Value,
  choose: (value: Value) => void,
  options: [value: Value, label: string][],
): VNode {
  return html`<label>${label}
    <select value=${value} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value as Value)}>
      ${options.map(([each, words]) => html`<option value=${each}>${words}</option>`)}
    </select></label>`
}

export interface Doing {
  busy: boolean
  refused: Refused | undefined
  /** Does one thing at a time; what is refused stays to be shown. */
  run: (work: () => Promise<void>) => Promise<void>
}

/** For a button or a form that changes something. */
export function useDoing(): Doing {
  const [state, change] = useState<{ busy: boolean; refused?: Refused | undefined }>({
    busy: false,
  })
  const run = async (work: () => Promise<void>) => {
    if (state.busy) return
    change({ busy: true })
    try {
      await work()
      change({ busy: false })
    } catch (error) {
      change({
        busy: false,
        refused: error instanceof Refused ? error : new Refused('UNEXPECTED', String(error)),
      })
    }
  }
  return { busy: state.busy, refused: state.refused, run }
}

interface DialogProps {
  title: string
  children: ComponentChildren
  onClose: () => void
  /** Escape does not close it: what it shows would be lost. */
  firm?: boolean
  wide?: boolean
}

/** A window over the page: keeps the focus inside, and gives it back to where it was. */
export function Dialog({ title, children, onClose, firm = false, wide = false }: DialogProps) {
  const place = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const before = document.activeElement
    const dialog = place.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      const back =
        before instanceof HTMLElement && before.isConnected ? before : document.querySelector('h1')
      back?.focus()
    }
  }, [])
  const cancelled = (event: Event) => {
    event.preventDefault()
    if (!firm) onClose()
  }
  // Browsers let nobody hold a window open against a second Escape.
  const closed = () => {
    if (firm) place.current?.showModal()
    else if (place.current) onClose()
  }
  return html`<dialog ref=${place} class=${wide ? 'wide' : ''} aria-labelledby=${id} onCancel=${cancelled} onClose=${closed}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`
}

interface ConfirmProps {
  title: string
  children: ComponentChildren
  /** What the button says: the deed, not "OK". */
  verb: string
  deed: () => Promise<void>
  /** It does no harm, and is followed by something else in the same place. */
  safe?: boolean
  onClose: () => void
}

/** Asks before something that cannot be undone. The way back has the focus. */
export function Confirm({ title, children, verb, deed, safe = false, onClose }: ConfirmProps) {
  const { busy, refused, run } = useDoing()
  const done = () =>
    run(async () => {
      await deed()
      if (!safe) onClose()
    })
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <div>${children}</div>
    <${Fault} refused=${refused} />
    <div class="buttons">
      <button type="button" onClick=${onClose} autofocus>Cancel</button>
      <button type="button" class=${safe ? 'main' : 'danger'} disabled=${busy} onClick=${done}>${verb}</button>
    </div>
  <//>`
}

interface SecretProps {
  title: string
  secret: string
  children: ComponentChildren
  onClose: () => void
}

/** A secret that is shown this once. It leaves the page with this window. */
export function Secret({ title, secret, children, onClose }: SecretProps) {
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
    <p role="status" class="good">${{ no: '', yes: 'Copied.', selected: 'Selected. Press Ctrl+C or ⌘C to copy.' }[copied]}</p>
    ${children}
    <div class="buttons"><button type="button" onClick=${onClose}>${copied === 'no' ? 'Close without copying' : 'Done'}</button></div>
  <//>`
}
