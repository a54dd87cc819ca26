import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

/** An empty database of a test's own: a file, or where the suite runs on PostgreSQL one on its server. */
export interface TestDatabase {
  url: string
  /** The file; nothing to be found there on PostgreSQL. */
  file: string
  remove(): Promise<void>
}

/** The server that this run of the suite goes by; see `postgres-suite.ts`. */
export const postgres = process.env['TEST_POSTGRES']
export const onPostgres = postgres !== undefined

/** An empty database whose schema is up to date; new ones are copies of it, which is quicker than to make them. */
export const template = 'dealgraph_template'

/** What owns the databases, and is bound by row-level security. */
export const role = 'dealgraph'

export const urlOf = (server: string, database: string, user = role): string =>
  server.replace(/\/\/[^@]*@/, `//${user}@`).replace(/\/[^/?]*(\?|$)/, `/${database}$1`)

export async function asAdmin<T>(server: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export async function newDatabase(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-'))
  const file = join(folder, 'test.db')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (!postgres) return { url: `sqlite:${file}`, file, remove: async () => removeFolder() }
  const name = `t_${randomBytes(8).toString('hex')}`
  await asAdmin(postgres, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${role} STRATEGY FILE_COPY`))
  return {
    url: urlOf(postgres, name),
    file,
    async remove() {
      removeFolder()
      await asAdmin(postgres, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    },
  }
}
