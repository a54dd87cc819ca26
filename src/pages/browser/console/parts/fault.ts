import { html } from 'htm/preact'
import type { Refused } from '../ask.ts'

/** What the server refused, where it stands beside no field: read out at once. */
export function Fault({ refused, beside = [] }: { refused: Refused | undefined; beside?: string[] }) {
  if (!refused) return html`<div role="alert"></div>`
  const others = refused.details.filter(({ field }) => !beside.includes(field.replace(/[[.].*/, '')))
  return html`<div role="alert" class="fault box">
    <p>${refused.message}${/[.!?]$/.test(refused.message) ? '' : '.'}</p>
    ${others.length > 0 && html`<ul>${others.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}</ul>`}
  </div>`
}
