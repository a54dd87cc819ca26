/** The kinds of records and the types of events, which each kind declares beside its table. */
import { eventKinds, eventTypes } from '../../events/types.ts'
import { builder, eventTypeScalar } from './builder.ts'
import { toNoun, withArticle } from './nouns.ts'

export const RecordKind = builder.enumType('RecordKind', {
  description: 'A kind of record whose changes are events.',
  values: {} as Record<string, { description: string }>,
})

/** Adds the values to the schema; for use once all kinds have declared their events. */
export function declareEventTypes(): void {
  const values = Object.fromEntries(
    eventKinds().map((kind) => [
      kind,
      { description: `${withArticle(toNoun(kind))}.`, pothosOptions: {} },
    ]),
  )
  RecordKind.updateConfig((config) => ({ ...config, values }))
  const types = eventTypes().map((type) => `\`${type}\``)
  const description = `The type of an event: ${types.join(', ')}; for a test message of a webhook endpoint \`webhook.ping\`.`
  eventTypeScalar.updateConfig((config) => ({ ...config, description }))
}
