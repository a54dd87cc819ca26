import { html } from 'htm/preact'
import { type ComponentChildren, createContext } from 'preact'
import { useContext, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { onValue } from './components.ts'
import { ErrorMessage, getRootField, type RequestError, useAction } from './requests.ts'
import type { Session } from './session.ts'

/** The error of the form, of which each field shows its part. */
const FormError = createContext<RequestError | undefined>(undefined)

export const useFieldErrors = (name: string): string[] =>
  (useContext(FormError)?.details ?? [])
    .filter(({ field }) => getRootField(field) === name)
    .map(({ field, message }) => (field === name ? message : `${field} ${message}`))

interface FieldProps {
  label: string
  /** The field name in the API; its errors are shown beside the control. */
  name: string
  hint?: ComponentChildren
  /** Renders the control with attributes such as its id and description. */
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
    html`<input autocomplete="off" ...${attributes} ...${input} value=${value} onInput=${onValue(onChange)} />`} />`

interface SelectProps extends Omit<FieldProps, 'control'> {
  value: string
  onChange: (value: string) => void
  options: [value: string, label: string][]
}

export const SelectField = ({ value, onChange, options, ...field }: SelectProps) =>
  html`<${Field} ...${field} control=${(attributes: object) =>
    html`<select ...${attributes} value=${value} onChange=${onValue(onChange)}>
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
  /** Whether Escape does not close the dialog, since its content cannot be shown again. */
  ignoresEscape?: boolean
  wide?: boolean
}

/** Shows a modal dialog, which traps the focus and restores it when closed. */
export function Dialog({ title, children, onClose, ignoresEscape, wide }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const focusedElement = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      const target =
        focusedElement instanceof HTMLElement && focusedElement.isConnected
          ? focusedElement
          : document.querySelector('h1')
      target?.focus()
    }
  }, [])
  const onCancel = (event: Event) => {
    event.preventDefault()
    if (!ignoresEscape) onClose()
  }
  // Browsers close a dialog at a second Escape, even if the first was cancelled.
  const onClosed = () => {
    if (ignoresEscape) dialog.current?.showModal()
    else if (dialog.current) onClose()
  }
  return html`<dialog ref=${dialog} class=${wide ? 'wide' : ''} aria-labelledby=${id} onCancel=${onCancel} onClose=${onClosed}>
    <h2 id=${id}>${title}</h2>
    ${children}
  </dialog>`
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'children' | 'onClose' | 'wide'> {
  /** The label of the button: the action, not "OK". */
  verb: string
  /** Fields that show their own errors. */
  fields?: string[]
  isDisabled?: boolean
  isDangerous?: boolean
  action: () => Promise<void>
}

/** Shows a form in a dialog; `action` is called when it is submitted. */
export function FormDialog(props: FormDialogProps) {
  const { verb, fields, isDisabled, isDangerous, action, children, onClose } = props
  const { isBusy, error, run } = useAction()
  const onSubmit = (event: Event) => {
    event.preventDefault()
    void run(action)
  }
  return html`<${Dialog} title=${props.title} onClose=${onClose} wide=${props.wide}>
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

/** Asks to confirm a dangerous action, with the focus on Cancel; then closes. */
export function Confirm({ action, ...props }: FormDialogProps) {
  const confirm = async () => {
    await action()
    props.onClose()
  }
  return html`<${FormDialog} ...${props} isDangerous action=${confirm} />`
}

type SecretProps = Pick<DialogProps, 'title' | 'children' | 'onClose'> & { secret: string }

/** Shows a secret once, in this dialog only. */
export function SecretDialog({ title, secret, children, onClose }: SecretProps) {
  const [message, setMessage] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      setMessage('Copied.')
    } catch {
      // Without https or permission, the clipboard is not available.
      field.current?.select()
      setMessage('Selected. Press Ctrl+C or ⌘C to copy.')
    }
  }
  return html`<${Dialog} title=${title} onClose=${onClose} ignoresEscape>
    <p><strong>This secret is shown once.</strong> Copy it now and store it safely: it cannot be shown again, only replaced.</p>
    <label class="label" for=${id}>Secret</label>
    <div class="copy">
      <input id=${id} ref=${field} readonly value=${secret} spellcheck=${false} autocomplete="off" onFocus=${() => field.current?.select()} />
      <button type="button" class="main" onClick=${copy} autofocus>Copy</button>
    </div>
    <p role="status" class="good">${message}</p>
    ${children}
    <div class="buttons"><button type="button" onClick=${onClose}>${message ? 'Done' : 'Close without copying'}</button></div>
  <//>`
}
