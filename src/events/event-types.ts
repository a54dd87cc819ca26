/**
 * The event types. Each kind of record declares its event types beside its table; webhook
 * endpoints, the feed and subscriptions accept only patterns that match an event type.
 */
import { closestMatch } from 'leven'
import { createDetail, type Detail, truncateText } from '../errors.ts'
import type { EventActions } from '../store/schema.ts'

type Kind = keyof EventActions & string
export type EventType = { [K in Kind]: `${K}.${EventActions[K][number]}` }[Kind]

const declarationByKind = new Map<string, Record<'actions' | 'booleanFields', readonly string[]>>()

/** Declares a kind's events and returns `actions`. Tables store `booleanFields` as 0 and 1. */
export function declareEvents<const A extends readonly string[]>(
  kind: string,
  actions: A,
  booleanFields: readonly string[] = [],
): A {
  declarationByKind.set(kind, { actions, booleanFields })
  return actions
}

export const getBooleanFields = (kind: string): readonly string[] =>
  declarationByKind.get(kind)?.booleanFields ?? []

/** Returns the record kinds that have events, in alphabetical order. */
export const listEventKinds = (): string[] => [...declarationByKind.keys()].sort()

export const listEventTypes = (): EventType[] =>
  listEventKinds().flatMap((kind) =>
    (declarationByKind.get(kind)?.actions ?? []).map((action) => `${kind}.${action}` as EventType),
  )

const listTypesAndKindPatterns = (): string[] => [
  ...listEventKinds().map((kind) => `${kind}.*`),
  ...listEventTypes(),
]

/** Returns all patterns of event types: each type, each kind with `.*`, and `*`. */
export const listEventPatterns = (): string[] => ['*', ...listTypesAndKindPatterns()]

/** Finds the nearest valid pattern by edit distance, ignoring case; `contact` means `person`. */
function findNearestPattern(pattern: string): string | undefined {
  const normalizedPattern = pattern
    .trim()
    .toLowerCase()
    .replace(/^(contacts?|people)(?=\.|$)/, 'person')
  if (normalizedPattern.length > 60) return undefined
  const maxDistance = Math.max(2, Math.floor(normalizedPattern.length / 4))
  const patterns = listTypesAndKindPatterns()
  const lowerCasePatterns = patterns.map((item) => item.toLowerCase())
  const nearestMatch = closestMatch(normalizedPattern, lowerCasePatterns, { maxDistance })
  return nearestMatch === undefined ? undefined : patterns[lowerCasePatterns.indexOf(nearestMatch)]
}

/** Returns an error detail with a suggestion for each pattern that matches no event type. */
export function findUnknownPatterns(patterns: readonly string[], field: string): Detail[] {
  const validPatterns = new Set(listEventPatterns())
  return patterns.flatMap((pattern, index) => {
    if (validPatterns.has(pattern)) return []
    const nearestPattern = findNearestPattern(pattern)
    const remedy = nearestPattern
      ? `did you mean \`${nearestPattern}\`?`
      : `use a type such as \`deal.moved\`, all types of a kind such as \`deal.*\`, or \`*\`; the kinds are ${listEventKinds().join(', ')}`
    const message = `\`${truncateText(pattern, 60)}\` matches no event type; ${remedy}`
    return createDetail(`${field}[${index}]`, 'INVALID_VALUE', message)
  })
}
