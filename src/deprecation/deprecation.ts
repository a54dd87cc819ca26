/**
 * What is said of a route, field, argument, input field or enum value that is to go: once, where it
 * is defined. From it come the headers of the route's answers, the reason in the schema, what
 * OpenAPI says, and what a GraphQL answer tells.
 */
export interface Deprecation {
  /** The day from which on it is deprecated, such as 2026-06-01 (UTC). */
  since: string
  /**
   * The day from which on it may be removed, at least 12 months later (contract, clause 9); none:
   * that is not decided.
   */
  sunset?: string
  /** Why, in a sentence. */
  reason: string
  /** What takes its place: a part of the schema such as `Person.tags`, or the path of a route. */
  instead?: string
  /** The address of a page that tells more. */
  link?: string
}

/**
 * Something deprecated that a request asked for: a route by its operation's name, a part of the
 * schema by its coordinate (`Person.tagList`).
 */
export interface Use {
  what: string
  deprecated: Deprecation
}

/** The beginning of a day, in milliseconds since 1970. */
export const startOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`)

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(startOf(text)).toJSON()?.startsWith(text)

/**
 * @throws for what is no day, no sentence or no address, and for less notice than is promised; this
 * stops the program at its start
 */
export function checked(of: Deprecation): Deprecation {
  const { since, sunset, reason, link } = of
  const fail = (why: string): never => {
    throw new Error(`deprecated (${reason}): ${why}`)
  }
  for (const day of [since, sunset ?? since])
    if (!isDay(day)) fail(`${day} is not a day such as 2026-06-01`)
  if (sunset !== undefined && sunset < `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`)
    fail(`${sunset} is less than 12 months after ${since}`)
  if (!/\S\.$/.test(reason)) fail('the reason is not a sentence')
  if (link !== undefined && !/^(https:\/\/|\/)[\x21\x23-\x3b\x3d\x3f-\x7e]*$/.test(link))
    fail(`${link} is not an address`)
  return of
}

/** The reason, with what takes its place and the days, as people read it. */
export const reasonOf = ({ since, sunset, reason, instead }: Deprecation): string =>
  `${reason}${instead ? ` Use \`${instead}\` instead.` : ''} Deprecated since ${since}${sunset ? `; may be removed from ${sunset} on` : ''}.`

/**
 * For the definition of a field, argument, input field or enum value: `t.string({ description,
 * ...deprecated({ since, reason }) })`.
 * @param extensions what else is said there, such as `needs('deals.view')`
 */
export const deprecated = <E extends object>(of: Deprecation, extensions?: E) => ({
  deprecationReason: reasonOf(checked(of)),
  extensions: { ...extensions, deprecated: of },
})

/** As JSON Schema and OpenAPI say it; the reason goes into the description. */
export const asSchema = (of: Deprecation | undefined) =>
  of ? { deprecated: true, ...(of.sunset && { 'x-sunset': of.sunset }) } : {}

/** What `deprecated` has said of a part of the schema, if anything. */
export const deprecationOf = (
  part: { extensions?: unknown } | null | undefined,
): Deprecation | undefined =>
  (part?.extensions as { deprecated?: Deprecation } | undefined)?.deprecated
