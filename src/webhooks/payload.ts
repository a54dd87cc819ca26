import { isDifferent } from '../events/changes.ts'
import type { Change } from '../events/event.ts'
import type { SeenEvent } from '../resources/events/operations.ts'

/** A webhook is thin: it stays below 20 kB, and says where its list of changes was cut. */
const mostOfChanges = 17_000

/** The body of a webhook: what the endpoint's user may know of an event. */
export function bodyOf(event: SeenEvent): Buffer {
  const changes = event.changes.filter(isDifferent)
  const kept = within(changes)
  const data = {
    id: event.recordId,
    kind: event.recordKind,
    version: event.recordVersion,
    eventId: event.id,
    sequence: event.sequence,
    actor: { userId: event.actorId, keyId: event.keyId },
    ...(event.type === 'deal.moved' && {
      from: place(event.changes, 'from'),
      to: place(event.changes, 'to'),
    }),
    changes: kept,
    ...(kept.length < changes.length && { truncated: true }),
  }
  return Buffer.from(JSON.stringify({ type: event.type, timestamp: event.createdAt, data }))
}

function within(changes: Change[]): Change[] {
  let size = 0
  const over = changes.findIndex((change) => {
    size += Buffer.byteLength(JSON.stringify(change)) + 1
    return size > mostOfChanges
  })
  return over === -1 ? changes : changes.slice(0, over)
}

/** Where a deal stood, or stands: all that a board needs to follow it. */
function place(changes: Change[], side: 'from' | 'to') {
  const of = (field: string) => changes.find((change) => change.field === field)?.[side] ?? null
  return { stageId: of('stageId'), pipelineId: of('pipelineId'), order: of('order') }
}
