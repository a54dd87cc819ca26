/**
 * The event types. Each kind of record declares its event types beside its table; webhook
 * endpoints, the feed and subscriptions accept only patterns that match one of them.
 */
import { closestMatch } from 'leven'
import { type Detail, truncateText } from '../errors.ts'
import type { EventActions } from '../store/schema.ts'

type Kind = keyof EventActions & string
export type EventType = { [K in Kind]: `${K}.${EventActions[K][number]}` }[Kind]

const kinds = new Map<string, Record<'actions' | 'booleanFields', readonly string[]>>()

/** Declares events and returns their actions; tables store `booleanFields` as 0 and 1. */
export function declareEvents<const A extends readonly string[]>(
  kind: string,
  actions: A,
  booleanFields: readonly string[] = [],
): A {
  kinds.set(kind, { actions, booleanFields })
  return actions
}

export const getBooleanFields = (kind: string): readonly string[] =>
  kinds.get(kind)?.booleanFields ?? []

/** Returns the kinds of records that have events, in alphabetical order. */
export const listEventKinds = (): string[] => [...kinds.keys()].sort()

export const listEventTypes = (): EventType[] =>
  listEventKinds().flatMap((kind) =>
    (kinds.get(kind)?.actions ?? []).map((action) => `${kind}.${action}` as EventType),
  )

const typesAndKinds = (): string[] => [
  ...listEventKinds().map((kind) => `${kind}.*`),
  ...listEventTypes(),
]

/** Returns every pattern of event types: each type, each kind with `.*`, and `*`. */
export const listEventPatterns = (): string[] => ['*', ...typesAndKinds()]

/** Finds the closest pattern, ignoring case, if few letters differ; `contact` means `person`. */
function findNearestPattern(pattern: string): string | undefined {
  const text = pattern
    .trim()
    .toLowerCase()
    .replace(/^(contacts?|people)(?=\.|$)/, 'person')
  if (text.length > 60) return undefined
  const maxDistance = Math.max(2, Math.floor(text.length / 4))
  const patterns = typesAndKinds()
  const lowerCasePatterns = patterns.map((item) => item.toLowerCase())
  const closestText = closestMatch(text, lowerCasePatterns, { maxDistance })
  return closestText === undefined ? undefined : patterns[lowerCasePatterns.indexOf(closestText)]
}

/** Returns a detail per pattern that matches no event type, with the nearest valid pattern. */
export function findUnknownPatterns(patterns: readonly string[], field: string): Detail[] {
  const validPatterns = new Set(listEventPatterns())
  return patterns.flatMap((pattern, index) => {
    if (validPatterns.has(pattern)) return []
    const nearestPattern = findNearestPattern(pattern)
    const remedy = nearestPattern
      ? `did you mean \`${nearestPattern}\`?`
      : `use a type such as \`deal.moved\`, all of a kind such as \`deal.*\`, or \`*\`; the kinds are ${listEventKinds().join(', ')}`
    return [
      {
        field: `${field}[${index}]`,
        code: 'INVALID_VALUE',
        message: `\`${truncateText(pattern, 60)}\` matches no event type; ${remedy}`,
      },
    ]
  })
}
