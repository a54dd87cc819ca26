import Database from 'better-sqlite3'
import { getKeyHash, getWriteKind, type Write } from './writes.ts'

/** The faults found in a database after a crash. */
export interface FaultReport {
  /** The markers of acknowledged writes whose effect is missing. */
  lostWrites: string[]
  problems: string[]
}

/**
 * Selects the effect of each write by the write's marker, with the request id of its event, or null
 * if the event is missing.
 */
const effectsQuery = `
  SELECT title AS marker, (SELECT max(requestId) FROM events WHERE recordId = tasks.id AND type = 'task.created') AS requestId FROM tasks
  UNION ALL SELECT firstName, (SELECT max(requestId) FROM events WHERE recordId = people.id AND type = 'person.created') FROM people
  UNION ALL SELECT title, (SELECT max(requestId) FROM events WHERE recordId = deals.id AND type = 'deal.created') FROM deals
  UNION ALL SELECT content, (SELECT max(requestId) FROM events WHERE recordId = activities.id AND type = 'activity.created') FROM activities
  UNION ALL SELECT name, (SELECT max(requestId) FROM events WHERE recordId = tags.id AND type = 'tag.created') FROM tags JOIN personTags ON tagId = tags.id
  UNION ALL SELECT change.value ->> 'to', requestId FROM events, json_each(changes) AS change
    WHERE events.type IN ('task.updated', 'person.updated') AND change.value ->> 'field' IN ('description', 'background')`

/** Selects the stages in which deals share a position or a deal has no position. */
const invalidPositionsQuery =
  'SELECT stageId FROM deals GROUP BY companyId, stageId HAVING count(DISTINCT rank) < count(*) OR min(length(rank)) = 0'

/**
 * Checks that the file is intact, that each acknowledged write took effect exactly once, that each
 * other write took effect at most once, and that idempotency keys and events match the effects.
 */
export function findFaults(
  file: string,
  sentWrites: Iterable<Write>,
  acknowledgedWrites: Iterable<Write>,
): FaultReport {
  let db: Database.Database | undefined
  try {
    db = new Database(file, { readonly: true })
    return reportFaults(db, [...sentWrites], new Set(acknowledgedWrites))
  } catch (error) {
    return {
      lostWrites: [...acknowledgedWrites].map(({ marker }) => marker),
      problems: [`the database is unusable: ${String(error)}`],
    }
  } finally {
    db?.close()
  }
}

function reportFaults(
  db: Database.Database,
  sentWrites: Write[],
  acknowledgedWrites: Set<Write>,
): FaultReport {
  const integrityResult = db.pragma('integrity_check', { simple: true })
  if (integrityResult !== 'ok')
    return { lostWrites: [], problems: [`integrity: ${String(integrityResult)}`] }
  const lostWrites: string[] = []
  const problems: string[] = []
  if ((db.pragma('foreign_key_check') as unknown[]).length > 0)
    problems.push('a foreign key references a missing row')
  if (db.prepare(invalidPositionsQuery).all().length > 0)
    problems.push('two deals share a position, or a deal has no position')
  const effectsByMarker = Map.groupBy(
    db.prepare<[], { marker: string; requestId: string | null }>(effectsQuery).all(),
    ({ marker }) => marker,
  )
  const keyHashes = new Set(db.prepare('SELECT keyHash FROM idempotencyKeys').pluck().all())
  const eventTypesStatement = db
    .prepare('SELECT type FROM events WHERE requestId = ? ORDER BY type')
    .pluck()
  for (const write of sentWrites) {
    const [effect, ...duplicates] = effectsByMarker.get(write.marker) ?? []
    const isKeyStored = keyHashes.has(getKeyHash(write))
    if (acknowledgedWrites.has(write) && !(effect && isKeyStored)) lostWrites.push(write.marker)
    if (isKeyStored !== Boolean(effect))
      problems.push(
        `${write.kind} ${write.marker}: ${isKeyStored ? 'its idempotency key is stored, but not its effect' : 'its effect is stored, but not its idempotency key'}`,
      )
    if (duplicates.length > 0)
      problems.push(`${write.kind} ${write.marker} was applied ${duplicates.length + 1} times`)
    const events = effect ? eventTypesStatement.all(effect.requestId).join() : ''
    if (effect && events !== getWriteKind(write.kind).events.join())
      problems.push(`${write.kind} ${write.marker} has the events ${events || 'none'}`)
  }
  return { lostWrites, problems: [...problems, ...findAuditFaults(db)] }
}

interface AuditEvent {
  sequence: number
  recordKind: 'task' | 'person' | 'deal'
  recordId: string
  recordVersion: number
  changes: string
}

/**
 * Finds gaps between the sequence numbers of events, changes that do not start from the previous
 * value, and final values and versions that differ from the stored ones.
 */
function findAuditFaults(db: Database.Database): string[] {
  const faults: string[] = []
  const events = db
    .prepare<[], AuditEvent>(
      'SELECT sequence, recordKind, recordId, recordVersion, changes FROM events ORDER BY sequence',
    )
    .all()
  const lastSequence = db
    .prepare('SELECT coalesce(max(eventSequence), 0) FROM companies')
    .pluck()
    .get()
  // Restoring a backup skips a million sequence numbers.
  const sequences = [...events.map(({ sequence }) => sequence), Number(lastSequence) + 1]
  if (
    sequences.some(
      (number, index) =>
        number - (sequences[index - 1] ?? 0) !== 1 &&
        number - (sequences[index - 1] ?? 0) !== 1_000_001,
    )
  )
    faults.push('the event sequence numbers have gaps')
  const tables = { task: 'tasks', person: 'people', deal: 'deals' }
  for (const [recordId, recordEvents] of Map.groupBy(events, (event) => event.recordId)) {
    const table = tables[recordEvents[0]?.recordKind as keyof typeof tables]
    if (!table) continue
    const row = db
      .prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = ?`)
      .get(recordId)
    const lastValues = new Map<string, unknown>()
    for (const { changes } of recordEvents)
      for (const { field, from, to } of JSON.parse(changes) as {
        field: string
        from: unknown
        to: unknown
      }[]) {
        // Ignores positions, which also change when other deals move, and lists, which have one
        // change per item.
        if (!row || !(field in row)) continue
        if (lastValues.has(field) && lastValues.get(field) !== from)
          faults.push(`${recordId}: a change to ${field} does not start from the previous value`)
        lastValues.set(field, to)
      }
    for (const [field, value] of lastValues)
      if (row?.[field] !== value)
        faults.push(`${recordId}: the stored ${field} differs from its events`)
    const recordVersions = recordEvents.map((event) => event.recordVersion)
    if (
      recordVersions.some(
        (version, index) => index > 0 && version < (recordVersions[index - 1] ?? 0),
      ) ||
      recordVersions.at(-1) !== row?.['version']
    )
      faults.push(`${recordId}: the stored version differs from its events`)
  }
  return faults
}
