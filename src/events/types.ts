/**
 * The types of events: every one that an operation can record, and no other. Webhook endpoints,
 * the feed and subscriptions accept patterns of these types alone.
 */
import { type Detail, shortened } from '../errors.ts'
import { nearest } from '../nearest.ts'

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

/** On REST a person is also called a contact, and stands at `/v1/people`. */
const asPerson = (pattern: string) =>
  pattern.trim().replace(/^(contacts?|people)(?=\.|$)/i, 'person')

/** A detail for each pattern that no event can match, with the nearest that one can. */
export const unknownPatterns = (patterns: readonly string[], field: string): Detail[] =>
  patterns.flatMap((pattern, index) => {
    if (eventPatterns.includes(pattern)) return []
    const meant = nearest(asPerson(pattern), typesAndKinds)
    const remedy = meant
      ? `did you mean \`${meant}\`?`
      : `give a type such as \`deal.moved\`, all of a kind such as \`deal.*\`, or \`*\`; the kinds are ${Object.keys(actions).join(', ')}`
    return [
      {
        field: `${field}[${index}]`,
        code: 'INVALID_VALUE',
        message: `\`${shortened(pattern, 60)}\` matches no event type; ${remedy}`,
      },
    ]
  })
