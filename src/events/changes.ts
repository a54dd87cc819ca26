/** The `events` table, and functions that compare, truncate, serialize and parse changes. */
import { type EventType, getBooleanFields } from './types.ts'

export interface EventRow {
  companyId: string
  sequence: number
  id: string
  type: string
  recordKind: string
  recordId: string
  recordVersion: number
  actorId: string | null
  /** The id of the API key or, despite the name, the identity; null without a credential. */
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
  /** For a deletion, the users who could view the record, except users who can view all records. */
  audience?: string[]
}

/** Returns the fields whose values differ between two states of a record. */
export function changesBetween(before: object, after: object, fields: readonly string[]): Change[] {
  const getValue = (record: object, field: string) =>
    (record as Record<string, unknown>)[field] ?? null
  return fields
    .map((field) => ({ field, from: getValue(before, field), to: getValue(after, field) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** Value lengths to try, longest first, until the changes fit in `maxChangesBytes`. */
const maxValueLengths = [500, 200, 80, 30, 10]
const maxChangesBytes = 16_000
/** Maximum number of changes in an event, higher than any record's field count. */
const maxChanges = 200

function truncateValue(value: unknown, maxLength: number): [unknown, boolean] {
  const valueText = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return valueText.length > maxLength
    ? [`${valueText.slice(0, maxLength)}…`.toWellFormed(), true]
    : [value ?? null, false]
}

/** Serializes changes as JSON, truncating values to stay within 16 kB if possible. */
export function serializeChanges(changes: readonly Change[]): string {
  let json = '[]'
  for (const length of maxValueLengths) {
    const truncatedChanges = changes.slice(0, maxChanges).map(({ field, ...values }) => {
      const [from, fromTruncated] = truncateValue(values.from, length)
      const [to, toTruncated] = truncateValue(values.to, length)
      return { field, from, to, ...((fromTruncated || toTruncated) && { truncated: true }) }
    })
    json = JSON.stringify(truncatedChanges)
    if (Buffer.byteLength(json) <= maxChangesBytes) return json
  }
  return json
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
