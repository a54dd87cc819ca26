/** Converts the stored changes of an event to those that clients read. */
import type { Change } from './event.ts'
import type { EventRow } from './table.ts'
import { booleanFieldsOf } from './types.ts'

const toBoolean = (value: unknown) => (value === 0 || value === 1 ? value === 1 : value)

export function readChanges({
  recordKind,
  changes,
}: Pick<EventRow, 'recordKind' | 'changes'>): Change[] {
  const booleans = booleanFieldsOf(recordKind)
  return (JSON.parse(changes) as Change[]).map((change) =>
    booleans.includes(change.field)
      ? { ...change, from: toBoolean(change.from), to: toBoolean(change.to) }
      : change,
  )
}

/**
 * Whether a change is visible to a client. A move also records unchanged places, and truncated
 * values can have the same beginning.
 */
export const isDifferent = ({ from, to, truncated }: Change): boolean =>
  truncated === true || JSON.stringify(from) !== JSON.stringify(to)
