import { html } from 'htm/preact'
import type { Refused } from '../ask.ts'
import { Field } from '../parts/field.ts'
import { zone } from '../parts/show.ts'

/**
 * When a key is to stop: after so many days, at a time of the reader's own clock
 * (`YYYY-MM-DDTHH:MM`), or never.
 */
export type Until = { days: number } | { at: string } | 'never'

/** The same for the API: a moment in UTC; nothing for never. */
export function untilIso(until: Until): string | undefined {
  if (until === 'never') return undefined
  const moment =
    'days' in until ? new Date(Date.now() + until.days * 86_400_000) : new Date(until.at)
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString()
}

const options: [value: string, label: string][] = [
  ['7', 'in 7 days'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['at', 'at a time of your choice'],
  ['never', 'never'],
]

const chosen = (until: Until) =>
  until === 'never' ? 'never' : 'at' in until ? 'at' : String(until.days)

export function Expiry({
  until,
  refused,
  onChange,
}: {
  until: Until
  refused: Refused | undefined
  onChange: (until: Until) => void
}) {
  const choose = (value: string) =>
    onChange(value === 'never' ? 'never' : value === 'at' ? { at: '' } : { days: Number(value) })
  return html`
    <${Field} label="Expires" name=${until !== 'never' && 'at' in until ? 'choice' : 'expiresAt'} refused=${refused} hint=${until === 'never' && 'A key that never stops is found, one day, by somebody else.'}
      control=${(
        attributes: object,
      ) => html`<select ...${attributes} value=${chosen(until)} onChange=${(event: Event) => choose((event.target as HTMLSelectElement).value)}>
        ${options.map(([value, label]) => html`<option value=${value}>${label}</option>`)}</select>`} />
    ${
      until !== 'never' &&
      'at' in until &&
      html`<${Field} label="Until" name="expiresAt" refused=${refused} hint=${`By your own clock (${zone}).`}
        control=${(attributes: object) =>
          html`<input ...${attributes} type="datetime-local" required value=${until.at} onInput=${(event: Event) => onChange({ at: (event.target as HTMLInputElement).value })} />`} />`
    }`
}
