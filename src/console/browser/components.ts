/** Small components of all views: headings, notices, drop-down lists, links and times. */
import { html } from 'htm/preact'
import type { VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { LiveState } from './live.ts'

/** Renders a view's heading, which receives the initial focus and is also the page title. */
export function Heading({ text }: { text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useLayoutEffect(() => {
    document.title = `${text} · Console · Dealgraph`
  }, [text])
  return html`<h1 ref=${heading} tabindex="-1">${text}</h1>`
}

const stateLabels = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'Connection lost, reconnecting…',
}

export const LiveStatus = ({ state }: { state: LiveState }) =>
  html`<span class="live" data-state=${state} role="status">${stateLabels[state]}</span>`

type MissingScopeProps = { session: { secret: string | undefined }; scope: string; action: string }

export function MissingScope({ session: { secret }, scope, action }: MissingScopeProps) {
  const [subject, scopeOwner, remedy] = secret
    ? [
        'Your API key',
        'your API key or your role',
        'Sign in with an API key that has this scope, or ask an Owner or Admin for such a key',
      ]
    : ['You', 'your role', 'Ask an Owner or Admin for this permission']
  return html`<div class="empty">
    <p><strong>${subject} cannot ${action}.</strong></p>
    <p>This action requires the scope <code>${scope}</code>, which ${scopeOwner} does not have. ${remedy}.</p>
  </div>`
}

export function renderSelect<Value extends string>(
  label: string,
  value: Value,
  onChange: (value: Value) => void,
  labels: Record<Value, string>,
): VNode {
  return html`<label>${label}
    <select value=${value} onChange=${createValueHandler((chosen) => onChange(chosen as Value))}>
      ${Object.entries(labels).map(([option, text]) => html`<option value=${option}>${text}</option>`)}
    </select></label>`
}

/** Creates an event handler that calls `change` with the input's value. */
export const createValueHandler = (change: (value: string) => void) => (event: Event) =>
  change((event.target as HTMLInputElement).value)

/** Returns the URL of a view: `toUrl('webhooks', 'webhook_1')` returns `#/webhooks/webhook_1`. */
export const toUrl = (...route: string[]): string => `#/${route.map(encodeURIComponent).join('/')}`

const getRoute = (): string[] =>
  location.hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decodeURIComponent)

/** Returns the segments of the URL hash, and renders again when the hash changes. */
export function useRoute(): string[] {
  const [route, setRoute] = useState(getRoute)
  useEffect(() => {
    const onHashChange = () => setRoute(getRoute())
    addEventListener('hashchange', onHashChange)
    return () => removeEventListener('hashchange', onHashChange)
  }, [])
  return route
}

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const longTimeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const moneyFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const countFormat = new Intl.NumberFormat()

/** The browser's time zone, in which the console shows all times. */
export const { timeZone } = timeFormat.resolvedOptions()

const createTimeRenderer =
  (format: Intl.DateTimeFormat) =>
  (iso: string | null, emptyText = '–') =>
    iso === null
      ? emptyText
      : html`<time datetime=${iso} title=${longTimeFormat.format(new Date(iso))}>${format.format(new Date(iso))}</time>`

export const formatTime = createTimeRenderer(timeFormat)
export const formatDate = createTimeRenderer(dateFormat)

/** Formats an amount without a currency, because all prices are in the company's currency. */
export const formatMoney = (value: number | null): string =>
  value === null ? '' : moneyFormat.format(value)

export const formatCount = (value: number): string => countFormat.format(value)

/** Formats a count with a noun, such as `1 deal` or `2 deals`. */
export const formatCountOf = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`

export type UserFilter = 'all' | 'me'

export const userLabels: Record<UserFilter, string> = { all: 'anyone', me: 'me' }

type OwnedCredential = { userId: string; user: { fullName: string; roleName: string } | null }

/** Renders the user of an API key or session by name, or by id if `users.view` is missing. */
export const renderUser = ({ user, userId }: OwnedCredential) =>
  user
    ? html`${user.fullName}<br /><span class="quiet small">${user.roleName}</span>`
    : html`<code class="small" title="Names require the scope users.view">${userId}</code>`
