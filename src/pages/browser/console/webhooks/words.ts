import { html } from 'htm/preact'
import type { Attempt, Status } from '../documents/deliveries.ts'
import type { Endpoint } from '../documents/webhooks.ts'
import { when } from '../parts/show.ts'

const reasons: Record<string, string> = {
  gone: 'it answered 410 Gone',
  failing: 'it has only failed for 5 days',
}

/** How an endpoint stands, in words. */
export function stateOf({ status, pausedAt, disabledAt, disabledReason, failingSince }: Endpoint) {
  if (status === 'disabled')
    return html`<span class="tag bad">given up</span> <span class="small quiet">${when(disabledAt)}: ${reasons[disabledReason ?? ''] ?? disabledReason}</span>`
  if (status === 'paused')
    return html`<span class="tag">paused</span> <span class="small quiet">since ${when(pausedAt)}</span>`
  if (failingSince)
    return html`<span class="tag warn">failing</span> <span class="small quiet">since ${when(failingSince)}</span>`
  return html`<span class="tag good">active</span>`
}

const statuses: Record<Status, [words: string, colour: string]> = {
  pending: ['waiting', 'warn'],
  delivered: ['delivered', 'good'],
  dead: ['failed', 'bad'],
}

export const statusTag = (status: Status) =>
  html`<span class=${`tag ${statuses[status][1]}`}>${statuses[status][0]}</span>`

const errors: Record<string, string> = {
  timeout: 'no answer in time',
  dns: 'its name was not found',
  refused_address: 'its address is not public',
  connect: 'no connection',
  tls: 'no secure connection',
  redirect: 'it redirected, which is not followed',
  closed: 'cut off midway',
}

/** What a try came to: the status that was answered, or what went wrong. */
export const outcomeOf = ({ status, error }: Attempt) =>
  error
    ? html`<span class="bad">${status ?? ''} ${error === 'http' ? 'refused' : (errors[error] ?? error)}</span>`
    : html`<span class="good">${status} received</span>`
