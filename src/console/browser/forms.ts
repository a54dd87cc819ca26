import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { RequestError } from './ask.ts'
import { ErrorMessage } from './requests.ts'

interface faultsOfProps {
  label: string
  /** The field name in the API; errors of this field are shown beside it. */
  name: string
  refused?: RequestError | undefined
  hint?: ComponentChildren
  /** Renders the control with its id and description. */
  control: (attributes: object) => ComponentChildren
}

/** The errors of one field; `scopes[2]` counts as `scopes`. */
export const faultsOf = (refused: RequestError | undefined, name: string): string[] =>
  (refused?.details ?? [])
    .filter(({ field }) => field.replace(/[[.].*/, '') === name)
    .map(({ field, message }) => (field === name ? message : `${field} ${message}`))

/** A control with its label, hint and errors. */
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

/** A select for a view's filter. */
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

export interface ActionState {
  busy: boolean
  refused: RequestError | undefined
  /** Runs one action at a time and keeps its error. */
  run: (work: () => Promise<void>) => Promise<void>
}

/** State of a button or form that changes something. */
export function useAction(): ActionState {
  const [state, change] = useState<{ busy: boolean; refused?: RequestError | undefined }>({
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
        refused:
          error instanceof RequestError ? error : new RequestError('UNEXPECTED', String(error)),
      })
    }
  }
  return { busy: state.busy, refused: state.refused, run }
}

interface DialogProps {
  title: string
  children: ComponentChildren
  onClose: () => void
  /** Escape does not close it, since its content cannot be shown again. */
  firm?: boolean
  wide?: boolean
}

/** A modal dialog that traps the focus and restores it. */
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
  /** The label of the button: the action, not "OK". */
  verb: string
  deed: () => Promise<void>
  /** It does no harm, and is followed by something else in the same place. */
  safe?: boolean
  onClose: () => void
}

/** Asks for confirmation; Cancel has the focus. */
export function Confirm({ title, children, verb, deed, safe = false, onClose }: ConfirmProps) {
  const { busy, refused, run } = useAction()
  const done = () =>
    run(async () => {
      await deed()
      if (!safe) onClose()
    })
  return html`<${Dialog} title=${title} onClose=${onClose}>
    <div>${children}</div>
    <${ErrorMessage} refused=${refused} />
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

/** A secret that is shown once, in this dialog only. */
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
