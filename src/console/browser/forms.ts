/** Form fields that show their errors, and dialogs for forms, confirmations and new secrets. */
import { html } from 'htm/preact'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { createValueHandler } from './components.ts'
import { ErrorMessage, getRootField, type RequestError, useAction } from './requests.ts'
import type { Session } from './session.ts'

/** The error of the enclosing form. Each field shows its own part of the error. */
const FormError = createContext<RequestError | undefined>(undefined)

export const useFieldErrors = (name: string): string[] =>
  (useContext(FormError)?.details ?? [])
    .filter(({ field }) => getRootField(field) === name)
    .map(({ field, message }) => (field === name ? message : `${field} ${message}`))

interface FieldProps {
  label: string
  /** The name of the API field whose errors are shown beside the control. */
  name: string
  hint?: ComponentChildren
  /** Renders the control with attributes such as `id` and `aria-describedby`. */
  control: (attributes: object) => ComponentChildren
}

export function Field({ label, name, hint, control }: FieldProps) {
  const id = useId()
  const errors = useFieldErrors(name).map((message) =>
    `${label} ${message}`.replace(/[^.?]$/, '$&.'),
  )
  const isInvalid = errors.length > 0
  const descriptions = [hint && `${id}-hint`, isInvalid && `${id}-fault`].filter(Boolean).join(' ')
  const attributes = {
    id,
    name,
    'aria-invalid': isInvalid ? 'true' : undefined,
    'aria-describedby': descriptions || undefined,
  }
  return html`<div class="field">
    <label class="label" for=${id}>${label}</label>
    ${control(attributes)}
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    ${isInvalid && html`<p class="fault" id=${`${id}-fault`}>${errors.join(' ')}</p>`}
  </div>`
}

interface InputProps extends Omit<FieldProps, 'control'> {
  value: string
  onChange: (value: string) => void
  input?: object
}

export const InputField = ({ value, onChange, input, ...field }: InputProps) =>
  html`<${Field} ...${field} control=${(attributes: object) =>
    html`<input autocomplete="off" ...${attributes} ...${input} value=${value} onInput=${createValueHandler(onChange)} />`} />`

interface SelectProps extends Omit<FieldProps, 'control'> {
  value: string
  onChange: (value: string) => void
  options: [value: string, label: string][]
}

export const SelectField = ({ value, onChange, options, ...field }: SelectProps) =>
  html`<${Field} ...${field} control=${(attributes: object) =>
    html`<select ...${attributes} value=${value} onChange=${createValueHandler(onChange)}>
      ${options.map(([option, text]) => html`<option value=${option}>${text}</option>`)}</select>`} />`

export interface RecordDialogProps<T> {
  session: Session
  record: T
  onDone: () => void
  onClose: () => void
}

interface DialogProps {
  title: string
  children: ComponentChildren
  onClose: () => void
  /** Whether Escape is ignored, because the content cannot be shown again. */
  ignoresEscape?: boolean
  isWide?: boolean
}

/** Shows a modal dialog that traps the focus and restores it when closed. */
export function Dialog({ title, children, onClose, ignoresEscape, isWide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const focusedElement = document.activeElement
    const dialogElement = dialog.current
    dialogElement?.showModal()
    return () => {
      dialogElement?.close()
      const focusTarget =
        focusedElement instanceof HTMLElement && focusedElement.isConnected
          ? focusedElement
          : document.querySelector('h1')
      focusTarget?.focus()
    }
  }, [])
  const onCancel = (event: Event) => {
    event.preventDefault()
    if (!ignoresEscape) onClose()
  }
  // Browsers close a dialog on the second press of Escape, even if a handler cancelled the first.
  const onClosed = () => {
    if (ignoresEscape) dialog.current?.showModal()
    else if (dialog.current) onClose()
  }
  return html`<dialog ref=${dialog} class=${isWide ? 'wide' : ''} aria-labelledby=${id} onCancel=${onCancel} onClose=${onClosed}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'children' | 'onClose' | 'isWide'> {
  /** The label of the submit button: a verb such as "Revoke" instead of "OK". */
  verb: string
  /** Names of the fields that show their own errors. */
  fields?: string[]
  isDisabled?: boolean
  isDangerous?: boolean
  action: () => Promise<void>
}

/** Shows a form in a dialog. Submitting the form calls `action`. */
export function FormDialog(props: FormDialogProps) {
  const { verb, fields, isDisabled, isDangerous, action, children, onClose } = props
  const { isBusy, error, run } = useAction()
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void run(action)
  }
  return html`<${Dialog} title=${props.title} onClose=${onClose} isWide=${props.isWide}>
    <form onSubmit=${onSubmit}>
      <${FormError.Provider} value=${error}>${children}<//>
      <${ErrorMessage} error=${error} fields=${fields} />
      <div class="buttons">
        <button type="button" onClick=${onClose}>Cancel</button>
        <button class=${isDangerous ? 'danger' : 'main'} disabled=${isBusy || isDisabled}>${verb}</button>
      </div>
    </form>
  <//>`
}

/** Shows a confirmation dialog for a dangerous action and closes it after the action. */
export function Confirm({ action, ...props }: FormDialogProps) {
  const confirmAndClose = async () => {
    await action()
    props.onClose()
  }
  return html`<${FormDialog} ...${props} isDangerous action=${confirmAndClose} />`
}

type SecretProps = Pick<DialogProps, 'title' | 'children' | 'onClose'> & { secret: string }

/** Shows a new secret, which cannot be shown again after the dialog is closed. */
export function SecretDialog({ title, secret, children, onClose }: SecretProps) {
  const [statusMessage, setMessage] = useState('')
  const secretInput = useRef<HTMLInputElement>(null)
  const id = useId()
  const copySecret = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setMessage('Copied.')
    } catch {
      // Clipboard access requires HTTPS and permission. Otherwise, the user can copy the selection.
      secretInput.current?.select()
      setMessage('The secret is selected. Press Ctrl+C or ⌘C to copy.')
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} ignoresEscape>
    <p><strong>This secret is shown only once.</strong> Copy the secret now and store it safely. It cannot be shown again, only replaced.</p>
    <label class="label" for=${id}>Secret</label>
    <div class="copy">
      <input id=${id} ref=${secretInput} readonly value=${secret} spellcheck=${false} autocomplete="off" onFocus=${() => secretInput.current?.select()} />
      <button type="button" class="main" onClick=${copySecret} autofocus>Copy</button>
    </div>
    <p role="status" class="good">${statusMessage}</p>
    ${children}
    <div class="buttons"><button type="button" onClick=${onClose}>${statusMessage ? 'Done' : 'Close without copying'}</button></div>
  <//>`
}
