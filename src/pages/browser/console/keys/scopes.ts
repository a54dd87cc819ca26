import { html } from 'htm/preact'
import { useId } from 'preact/hooks'
import type { Holder } from '../documents/keys.ts'
import { type Choice, choices, meaning, reach } from '../scopes.ts'
import type { Session } from '../session.ts'

interface Props {
  session: Session
  holder: Holder
  /** Nothing: all that the holder may. */
  chosen: string[] | undefined
  faults: string[]
  onChange: (scopes: string[] | undefined) => void
}

/**
 * What a new key may do: everything that its holder may, or some of it, and never more than one's
 * own key.
 */
export function Scopes({ session, holder, chosen, faults, onChange }: Props) {
  const id = useId()
  const own = holder.id === session.me.id
  const groups = choices(holder.roleName, session.rights, !own)
  const put = ({ scopes }: Choice, scope: string) =>
    onChange([
      ...(chosen ?? []).filter((each) => !scopes.includes(each)),
      ...(scope ? [scope] : []),
    ])
  const whole = own
    ? 'All that you may do with your own key'
    : `All that ${holder.fullName} may, as far as your own key does`
  return html`<fieldset class="scopes-choice" aria-describedby=${`${id}-fault`}>
    <legend>May do</legend>
    <label class="choice"><input type="radio" name="may" checked=${!chosen} onChange=${() => onChange(undefined)} /> ${whole}</label>
    <label class="choice"><input type="radio" name="may" checked=${!!chosen} onChange=${() => onChange([])} /> Only what is chosen here</label>
    ${
      chosen &&
      html`<div class="groups">
        ${groups.map(
          ([kind, each]) => html`<div role="group" aria-labelledby=${`${id}-${kind}`}>
            <h3 id=${`${id}-${kind}`}>${titleOf(kind)}</h3>
            ${each.map((choice) => (choice.scopes.length === 1 && !reach(choice.scopes[0] as string) ? box(choice) : ladder(choice)))}
          </div>`,
        )}
      </div>`
    }
    <p id=${`${id}-fault`} class="fault">${faults.join('; ')}</p>
    ${chosen?.length === 0 && html`<p class="hint">Choose at least one.</p>`}
  </fieldset>`

  function box(choice: Choice) {
    const scope = choice.scopes[0] as string
    const on = chosen?.includes(scope) ?? false
    return html`<label class="choice"><input type="checkbox" checked=${on} onChange=${() => put(choice, on ? '' : scope)} /> <span><code>${scope}</code> <span class="quiet small">${meaning(scope)}</span></span></label>`
  }

  function ladder(choice: Choice) {
    const on = chosen?.find((scope) => choice.scopes.includes(scope)) ?? ''
    return html`<label class="choice"><select value=${on} aria-label=${`${choice.base}: ${meaning(choice.base)}`} onChange=${(event: Event) => put(choice, (event.target as HTMLSelectElement).value)}>
        <option value="">no</option>
        ${choice.scopes.map((scope) => html`<option value=${scope}>${reach(scope)}</option>`)}
      </select> <span><code>${choice.base}</code> <span class="quiet small">${meaning(choice.base)}</span></span></label>`
  }
}

const titles: Record<string, string> = {
  smartlists: 'Smart lists',
  customfields: 'Custom fields',
  audit: 'Audit log',
}
const titleOf = (kind: string) => titles[kind] ?? `${kind[0]?.toUpperCase()}${kind.slice(1)}`
