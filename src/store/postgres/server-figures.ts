import type { Client } from 'pg'

/** What a server says of itself. */
export interface ServerFigures {
  version: string
  versionNumber: number
  encoding: string
  bytes: number
  /** Whether it follows another server, and takes no changes. */
  standby: number
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  autovacuum: string
  trackCounts: string
  /** Connections that this role may have in this database; those of all in use now, and of ours. */
  most: number
  used: number
  connected: number
  /** Sessions of ours that hold a transaction open for long. */
  stuck: { pid: number; state: string; seconds: number }[]
  /**
   * Sessions of ours under another role, of which the server does not say to this one what they do.
   */
  hidden: number
}

const settings = `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS "versionNumber",
  current_setting('server_encoding') AS encoding, pg_database_size(current_database()) AS bytes, pg_is_in_recovery() AS standby,
  current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites", current_setting('synchronous_commit') AS "synchronousCommit",
  current_setting('autovacuum') AS autovacuum, current_setting('track_counts') AS "trackCounts"`

const connections = `SELECT
  least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int - coalesce(current_setting('reserved_connections', true)::int, 0),
    (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
    (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
  ) AS most,
  count(*) AS used,
  count(*) FILTER (WHERE datname = current_database() AND application_name = 'dealgraph') AS connected,
  count(*) FILTER (WHERE datname = current_database() AND application_name = 'dealgraph' AND state IS NULL) AS hidden
  FROM pg_stat_activity WHERE datid IS NOT NULL AND pid <> pg_backend_pid()`

const stuck = `SELECT pid, state, extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
  FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'dealgraph'
    AND xact_start < clock_timestamp() - CASE state WHEN 'active' THEN interval '10 minutes' ELSE interval '1 minute' END ORDER BY seconds DESC`

export async function readServerFigures(client: Client): Promise<ServerFigures> {
  const [first] = (await client.query(settings)).rows
  const [second] = (await client.query(connections)).rows
  return { ...first, ...second, stuck: (await client.query(stuck)).rows }
}
