/** The `events` table, and functions that read the changes in an event. */
import { type EventType, getBooleanFields } from './event-types.ts'

export interface EventRow {
  companyId: string
  sequence: number
  id: string
  type: string
  recordKind: string
  recordId: string
  recordVersion: number
  actorId: string | null
  /** The id of the API key or, despite the name, the identity; null if there was no credential. */
  keyId: string | null
  requestId: string
  /** A JSON array of `Change` objects. */
  changes: string
  /** A JSON array of the user ids of `PendingEvent.audience`; `*` stands for all users. */
  audience: string | null
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    events: EventRow
  }
}

export type Change = { field: string; from: unknown; to: unknown; truncated?: true }

/** A recorded event that is not yet written to the database. */
export interface PendingEvent {
  type: EventType
  record: { id: string; version: number }
  changes?: Change[]
  /** For a deletion, the users who could view the record by a rule other than `administrators`. */
  audience?: string[]
}

const toBoolean = (value: unknown) => (value === 0 || value === 1 ? value === 1 : value)

/** Parses stored changes and converts 0 and 1 in boolean fields to booleans. */
export function parseChanges({
  recordKind,
  changes,
}: Pick<EventRow, 'recordKind' | 'changes'>): Change[] {
  const booleanFields = getBooleanFields(recordKind)
  return (JSON.parse(changes) as Change[]).map((change) =>
    booleanFields.includes(change.field)
      ? { ...change, from: toBoolean(change.from), to: toBoolean(change.to) }
      : change,
  )
}

/** Returns whether the value changed; the events of moves also list unchanged fields. */
export const isDifferent = ({ from, to, truncated }: Change): boolean =>
  truncated === true || JSON.stringify(from) !== JSON.stringify(to)
