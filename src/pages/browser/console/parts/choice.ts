import { html } from 'htm/preact'
import type { VNode } from 'preact'

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
