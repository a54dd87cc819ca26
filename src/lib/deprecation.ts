/**
 * The deprecation of a route, field, argument, input field or enum value, declared once: response
 * headers, directives, OpenAPI and GraphQL extensions are derived from it.
 */

export interface Deprecation {
  /** The first day of the deprecation (UTC), in the form `2026-06-01`. */
  since: string
  /** The earliest removal date, at least 12 months after `since` (contract, clause 9). */
  sunset?: string
  reason: string
  /** The replacement: a schema coordinate such as `Person.tags`, or the path of a route. */
  replacement?: string
  /** The path or HTTPS URL of a page with details. */
  link?: string
}

/** A deprecated route (by operation name) or schema member (by coordinate) that a request uses. */
export type DeprecatedUse = { name: string; deprecation: Deprecation }

/** Returns the start (UTC) of a day such as `2026-06-01`, in Unix epoch milliseconds. */
export const getDayStartMs = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)

const isIsoDate = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(getDayStartMs(text)).toJSON()?.startsWith(text)

/** @throws Error at startup if a date, the notice period, the reason or the link is invalid */
export function checkDeprecation(deprecation: Deprecation): void {
  const { since, sunset, reason, link } = deprecation
  const fail = (fault: string): never => {
    throw new Error(`Deprecation "${reason}": ${fault}`)
  }
  for (const day of [since, sunset ?? since])
    if (!isIsoDate(day)) fail(`${day} is not a date in the form 2026-06-01`)
  if (sunset !== undefined && sunset < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fail(`${sunset} is less than 12 months after ${since}`)
  if (!/\S\.$/.test(reason)) fail('the reason is not a sentence that ends with a period')
  if (link !== undefined && !/^(https:\/\/|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/.test(link))
    fail(`${link} is neither a path nor an HTTPS URL`)
}

export const formatDeprecationReason = ({
  since,
  sunset,
  reason,
  replacement,
}: Deprecation): string =>
  `${reason}${replacement ? ` Use \`${replacement}\` instead.` : ''} Deprecated since ${since}${sunset ? `; may be removed from ${sunset} on` : ''}.`

/** Returns options of a deprecated field, argument or value: `t.string({ ...deprecated(…) })`. */
export function deprecated<E extends object>(deprecation: Deprecation, extensions?: E) {
  checkDeprecation(deprecation)
  return {
    deprecationReason: formatDeprecationReason(deprecation),
    extensions: { ...extensions, deprecated: deprecation },
  }
}

/** Returns the deprecation that `deprecated` stored in a schema member's extensions. */
export const getDeprecation = (member: { extensions?: unknown } | null | undefined) =>
  (member?.extensions as { deprecated?: Deprecation } | undefined)?.deprecated
