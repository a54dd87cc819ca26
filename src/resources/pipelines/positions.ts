import type { Context } from '../../context.ts'
import { applyChanges } from '../../crud/records.ts'
import { recordEvent } from '../../events/record-event.ts'
import type { RecordColumns, Schema } from '../../store/schema.ts'

/**
 * Short lists that people put in order: pipelines, the lifecycle stages, custom fields. Positions
 * are 0, 1, 2, … without a gap.
 */
type Ordered = RecordColumns & { position: number }

/** The list with one record put at another place; past the end means last. */
export function withOneMoved<R extends Ordered>(rows: readonly R[], row: R, position: number): R[] {
  return rows.filter((each) => each.id !== row.id).toSpliced(position, 0, row)
}

const kindOf = { pipelines: 'pipeline', stages: 'stage', customFields: 'customField' } as const

/**
 * Numbers a list from 0 on. Each record that gets another position is changed, with its event;
 * `except` one that its caller changes.
 */
export async function renumber<T extends keyof typeof kindOf>(
  ctx: Context,
  table: T,
  rows: Schema[T][],
  except?: string,
): Promise<void> {
  for (const [position, row] of rows.entries()) {
    if (row.id === except) continue
    const patch = { position } as Partial<Schema[T]>
    const { row: after, changes } = await applyChanges(ctx, table, row as never, patch as never)
    if (changes.length > 0)
      recordEvent(ctx, {
        type: `${kindOf[table]}.updated`,
        record: after as RecordColumns,
        changes,
      })
  }
}
