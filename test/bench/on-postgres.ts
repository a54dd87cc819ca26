import { dealgraph } from '../support/command.ts'
import { asAdmin, urlOf } from '../support/postgres.ts'
import type { Data } from './data.ts'
import type { Postgres } from './postgres.ts'
import { type RunningServer, startOurs } from './servers.ts'
import type { Workload } from './workloads.ts'

const role = 'dealgraph_ours'

/** Dealgraph on PostgreSQL with the same company, which `dealgraph copy` copies once. */
export async function startOnPostgres(
  { url, pid }: Postgres,
  data: Data,
  say: (text: string) => void,
): Promise<RunningServer> {
  const name = `${role}_${data.people}`
  const database = urlOf(url, name, role)
  const created = await asAdmin(url, async (admin) => {
    const isThere = async (catalog: string, column: string, value: string) =>
      (await admin.query(`SELECT 1 FROM ${catalog} WHERE ${column} = $1`, [value])).rows.length > 0
    if (!(await isThere('pg_roles', 'rolname', role)))
      await admin.query(`CREATE ROLE ${role} LOGIN`)
    if (await isThere('pg_database', 'datname', name)) return false
    await admin.query(`CREATE DATABASE ${name} OWNER ${role}`)
    return true
  })
  const whole =
    !created &&
    (await asAdmin(
      database,
      async (client) =>
        (await client.query(`SELECT to_regclass('"copyProgress"') AS found`)).rows[0].found ===
        null,
    ))
  if (!whole) {
    say(`copying the company to PostgreSQL …`)
    const { code, err } = await dealgraph(
      { LOG_LEVEL: 'error' },
      'copy',
      '--from',
      `sqlite:${data.file}`,
      '--to',
      database,
    )
    if (code !== 0) throw new Error(err)
  }
  const started = await startOurs(database, data.secret)
  return { ...started, name: 'on-postgres', pids: pid ? [...started.pids, pid] : [] }
}

/**
 * Adds the server to the workloads of the first one, except those with keys of that server's copy.
 */
export function addOnPostgres(workloads: Workload[]): void {
  for (const workload of workloads)
    if (workload.requests.ours?.every(({ key }) => key === undefined))
      workload.requests['on-postgres'] = workload.requests.ours
}
