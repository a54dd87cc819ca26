import { kinds } from '../support/visibility-model.ts'
import type { AnyKind } from './records.ts'

/**
 * Maps the name of a field to the kind of record whose ids it contains; ambiguous names depend on
 * the type.
 */
const byName: [pattern: RegExp, kind: AnyKind | ((about: AnyKind | undefined) => AnyKind)][] = [
  [
    /^(assignedAgent|collaborator|user|author|owner|leader|member|toUser)Ids?$|^assignedTo(Any)?$|^createdBy$/,
    'user',
  ],
  [/^(person|people|contact)Ids?$/, 'person'],
  [/^otherIds$/, (about) => (about === 'tag' ? 'tag' : 'person')],
  [
    /^stageIds?$|^moveDealsTo$/,
    (about) => (about === 'person' || about === 'stage' ? 'stage' : 'pipelineStage'),
  ],
  [/^keyId$/, 'apiKey'],
  [/^endpointId$/, 'webhookEndpoint'],
  [/^mergeId$/, 'merge'],
  [/^(before|after)$/, () => 'deal'],
  [/^moveTo$/, (about) => (about === 'pipeline' ? 'pipelineStage' : (about ?? 'person'))],
  [/^(ids?|recordId)$/, (about) => about ?? 'person'],
  ...kinds.map((kind): [RegExp, AnyKind] => [new RegExp(`^${kind}Ids?$`), kind]),
]

export function kindNamed(name: string, about: AnyKind | undefined): AnyKind | undefined {
  const kind = byName.find(([pattern]) => pattern.test(name))?.[1]
  return typeof kind === 'function' ? kind(about) : kind
}

const kindOfType: [pattern: RegExp, kind: AnyKind][] = [
  [/PipelineStage/, 'pipelineStage'],
  [/CustomField/, 'customField'],
  [/SmartList/i, 'smartList'],
  [/^replayWebhookDeliveries$/, 'webhookEndpoint'],
  [/webhook\w*deliver|webhook-deliver/i, 'webhookDelivery'],
  [/Webhook/i, 'webhookEndpoint'],
  [/custom-fields/, 'customField'],
  [/smart-lists/, 'smartList'],
  [/api-?key/i, 'apiKey'],
  [/^(Person)?Merge$|merges\/|unmerge/, 'merge'],
  [/person|people|contact/i, 'person'],
  [/appointment/i, 'appointment'],
  [/activit/i, 'activity'],
  [/pipeline|board/i, 'pipeline'],
  [/deal/i, 'deal'],
  [/task/i, 'task'],
  [/user|^me$|reassign/i, 'user'],
  [/team/i, 'team'],
  [/stage/i, 'stage'],
  [/tag/i, 'tag'],
  ...kinds.map((kind): [RegExp, AnyKind] => [new RegExp(kind, 'i'), kind]),
]

/** Maps the name of a type, operation or path to a kind of record. */
export const kindAbout = (name: string): AnyKind | undefined =>
  kindOfType.find(([pattern]) => pattern.test(name))?.[1]

/** A position in a list; in the input of a move, a deal. */
export const isCursor = /^(cursor|after|before|beforeCursor)$/
