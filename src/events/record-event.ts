import { type Context, timestamp } from '../context.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import type { Change, PendingEvent } from './event.ts'
import './table.ts'

export type { Change }

/**
 * Values are cut to so many characters: fewer, where there are so many that the event would be
 * large.
 */
const longest = [500, 200, 80, 30, 10]
const largest = 16_000
/** Events written before other requests have their turn to read. */
const turn = 500
/** More than a record can have, custom fields among them. */
const most = 200

const cut = (value: unknown, length: number): [unknown, boolean] => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > length
    ? [`${text.slice(0, length)}…`.toWellFormed(), true]
    : [value ?? null, false]
}

/** The changes as they are kept, as JSON. */
function told(changes: Change[]): string {
  let text = '[]'
  for (const length of longest) {
    const kept = changes.slice(0, most).map(({ field, from, to }) => {
      const [[before, a], [after, b]] = [cut(from, length), cut(to, length)]
      return { field, from: before, to: after, ...((a || b) && { truncated: true }) }
    })
    text = JSON.stringify(kept)
    if (Buffer.byteLength(text) <= largest) return text
  }
  return text
}

/** What differs between two states of a record, field by field. */
export function changesBetween(before: object, after: object, fields: readonly string[]): Change[] {
  const value = (record: object, field: string) =>
    (record as Record<string, unknown>)[field] ?? null
  return fields
    .map((field) => ({ field, from: value(before, field), to: value(after, field) }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
}

/**
 * Notes a change; it becomes a row of `events` as the last thing in the change's own transaction.
 */
export function recordEvent(ctx: Context, event: PendingEvent): void {
  ctx.events.push(event)
  // What was loaded before the change no longer holds: not for this mutation's reply, nor for the
  // next one of the request.
  ctx.loaded.clear()
}

const takeSequence = query((k, p: { companyId: string; count: number }) =>
  k
    .updateTable('companies')
    .set((eb) => ({ eventSequence: eb('eventSequence', '+', p.count) }))
    .where('id', '=', p.companyId)
    .returning('eventSequence'),
)

/** A change, and the request that made it. */
interface Noted {
  ctx: Context
  event: PendingEvent
  id: string
  createdAt: string
}

/** Writes what was noted, at the end of the transaction unless there is much of it. */
export function writeEvents(ctx: Context): MaybePromise<void> {
  const events = ctx.events.splice(0)
  return events.length > 0
    ? ctx.db.deferWrite(
        writeNumbered,
        events.map((event) => ({ ctx, event, id: ctx.newId('event'), createdAt: timestamp(ctx) })),
      )
    : undefined
}

/**
 * The numbers come from one row per company, so they are taken last, and for several requests at
 * once where these share a transaction.
 */
async function writeNumbered(db: Db, noted: readonly Noted[]): Promise<void> {
  for (const [companyId, own] of Map.groupBy(noted, ({ ctx }) => ctx.viewer.companyId)) {
    const taken = await db.first(takeSequence, { companyId, count: own.length })
    if (!taken) throw new Error(`no company ${companyId}`)
    let sequence = taken.eventSequence - own.length
    for (const [index, { ctx, event, id, createdAt }] of own.entries()) {
      if (index % turn === turn - 1) await yieldToEventLoop()
      await db.insert('events', {
        companyId,
        sequence: ++sequence,
        id,
        type: event.type,
        recordKind: event.type.slice(0, event.type.indexOf('.')),
        recordId: event.record.id,
        recordVersion: event.record.version,
        actorId: ctx.viewer.userId || null,
        keyId: ctx.viewer.keyId,
        requestId: ctx.requestId,
        changes: told(event.changes ?? []),
        audience: event.audience ? JSON.stringify(event.audience) : null,
        createdAt,
      })
    }
  }
}
