import { kinds } from '../support/visibility-model.ts'
import type { AnyKind } from './records.ts'

/**
 * Maps field names to the kind of the records whose ids the fields contain. For ambiguous names,
 * the kind depends on the parent type.
 */
const namePatterns: [
  pattern: RegExp,
  kind: AnyKind | ((typeKind: AnyKind | undefined) => AnyKind),
][] = [
  [
    /^(assignedAgent|assignee|createdBy|collaborator|user|author|owner|leader|member|toUser)Ids?$|^assignedTo(Any)?$|^createdBy$/,
    'user',
  ],
  [/^(person|people|contact)Ids?$/, 'person'],
  [/^otherIds$/, (typeKind) => (typeKind === 'tag' ? 'tag' : 'person')],
  [
    /^stageIds?$|^moveDealsTo$/,
    (typeKind) => (typeKind === 'person' || typeKind === 'stage' ? 'stage' : 'pipelineStage'),
  ],
  [/^keyId$/, 'apiKey'],
  [/^endpointId$/, 'webhookEndpoint'],
  [/^mergeId$/, 'merge'],
  [/^(before|after)$/, () => 'deal'],
  [/^moveTo$/, (typeKind) => (typeKind === 'pipeline' ? 'pipelineStage' : (typeKind ?? 'person'))],
  [/^(ids?|recordId)$/, (typeKind) => typeKind ?? 'person'],
  ...kinds.map((kind): [RegExp, AnyKind] => [new RegExp(`^${kind}Ids?$`), kind]),
]

export function getKindByFieldName(
  name: string,
  typeKind: AnyKind | undefined,
): AnyKind | undefined {
  const kind = namePatterns.find(([pattern]) => pattern.test(name))?.[1]
  return typeof kind === 'function' ? kind(typeKind) : kind
}

const typePatterns: [pattern: RegExp, kind: AnyKind][] = [
  [/PipelineStage/, 'pipelineStage'],
  [/CustomField/, 'customField'],
  [/SmartList/i, 'smartList'],
  [/^replayWebhookDeliveries$/, 'webhookEndpoint'],
  [/webhook\w*deliver|webhook-deliver/i, 'webhookDelivery'],
  [/Webhook/i, 'webhookEndpoint'],
  [/custom-fields/, 'customField'],
  [/smart-lists/, 'smartList'],
  [/api-?key/i, 'apiKey'],
  [/identit/i, 'identity'],
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

/** Returns the record kind to which the name of a type, operation or path refers. */
export const getKindByTypeName = (name: string): AnyKind | undefined =>
  typePatterns.find(([pattern]) => pattern.test(name))?.[1]

/**
 * Matches the names of cursor arguments. In the input of a deal move, `before` and `after` are deal
 * ids.
 */
export const cursorNamePattern = /^(cursor|after|before|beforeCursor)$/
