import { html } from 'htm/preact'
import type { ComponentChildren, VNode } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Connection } from './ask.ts'
import type { LiveState } from './live.ts'

/**
 * The heading of a view: names the page's title too, and has the focus when the view is entered.
 */
export function Heading({ text }: { text: string }) {
  const place = useRef<HTMLHeadingElement>(null)
  useEffect(() => place.current?.focus(), [])
  useLayoutEffect(() => {
    document.title = `${text} · Console · Dealgraph`
  }, [text])
  return html`<h1 ref=${place} tabindex="-1">${text}</h1>`
}

const words = { connecting: 'Connecting …', live: 'Live', lost: 'Connection lost, reconnecting …' }

/** Whether the view receives events. */
export const LiveMark = ({ state }: { state: LiveState }) =>
  html`<span class="live" data-state=${state} role="status">${words[state]}</span>`

/** Shown instead of a view that needs a missing scope. */
export function MissingScope({ scope, what }: { scope: string; what: string }) {
  return html`<div class="empty">
    <p><strong>Your key may not ${what}.</strong></p>
    <p>This needs the scope <code>${scope}</code>, which your key does not have, or your role does not. Sign in with a key that has it, or ask an Owner or Admin for one.</p>
  </div>`
}

export interface Column<Row> {
  name: string
  cell: (row: Row) => ComponentChildren
  /** Numbers stand to the right. */
  right?: boolean
}

interface Props<Row extends { id: string }> {
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  /** What stands at the end of each row. */
  actions?: (row: Row) => ComponentChildren
}

/**
 * A table whose first column names the row. On a narrow screen each row becomes a card; the roles
 * keep it a table to screen readers.
 */
export function Table<Row extends { id: string }>({ caption, columns, rows, actions }: Props<Row>) {
  const [first, ...others] = columns
  return html`<table role="table">
    <caption class="unseen">${caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(({ name, right }) => html`<th role="columnheader" scope="col" class=${right ? 'right' : ''}>${name}</th>`)}
        ${actions && html`<th role="columnheader" scope="col"><span class="unseen">Actions</span></th>`}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (row) => html`<tr role="row" key=${row.id}>
          <th role="rowheader" scope="row">${first?.cell(row)}</th>
          ${others.map(({ name, cell, right }) => html`<td role="cell" data-label=${name} class=${right ? 'right' : ''}><div>${cell(row)}</div></td>`)}
          ${actions && html`<td role="cell" class="actions">${actions(row)}</td>`}
        </tr>`,
      )}
    </tbody>
  </table>`
}

/** The cursors behind which the pages up to the present one begin. */
export interface Place {
  cursors: (string | null)[]
  after: string | null
  go: (cursors: (string | null)[]) => void
}

/** Which page of a list is shown; from the first one again when `reason` changes. */
export function usePlace(reason = ''): Place {
  const [state, change] = useState<{ reason: string; cursors: (string | null)[] }>({
    reason,
    cursors: [null],
  })
  const cursors = state.reason === reason ? state.cursors : [null]
  return { cursors, after: cursors.at(-1) ?? null, go: (next) => change({ reason, cursors: next }) }
}

/** Buttons for previous and next page; empty if there is only one. */
export function Pager({
  place,
  list,
  size,
  what,
}: {
  place: Place
  list: Connection<unknown>
  size: number
  what: string
}) {
  const { cursors, go } = place
  const start = (cursors.length - 1) * size
  const { hasNextPage, endCursor } = list.pageInfo
  if (!hasNextPage && cursors.length === 1) return null
  return html`<nav class="pager" aria-label=${`Pages of ${what}`}>
    <button type="button" disabled=${cursors.length === 1} onClick=${() => go(cursors.slice(0, -1))}>← Newer</button>
    <span>${formatCount(start + 1)}–${formatCount(start + list.nodes.length)} of ${formatCount(list.totalCount)}</span>
    <button type="button" disabled=${!hasNextPage} onClick=${() => go([...cursors, endCursor])}>Older →</button>
  </nav>`
}

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const amount = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat()

/** The time zone in which all times are shown: the browser's. The server's are in UTC. */
export const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment in the reader's own time zone and way of writing; the exact one on pointing at it. */
export const formatTime = (iso: string | null, none = '–'): VNode | string =>
  iso === null
    ? none
    : html`<time datetime=${iso} title=${exact.format(new Date(iso))}>${moment.format(new Date(iso))}</time>`

export const formatDate = (iso: string | null, none = '–'): VNode | string =>
  iso === null
    ? none
    : html`<time datetime=${iso} title=${exact.format(new Date(iso))}>${day.format(new Date(iso))}</time>`

/** An amount of money. The API names no currency, and so nothing here does. */
export const formatMoney = (value: number | null): string =>
  value === null ? '' : amount.format(value)

export const formatCount = (value: number): string => whole.format(value)

/** `1 deal`, `2 deals`. */
export const countOf = (value: number, one: string, more = `${one}s`): string =>
  `${formatCount(value)} ${value === 1 ? one : more}`
