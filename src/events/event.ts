import type { EventType } from './types.ts'

/** One field that a change touched. Long values are cut, and marked as `truncated`. */
export interface Change {
  field: string
  from: unknown
  to: unknown
  truncated?: true
}

/** A change on its way to becoming a row of `events`. */
export interface PendingEvent {
  type: EventType
  record: { id: string; version: number }
  changes?: Change[]
  /** For a deletion: the users who could see the record, apart from those who see everything. */
  audience?: string[]
}
