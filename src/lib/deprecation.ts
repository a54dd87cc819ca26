/**
 * The deprecation of a route, field, argument, input field or enum value, declared once: response
 * headers, directives, OpenAPI and GraphQL extensions derive from it.
 */

export interface Deprecation {
  /** The first day of the deprecation (UTC), such as 2026-06-01. */
  since: string
  /** The earliest removal: 12 months or more after `since` (contract, clause 9), once decided. */
  sunset?: string
  reason: string
  /** The replacement: a schema coordinate such as `Person.tags`, or the path of a route. */
  replacement?: string
  /** A page with details: a path or an https URL. */
  link?: string
}

/** A deprecated route (by operation name) or schema member (by coordinate) that a request uses. */
export type DeprecatedUse = { name: string; deprecation: Deprecation }

/** Returns the start of a day such as 2026-06-01 (UTC), in Unix epoch milliseconds. */
export const getDayStartMs = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(getDayStartMs(text)).toJSON()?.startsWith(text)

/** @throws at start-up if a day, the notice period, the reason or the link is invalid */
export function checkDeprecation(deprecation: Deprecation): void {
  const { since, sunset, reason, link } = deprecation
  const fail = (fault: string): never => {
    throw new Error(`deprecation "${reason}": ${fault}`)
  }
  for (const day of [since, sunset ?? since])
    if (!isDay(day)) fail(`${day} is not a day such as 2026-06-01`)
  if (sunset !== undefined && sunset < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fail(`${sunset} is less than 12 months after ${since}`)
  if (!/\S\.$/.test(reason)) fail('the reason is not a sentence')
  if (link !== undefined && !/^(https:\/\/|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/.test(link))
    fail(`${link} is neither a path nor an https URL`)
}

export const formatDeprecationReason = ({
  since,
  sunset,
  reason,
  replacement,
}: Deprecation): string =>
  `${reason}${replacement ? ` Use \`${replacement}\` instead.` : ''} Deprecated since ${since}${sunset ? `; may be removed from ${sunset} on` : ''}.`

/** Returns options to spread into a deprecated field, argument or value: `t.string({ … })`. */
export function deprecated<E extends object>(deprecation: Deprecation, extensions?: E) {
  checkDeprecation(deprecation)
  return {
    deprecationReason: formatDeprecationReason(deprecation),
    extensions: { ...extensions, deprecated: deprecation },
  }
}

/** Returns the deprecation that `deprecated` stored in the extensions of a schema member. */
export const getDeprecation = (element: { extensions?: unknown } | null | undefined) =>
  (element?.extensions as { deprecated?: Deprecation } | undefined)?.deprecated
