/** The enum of the kinds of records that have events, which each kind declares by its table. */
import { listEventKinds } from '../../events/types.ts'
import { toNoun, withArticle } from '../../lib/text.ts'
import { builder } from './builder.ts'

export const RecordKind = builder.enumType('RecordKind', {
  description: 'A kind of record whose changes are events.',
  values: {} as Record<string, { description: string }>,
})

/** Adds the values to the schema; for use once all kinds have declared their events. */
export function declareRecordKinds(): void {
  const values = Object.fromEntries(
    listEventKinds().map((kind) => [
      kind,
      { description: `${withArticle(toNoun(kind))}.`, pothosOptions: {} },
    ]),
  )
  RecordKind.updateConfig((config) => ({ ...config, values }))
}
