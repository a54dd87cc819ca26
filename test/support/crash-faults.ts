import Database from 'better-sqlite3'
import { describeKind, keyHashOf, type Write } from './writes.ts'

/** Faults of a database after a crash. */
export interface FaultReport {
  /** Acknowledged writes without an effect. */
  lost: string[]
  problems: string[]
}

/** Every row of a write by its marker, with the request of its event (null without an event). */
const effectsQuery = `
  SELECT title AS marker, (SELECT max(requestId) FROM events WHERE recordId = tasks.id AND type = 'task.created') AS requestId FROM tasks
  UNION ALL SELECT firstName, (SELECT max(requestId) FROM events WHERE recordId = people.id AND type = 'person.created') FROM people
  UNION ALL SELECT title, (SELECT max(requestId) FROM events WHERE recordId = deals.id AND type = 'deal.created') FROM deals
  UNION ALL SELECT content, (SELECT max(requestId) FROM events WHERE recordId = activities.id AND type = 'activity.created') FROM activities
  UNION ALL SELECT name, (SELECT max(requestId) FROM events WHERE recordId = tags.id AND type = 'tag.created') FROM tags JOIN personTags ON tagId = tags.id
  UNION ALL SELECT change.value ->> 'to', requestId FROM events, json_each(changes) AS change
    WHERE events.type IN ('task.updated', 'person.updated') AND change.value ->> 'field' IN ('description', 'background')`

/** Deals of a stage that share a position. */
const sharedPositionsQuery =
  'SELECT stageId FROM deals GROUP BY companyId, stageId HAVING count(DISTINCT rank) < count(*) OR min(length(rank)) = 0'

/** Expects an intact file in which acknowledged writes took effect once, and others once or not. */
export function findFaults(
  file: string,
  sent: Iterable<Write>,
  acknowledged: Iterable<Write>,
): FaultReport {
  let raw: Database.Database | undefined
  try {
    raw = new Database(file, { readonly: true })
    return reportFaults(raw, [...sent], new Set(acknowledged))
  } catch (error) {
    return {
      lost: [...acknowledged].map(({ marker }) => marker),
      problems: [`unusable: ${String(error)}`],
    }
  } finally {
    raw?.close()
  }
}

function reportFaults(
  raw: Database.Database,
  sent: Write[],
  acknowledged: Set<Write>,
): FaultReport {
  const integrity = raw.pragma('integrity_check', { simple: true })
  if (integrity !== 'ok') return { lost: [], problems: [`integrity: ${String(integrity)}`] }
  const lost: string[] = []
  const problems: string[] = []
  if ((raw.pragma('foreign_key_check') as unknown[]).length > 0)
    problems.push('a foreign key has no target')
  if (raw.prepare(sharedPositionsQuery).all().length > 0)
    problems.push('two deals share a position')
  const found = Map.groupBy(
    raw.prepare<[], { marker: string; requestId: string | null }>(effectsQuery).all(),
    ({ marker }) => marker,
  )
  const keyHashes = new Set(raw.prepare('SELECT keyHash FROM idempotencyKeys').pluck().all())
  const eventsOf = raw.prepare('SELECT type FROM events WHERE requestId = ? ORDER BY type').pluck()
  for (const write of sent) {
    const [first, ...more] = found.get(write.marker) ?? []
    const isStored = keyHashes.has(keyHashOf(write))
    if (acknowledged.has(write) && !(first && isStored)) lost.push(write.marker)
    if (isStored !== Boolean(first))
      problems.push(
        `${write.kind} ${write.marker}: ${isStored ? 'its key is stored without its effect' : 'its effect is stored without its key'}`,
      )
    if (more.length > 0)
      problems.push(`${write.kind} ${write.marker} took place ${more.length + 1} times`)
    const events = first ? eventsOf.all(first.requestId).join() : ''
    if (first && events !== describeKind(write.kind).events.join())
      problems.push(`${write.kind} ${write.marker} has the events ${events || 'none'}`)
  }
  return { lost, problems: [...problems, ...findAuditFaults(raw)] }
}

interface AuditEvent {
  sequence: number
  recordKind: 'task' | 'person' | 'deal'
  recordId: string
  recordVersion: number
  changes: string
}

/** Expects events without gaps, whose changes follow each other and end at the stored values. */
function findAuditFaults(raw: Database.Database): string[] {
  const broken: string[] = []
  const events = raw
    .prepare<[], AuditEvent>(
      'SELECT sequence, recordKind, recordId, recordVersion, changes FROM events ORDER BY sequence',
    )
    .all()
  const lastNumber = raw
    .prepare('SELECT coalesce(max(eventSequence), 0) FROM companies')
    .pluck()
    .get()
  // A restore skips a million numbers.
  const numbers = [...events.map(({ sequence }) => sequence), Number(lastNumber) + 1]
  if (
    numbers.some(
      (number, index) =>
        number - (numbers[index - 1] ?? 0) !== 1 &&
        number - (numbers[index - 1] ?? 0) !== 1_000_001,
    )
  )
    broken.push('the numbers of the events have gaps')
  const tables = { task: 'tasks', person: 'people', deal: 'deals' }
  for (const [recordId, trail] of Map.groupBy(events, (event) => event.recordId)) {
    const table = tables[trail[0]?.recordKind as keyof typeof tables]
    if (!table) continue
    const row = raw
      .prepare<[string], Record<string, unknown>>(`SELECT * FROM ${table} WHERE id = ?`)
      .get(recordId)
    const last = new Map<string, unknown>()
    for (const { changes } of trail)
      for (const { field, from, to } of JSON.parse(changes) as {
        field: string
        from: unknown
        to: unknown
      }[]) {
        // Positions also change with other deals, and lists have one change per item.
        if (!row || !(field in row)) continue
        if (last.has(field) && last.get(field) !== from)
          broken.push(`${recordId}: ${field} did not change from where it was`)
        last.set(field, to)
      }
    for (const [field, value] of last)
      if (row?.[field] !== value) broken.push(`${recordId}: ${field} is not what its events say`)
    const versions = trail.map((event) => event.recordVersion)
    if (
      versions.some((version, index) => index > 0 && version < (versions[index - 1] ?? 0)) ||
      versions.at(-1) !== row?.['version']
    )
      broken.push(`${recordId}: its versions are not those of its events`)
  }
  return broken
}
