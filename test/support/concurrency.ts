import Database from 'better-sqlite3'
import type { Reply } from './client.ts'
import { dump } from './dump.ts'
import type { World } from './world.ts'

/**
 * Finds corrupt database pages, dangling references, and record versions that differ from those in
 * the audit log.
 */
export async function findDatabaseFaults(world: World): Promise<unknown[]> {
  const db = new Database(world.file)
  const integrityResult = db.pragma('integrity_check', { simple: true })
  const danglingReferences = db.pragma('foreign_key_check') as unknown[]
  db.close()
  const { events = [], ...tables } = await dump(world)
  const loggedVersions = new Map<string, number>()
  const loggedEvents = events.map(
    (row) => JSON.parse(row) as { sequence: number; recordId: string; recordVersion: number },
  )
  for (const { recordId, recordVersion } of loggedEvents.sort((a, b) => a.sequence - b.sequence))
    loggedVersions.set(recordId, recordVersion)
  const versionMismatches = Object.entries(tables).flatMap(([table, rows]) =>
    rows
      .map((row) => JSON.parse(row) as { id: string; version?: number })
      .filter(({ id, version = 1 }) => version !== (loggedVersions.get(id) ?? 1))
      .map(
        ({ id, version }) =>
          `${table} ${id} has version ${version}, but its last event has version ${loggedVersions.get(id)}`,
      ),
  )
  return [
    ...(integrityResult === 'ok' ? [] : [integrityResult]),
    ...danglingReferences,
    ...versionMismatches,
  ]
}

export const sendConcurrently = (
  requestCount: number,
  sendRequest: (index: number) => Promise<Reply>,
): Promise<Reply[]> => Promise.all(Array.from({ length: requestCount }, (_, i) => sendRequest(i)))

/** Counts the responses by status or error code. */
export function countOutcomes(responses: Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of responses) {
    const name = body?.errors?.[0]?.extensions.code ?? body?.error?.code ?? String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Counts the events of a record by type. */
export async function countEvents(world: World, recordId: string): Promise<Record<string, number>> {
  const { events = [] } = await dump(world)
  const counts: Record<string, number> = {}
  for (const row of events) {
    const event = JSON.parse(row) as { recordId: string; type: string }
    if (event.recordId === recordId) counts[event.type] = (counts[event.type] ?? 0) + 1
  }
  return counts
}
