import { html } from 'htm/preact'
import type { DeliveryWhere, Status } from '../documents/deliveries.ts'
import { choice } from '../parts/choice.ts'

export interface Filter {
  status: Status | ''
  type: string
  days: '' | '1' | '7'
}

export const whereOf = (endpointId: string, { status, type, days }: Filter): DeliveryWhere => ({
  endpointId,
  ...(status && { status }),
  ...(type && { type }),
  ...(days && { createdAt: { inLastDays: Number(days) } }),
})

/** Which deliveries to show. */
export function Filters({
  filter,
  onChange,
}: {
  filter: Filter
  onChange: (filter: Filter) => void
}) {
  const type = (event: Event) =>
    onChange({ ...filter, type: (event.target as HTMLInputElement).value.trim() })
  return html`<div class="filters" role="search">
    ${choice('State', filter.status, (status) => onChange({ ...filter, status }), [
      ['', 'any'],
      ['pending', 'waiting'],
      ['delivered', 'delivered'],
      ['dead', 'failed'],
    ])}
    <label>Type <input type="search" value=${filter.type} placeholder="deal.moved" size="16" onChange=${type} /></label>
    ${choice('Made', filter.days, (days) => onChange({ ...filter, days }), [
      ['', 'in 30 days'],
      ['7', 'in 7 days'],
      ['1', 'in 24 hours'],
    ])}
  </div>`
}
