/** The events table, and the changes in events: comparing, truncating, storing and reading them. */
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
  /** The id of the credential: an API key or an identity; null for the server. */
  keyId: string | null
  requestId: string
  /** JSON: a list of `Change` */
  changes: string
  /** JSON: the ids of the users who could view a deleted record; `*` stands for everybody */
  audience: string | null
  createdAt: string
}

declare module '../store/schema.ts' {
  interface Schema {
    events: EventRow
  }
}

export type Change = { field: string; from: unknown; to: unknown; truncated?: true }

/** A recorded event that is not yet written. */
export interface PendingEvent {
  type: EventType
  record: { id: string; version: number }
  changes?: Change[]
  /** For a deletion: the users who could view the record, apart from those who can view all. */
  audience?: string[]
}

/** Returns the fields that differ between two states of a record. */
export function changesBetween(before: object, after: object, fields: readonly string[]): Change[] {
  const getValue = (record: object, field: string) =>
    (record as Record<string, unknown>)[field] ?? null
  return fields
    .map((field) => ({ field, from: getValue(before, field), to: getValue(after, field) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** Lengths to truncate values to: the longest that keeps an event within `maxBytes` is used. */
const maxLengths = [500, 200, 80, 30, 10]
const maxBytes = 16_000
/** Maximum number of changes, higher than the number of fields of any record. */
const maxChanges = 200

function truncate(value: unknown, maxLength: number): [unknown, boolean] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > maxLength
    ? [`${text.slice(0, maxLength)}…`.toWellFormed(), true]
    : [value ?? null, false]
}

/** Serializes changes as JSON of at most 16 kB, unless there are very many fields. */
export function serializeChanges(changes: readonly Change[]): string {
  let text = '[]'
  for (const length of maxLengths) {
    const truncated = changes.slice(0, maxChanges).map(({ field, ...values }) => {
      const [from, fromTruncated] = truncate(values.from, length)
      const [to, toTruncated] = truncate(values.to, length)
      return { field, from, to, ...((fromTruncated || toTruncated) && { truncated: true }) }
    })
    text = JSON.stringify(truncated)
    if (Buffer.byteLength(text) <= maxBytes) return text
  }
  return text
}

const toBoolean = (value: unknown) => (value === 0 || value === 1 ? value === 1 : value)

/** Parses stored changes to the values that clients read. */
export function readChanges({
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

/** Returns whether values differ, or did before truncation; a move also lists unchanged fields. */
export const isDifferent = ({ from, to, truncated }: Change): boolean =>
  truncated === true || JSON.stringify(from) !== JSON.stringify(to)
