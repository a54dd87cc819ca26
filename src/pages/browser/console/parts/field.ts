import { html } from 'htm/preact'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import type { Refused } from '../ask.ts'

interface Props {
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
export function Field({ label, name, refused, hint, control }: Props) {
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
