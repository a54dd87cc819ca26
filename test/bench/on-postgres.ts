import { runDealgraph } from '../support/command.ts'
import { getUrl, withAdmin } from '../support/postgres.ts'
import type { BenchmarkDatabase } from './data.ts'
import type { Postgres } from './postgres.ts'
import { type RunningServer, startOwnServer } from './servers.ts'
import type { Workload } from './workloads.ts'

const role = 'dealgraph_ours'

/**
 * Starts Dealgraph on a PostgreSQL copy of the benchmark database, which `dealgraph copy` creates
 * on the first run.
 */
export async function startOnPostgres(
  { url, pid }: Postgres,
  data: BenchmarkDatabase,
  report: (text: string) => void,
): Promise<RunningServer> {
  const databaseName = `${role}_${data.people}`
  const databaseUrl = getUrl(url, databaseName, role)
  const isCreated = await withAdmin(url, async (admin) => {
    const existsInCatalog = async (catalog: string, column: string, value: string) =>
      (await admin.query(`SELECT 1 FROM ${catalog} WHERE ${column} = $1`, [value])).rows.length > 0
    if (!(await existsInCatalog('pg_roles', 'rolname', role)))
      await admin.query(`CREATE ROLE ${role} LOGIN`)
    if (await existsInCatalog('pg_database', 'datname', databaseName)) return false
    await admin.query(`CREATE DATABASE ${databaseName} OWNER ${role}`)
    return true
  })
  const isComplete =
    !isCreated &&
    (await withAdmin(
      databaseUrl,
      async (client) =>
        (await client.query(`SELECT to_regclass('"copyProgress"') AS found`)).rows[0].found ===
        null,
    ))
  if (!isComplete) {
    report(`copying the company to PostgreSQL …`)
    const { code, stderr } = await runDealgraph(
      { LOG_LEVEL: 'error' },
      'copy',
      '--from',
      `sqlite:${data.file}`,
      '--to',
      databaseUrl,
    )
    if (code !== 0) throw new Error(stderr)
  }
  const server = await startOwnServer(databaseUrl, data.secret)
  return { ...server, name: 'on-postgres', pids: pid ? [...server.pids, pid] : [] }
}

/**
 * Adds the server to the workloads of the SQLite server, except workloads with API keys that exist
 * only in that server's database.
 */
export function addOnPostgres(workloads: Workload[]): void {
  for (const workload of workloads)
    if (workload.requests.dealgraph?.every(({ key }) => key === undefined))
      workload.requests['on-postgres'] = workload.requests.dealgraph
}
