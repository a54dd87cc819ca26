/** Records events in the transaction of the change. */
import { type Context, timestamp } from '../context.ts'
import { yieldToEventLoop } from '../lib/event-loop.ts'
import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import { type PendingEvent, serializeChanges } from './changes.ts'

/** Records an event, which is written as the last statement of the transaction. */
export function recordEvent(ctx: Context, event: PendingEvent): void {
  ctx.events.push(event)
  // Values loaded before the change are outdated: for this mutation's response, and for the next
  // mutation of the request.
  ctx.loads.clear()
}

const takeSequence = query((k, p: { companyId: string; count: number }) =>
  k
    .updateTable('companies')
    .set((eb) => ({ eventSequence: eb('eventSequence', '+', p.count) }))
    .where('id', '=', p.companyId)
    .returning('eventSequence'),
)

/** An event with the request that recorded it. */
interface RecordedEvent {
  ctx: Context
  event: PendingEvent
  id: string
  createdAt: string
}

/** Writes the recorded events at the end of the transaction; very many at once. */
export function writeEvents(ctx: Context): MaybePromise<void> {
  const events = ctx.events.splice(0)
  return events.length > 0
    ? ctx.db.deferWrite(
        insertEvents,
        events.map((event) => ({ ctx, event, id: ctx.newId('event'), createdAt: timestamp(ctx) })),
      )
    : undefined
}

/** Inserts between yields to the event loop, so that other requests can read. */
const insertsPerTurn = 500

/**
 * Inserts events with consecutive sequence numbers. These come from one row per company, so they
 * are taken last, once for all requests that share the transaction.
 */
async function insertEvents(db: Db, recorded: readonly RecordedEvent[]): Promise<void> {
  for (const [companyId, own] of Map.groupBy(recorded, ({ ctx }) => ctx.viewer.companyId)) {
    const company = await db.first(takeSequence, { companyId, count: own.length })
    if (!company) throw new Error(`no company ${companyId}`)
    let sequence = company.eventSequence - own.length
    for (const [index, { ctx, event, id, createdAt }] of own.entries()) {
      if (index % insertsPerTurn === insertsPerTurn - 1) await yieldToEventLoop()
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
        changes: serializeChanges(event.changes ?? []),
        audience: event.audience ? JSON.stringify(event.audience) : null,
        createdAt,
      })
    }
  }
}
