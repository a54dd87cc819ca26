import { dealgraph } from '../support/command.ts'
import { asAdmin, urlOf } from '../support/postgres.ts'
import type { Data } from './data.ts'
import type { Postgres } from './postgres.ts'
import { type Running, startOurs } from './servers.ts'
import type { Workload } from './workloads.ts'

const role = 'dealgraph_ours'

/**
 * Our server once more, on PostgreSQL: the same company, moved there by the program's own means,
 * once.
 */
export async function startOnPostgres(
  { url, pid }: Postgres,
  data: Data,
  say: (text: string) => void,
): Promise<Running> {
  const name = `${role}_${data.people}`
  const database = urlOf(url, name, role)
  const made = await asAdmin(url, async (admin) => {
    const isThere = async (catalog: string, column: string, value: string) =>
      (await admin.query(`SELECT 1 FROM ${catalog} WHERE ${column} = $1`, [value])).rows.length > 0
    if (!(await isThere('pg_roles', 'rolname', role)))
      await admin.query(`CREATE ROLE ${role} LOGIN`)
    if (await isThere('pg_database', 'datname', name)) return false
    await admin.query(`CREATE DATABASE ${name} OWNER ${role}`)
    return true
  })
  const whole =
    !made &&
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

/** It is asked what the other is, but with the keys of that one's own copy. */
export function askOnPostgres(workloads: Workload[]): void {
  for (const workload of workloads)
    if (workload.asks.ours?.every(({ key }) => key === undefined))
      workload.asks['on-postgres'] = workload.asks.ours
}
