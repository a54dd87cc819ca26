/**
 * The order of short lists that users arrange: pipelines, lifecycle stages, custom fields. Positions
 * are 0, 1, 2, … without gaps.
 */
import type { Context } from '../context.ts'
import type { RecordColumns, Schema } from '../store/schema.ts'
import { updateRecord } from './records.ts'

type Positioned = RecordColumns & { position: number }

/** Returns the list with one record moved to a position; a position past the end means last. */
export function withMoved<R extends Positioned>(rows: readonly R[], row: R, position: number): R[] {
  return rows.filter((each) => each.id !== row.id).toSpliced(position, 0, row)
}

const kindOfTable = { pipelines: 'pipeline', stages: 'stage', customFields: 'customField' } as const

/** Numbers a list from 0, with an event for each change; the caller changes the record `except`. */
export async function renumber<T extends keyof typeof kindOfTable>(
  ctx: Context,
  table: T,
  rows: Schema[T][],
  except?: string,
): Promise<void> {
  for (const [position, row] of rows.entries())
    if (row.id !== except)
      await updateRecord(
        ctx,
        table,
        row as never,
        { position } as never,
        `${kindOfTable[table]}.updated`,
      )
}
