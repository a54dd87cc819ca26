/** Starts PgBouncer (Debian package `pgbouncer`) in front of a PostgreSQL server. */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findAccount, role, socketOf } from './postgres.ts'

export interface PgBouncer {
  /** The folder of its socket. */
  folder: string
  stop(): Promise<void>
}

export const findPgBouncer = (): string | undefined =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((file) => existsSync(file))

/** @param settings lines of its configuration, such as `pool_mode = session` */
export async function startPgBouncer(server: string, settings: string[]): Promise<PgBouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-pgbouncer-'))
  const account = findAccount() ?? {}
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${role}" ""\n"admin" ""\n`)
  const file = join(folder, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `* = host=${socketOf(server)} port=5432`,
    '[pgbouncer]',
    'listen_addr =',
    'listen_port = 5432',
    `unix_socket_dir = ${folder}`,
    'auth_type = trust',
    `auth_file = ${users}`,
    ...settings,
  ]
  writeFileSync(file, lines.join('\n'))
  if (account.uid !== undefined && account.gid !== undefined)
    chownSync(folder, account.uid, account.gid)
  const child = spawn(findPgBouncer() ?? '', [file], {
    ...account,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (part: Buffer) => {
      said += part
      if (said.includes('process up')) resolve()
    })
    void ended.then(() => reject(new Error(said)))
  })
  return {
    folder,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
