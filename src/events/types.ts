/**
 * The complete list of event types. Webhook endpoints, the feed and subscriptions accept only
 * patterns that match one of them.
 */
import { closestMatch } from 'leven'
import { type Detail, shortened } from '../errors.ts'

const actions = {
  person: ['created', 'updated', 'deleted', 'trashed', 'restored', 'tagged', 'merged', 'unmerged'],
  deal: ['created', 'updated', 'moved', 'deleted'],
  task: ['created', 'updated', 'completed', 'reopened', 'deleted'],
  activity: ['created', 'updated', 'deleted'],
  appointment: ['created', 'updated', 'completed', 'cancelled', 'deleted'],
  tag: ['created', 'updated', 'merged', 'deleted'],
  stage: ['created', 'updated', 'deleted'],
  pipeline: ['created', 'updated', 'deleted'],
  team: ['created', 'updated', 'deleted'],
  user: ['created', 'updated', 'suspended', 'reactivated'],
  smartList: ['created', 'updated', 'deleted'],
  customField: ['created', 'updated', 'deleted'],
  apiKey: ['created', 'rotated', 'revoked'],
  webhookEndpoint: ['created', 'updated', 'rotated', 'pinged', 'replayed', 'disabled', 'deleted'],
} as const

type Kind = keyof typeof actions
export type EventType = { [K in Kind]: `${K}.${(typeof actions)[K][number]}` }[Kind]

export const eventTypes = Object.entries(actions).flatMap(([kind, names]) =>
  names.map((name) => `${kind}.${name}` as EventType),
)

const typesAndKinds = [...Object.keys(actions).map((kind) => `${kind}.*`), ...eventTypes]

/** Every pattern of event types: each type, each kind with `.*`, and `*`. */
export const eventPatterns: readonly string[] = ['*', ...typesAndKinds]

const lowerCase = typesAndKinds.map((each) => each.toLowerCase())

/** The closest pattern, ignoring case, if few letters differ; `contact` stands for `person`. */
function nearest(pattern: string): string | undefined {
  const text = pattern
    .trim()
    .toLowerCase()
    .replace(/^(contacts?|people)(?=\.|$)/, 'person')
  if (text.length > 60) return undefined
  const maxDistance = Math.max(2, Math.floor(text.length / 4))
  const closest = closestMatch(text, lowerCase, { maxDistance })
  return closest === undefined ? undefined : typesAndKinds[lowerCase.indexOf(closest)]
}

/** One detail per pattern that matches no event type, with the nearest valid pattern. */
export const unknownPatterns = (patterns: readonly string[], field: string): Detail[] =>
  patterns.flatMap((pattern, index) => {
    if (eventPatterns.includes(pattern)) return []
    const meant = nearest(pattern)
    const remedy = meant
      ? `did you mean \`${meant}\`?`
      : `use a type such as \`deal.moved\`, all of a kind such as \`deal.*\`, or \`*\`; the kinds are ${Object.keys(actions).join(', ')}`
    return [
      {
        field: `${field}[${index}]`,
        code: 'INVALID_VALUE',
        message: `\`${shortened(pattern, 60)}\` matches no event type; ${remedy}`,
      },
    ]
  })
