import { html } from 'htm/preact'
import type { VNode } from 'preact'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const amount = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat()

/** The time zone in which all times are shown: the browser's. The server's are in UTC. */
export const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A moment in the reader's own time zone and way of writing; the exact one on pointing at it. */
export const when = (iso: string | null, none = '–'): VNode | string =>
  iso === null
    ? none
    : html`<time datetime=${iso} title=${exact.format(new Date(iso))}>${moment.format(new Date(iso))}</time>`

export const onDay = (iso: string | null, none = '–'): VNode | string =>
  iso === null
    ? none
    : html`<time datetime=${iso} title=${exact.format(new Date(iso))}>${day.format(new Date(iso))}</time>`

/** An amount of money. The API names no currency, and so nothing here does. */
export const money = (value: number | null): string => (value === null ? '' : amount.format(value))

export const count = (value: number): string => whole.format(value)

/** `1 deal`, `2 deals`. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`
