import { html } from 'htm/preact'
import type { VNode } from 'preact'
import type { KeyWhere } from '../documents/keys.ts'

export type Show = 'working' | 'ended' | 'all'
export type Whose = 'all' | 'mine'

const states: Record<Show, KeyWhere> = { working: { revoked: false, expired: false }, ended: { or: [{ revoked: true }, { expired: true }] }, all: {} }

/** Which keys to list. */
export const whereOf = (show: Show, whose: Whose, userId: string): KeyWhere => ({ ...states[show], ...(whose === 'mine' && { userId }) })

/** A choice of what a list shows. */
export function filters<Value extends string>(label: string, value: Value, choose: (value: Value) => void, options: [value: Value, label: string][]): VNode {
  return html`<label>${label}
    <select value=${value} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value as Value)}>
      ${options.map(([each, words]) => html`<option value=${each}>${words}</option>`)}
    </select></label>`
}
