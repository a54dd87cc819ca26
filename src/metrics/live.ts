import type { Server } from 'node:http'
import type { Store } from '../store/store.ts'
import { type Family, gauge } from './series.ts'

const by = (label: string, values: Record<string, number>) =>
  Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))

/**
 * What is open and what waits at this moment: connections of clients and to the database, and those
 * who have to wait for one.
 */
export async function liveMetrics(server: Server, store: Store): Promise<Family[]> {
  const open = await new Promise<number>((resolve) =>
    server.getConnections((_, count) => resolve(count)),
  )
  const { connections, waiting } = store.load()
  const space = await store.space?.()
  return [
    gauge('dealgraph_connections_open', 'Connections of clients.', open),
    gauge(
      'dealgraph_connections_most',
      'Connections for which there are file handles; 0 where that is not known.',
      server.maxConnections ?? 0,
    ),
    gauge(
      'dealgraph_database_connections',
      'Connections to the database for requests, by whether they are in use.',
      by('state', connections),
    ),
    gauge(
      'dealgraph_database_waiting',
      'Who waits for a connection, or for the turn to write.',
      by('for', waiting),
    ),
    ...(space ? spaceMetrics(space) : []),
  ]
}

const spaceMetrics = ({
  file,
  log,
  free,
}: {
  file: number
  log: number
  free: number
}): Family[] => [
  gauge('dealgraph_database_file_bytes', 'Size of the database file.', file),
  gauge(
    'dealgraph_database_log_bytes',
    'Size of its log, which is moved into it now and then.',
    log,
  ),
  gauge('dealgraph_disk_free_bytes', 'What is free on its disk.', free),
]
