/** The changes of an event as clients read them: the one place that interprets the stored JSON. */
import type { Change } from './event.ts'
import type { EventRow } from './table.ts'

/** Fields that tables store as 0 and 1 and records show as false and true, by kind of record. */
const booleanFields: Partial<Record<string, readonly string[]>> = {
  person: ['relationship'],
  activity: ['starred'],
  smartList: ['shared', 'includeTrash'],
}

const toBoolean = (value: unknown) => (value === 0 || value === 1 ? value === 1 : value)

export function readChanges({
  recordKind,
  changes,
}: Pick<EventRow, 'recordKind' | 'changes'>): Change[] {
  const booleans = booleanFields[recordKind]
  return (JSON.parse(changes) as Change[]).map((change) =>
    booleans?.includes(change.field)
      ? { ...change, from: toBoolean(change.from), to: toBoolean(change.to) }
      : change,
  )
}

/**
 * Whether a client sees a difference. A move also records where the deal stayed, and what was cut
 * can begin alike.
 */
export const isDifferent = ({ from, to, truncated }: Change): boolean =>
  truncated === true || JSON.stringify(from) !== JSON.stringify(to)
