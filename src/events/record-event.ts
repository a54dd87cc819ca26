/** Records events, with their changes, in the transaction that changes the records. */
import { type Context, timestamp } from '../context.ts'
import { yieldToEventLoop } from '../lib/async.ts'
import { query } from '../store/query.ts'
import type { Change, PendingEvent } from './table.ts'

/** Returns the fields whose values differ between two states of a record. */
export function changesBetween(before: object, after: object, fields: readonly string[]): Change[] {
  const getValue = (record: object, field: string) =>
    (record as Record<string, unknown>)[field] ?? null
  return fields
    .map((field) => ({ field, from: getValue(before, field), to: getValue(after, field) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/** Records an event, which is written at the end of the transaction. */
export function recordEvent(ctx: Context, event: PendingEvent): void {
  ctx.events.push(event)
  // Values loaded before the change are outdated for the rest of the request.
  ctx.loaderStates.clear()
}

const reserveSequencesStatement = query((k, p: { companyId: string; count: number }) =>
  k
    .updateTable('companies')
    .set((eb) => ({ eventSequence: eb('eventSequence', '+', p.count) }))
    .where('id', '=', p.companyId)
    .returning('eventSequence'),
)

/**
 * The number of sequence numbers that restoring a backup skips. Clients may have cursors of events
 * that were recorded after the backup, and would miss new events with the same numbers.
 */
export const restoreSequenceSkip = 1_000_000

/** The number of inserts before yielding to the event loop for other requests. */
const insertsPerTurn = 500

/** Writes the recorded events at the end of the transaction, with consecutive sequence numbers. */
export async function writeEvents(ctx: Context): Promise<void> {
  const events = ctx.events.splice(0)
  if (events.length === 0) return
  const { companyId, userId, credentialId } = ctx.viewer
  const company = await ctx.db.first(reserveSequencesStatement, { companyId, count: events.length })
  if (!company) throw new Error(`Company ${companyId} does not exist`)
  let sequence = company.eventSequence - events.length
  for (const [index, { type, record, changes = [], audience }] of events.entries()) {
    if (index % insertsPerTurn === insertsPerTurn - 1) await yieldToEventLoop()
    await ctx.db.insert('events', {
      companyId,
      sequence: ++sequence,
      id: ctx.newId('event'),
      type,
      recordKind: type.slice(0, type.indexOf('.')),
      recordId: record.id,
      recordVersion: record.version,
      actorId: userId || null,
      keyId: credentialId,
      requestId: ctx.requestId,
      changes: serializeChanges(changes),
      audience: audience ? JSON.stringify(audience) : null,
      createdAt: timestamp(ctx),
    })
  }
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
function serializeChanges(changes: readonly Change[]): string {
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
