import { html } from 'htm/preact'
import { useEffect } from 'preact/hooks'
import type { Refused } from '../ask.ts'

/**
 * What the server refused, where it stands beside no field: read out at once. The first field that
 * has something to put right gets the focus.
 */
export function Fault({
  refused,
  beside = [],
}: {
  refused: Refused | undefined
  beside?: string[]
}) {
  useEffect(() => {
    if (refused && beside.length > 0)
      document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus()
  }, [refused])
  if (!refused) return html`<div role="alert"></div>`
  const others = refused.details.filter(
    ({ field }) => !beside.includes(field.replace(/[[.].*/, '')),
  )
  return html`<div role="alert" class="fault box">
    <p>${refused.message}${/[.!?]$/.test(refused.message) ? '' : '.'}</p>
    ${others.length > 0 && html`<ul>${others.map(({ field, message }) => html`<li><code>${field}</code> ${message}</li>`)}</ul>`}
  </div>`
}
