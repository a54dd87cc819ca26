/** Reads and writes the tables of a PostgreSQL database for the `copy` command. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { OperatorError } from '../faults.ts'
import * as copy from '../table-copy.ts'
import { allCompanies, companySetting, noTimeouts, PgClient } from './connection.ts'
import { Connector } from './connector.ts'
import { classifyFault, redactUrl, toOperatorError } from './faults.ts'
import { migrate, tableExists } from './migrate.ts'

/** The time for which the server may still list sessions that have ended. */
const sessionEndMs = 5000

export function getDatabaseLocation(url: string): string {
  try {
    const { host, port, database } = new PgClient({ connectionString: url })
    return `${host}:${port}/${database}`
  } catch {
    throw new OperatorError(
      `${redactUrl(url)} is not a valid PostgreSQL URL; use postgres://USER:PASSWORD@HOST/DATABASE.`,
      'setting',
    )
  }
}

export async function openTableCopy(url: string): Promise<copy.TableCopy> {
  const connector = new Connector(url, { timeouts: noTimeouts, config: { pipeline: false } })
  let client: Client | undefined
  try {
    client = await connector.connect()
    await connector.rejectSharedSessions(client)
    await client.query(`SET ${companySetting} = '${allCompanies}'; SET synchronous_commit = off`)
    await migrate(client, url)
    await rejectOtherProcesses(client, url)
    const { rows } = await client.query<copy.TableRow>(copy.selectTablesSql.postgres)
    return new PostgresTableCopy(connector, client, url, copy.listCopiedTables(rows))
  } catch (cause) {
    await connector.end(client)
    throw toOperatorError(cause, url)
  }
}

const otherSessionsSql = `SELECT count(*) AS "count" FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()`

/** @throws OperatorError if other Dealgraph processes are connected to the database */
async function rejectOtherProcesses(client: Client, url: string): Promise<void> {
  const deadline = performance.now() + sessionEndMs
  while ((await client.query(otherSessionsSql)).rows[0].count > 0) {
    if (performance.now() > deadline) throw copy.createDatabaseInUseError(redactUrl(url))
    await delay(100)
  }
}

/** @throws OperatorError if the database is the target of an unfinished copy */
export async function rejectUnfinishedCopy(client: Client, url: string): Promise<void> {
  if (await tableExists(client, copy.progressTable))
    throw copy.createUnfinishedCopyError(redactUrl(url))
}

class PostgresTableCopy extends copy.TableCopy {
  readonly tables: copy.TableInfo[]
  protected readonly beginReadSql = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
  protected readonly beginWriteSql = 'BEGIN'
  readonly #connector: Connector
  readonly #client: Client
  readonly #url: string

  constructor(connector: Connector, client: Client, url: string, tables: copy.TableInfo[]) {
    super()
    this.tables = tables
    this.#connector = connector
    this.#client = client
    this.#url = url
  }

  protected async query(sql: string, values: unknown[] = [], name?: string): Promise<copy.Row[]> {
    try {
      const query = { text: sql, values, rowMode: 'array' as const, ...(name && { name }) }
      return (await this.#client.query<copy.Row>(query)).rows
    } catch (cause) {
      throw classifyFault(cause) === 'lost'
        ? createLostConnectionError(this.#url)
        : toOperatorError(cause, this.#url)
    }
  }

  /** Passes one array per column, so that the statement is the same for any number of rows. */
  protected async insert({ name, columns }: copy.TableInfo, rows: copy.Row[]): Promise<void> {
    const types = this.tables.find((table) => table.name === name)?.types ?? []
    const arrays = types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')
    await this.query(
      `INSERT INTO "${name}" (${copy.quoteNames(columns)}) SELECT * FROM unnest(${arrays})`,
      columns.map((_, index) => rows.map((row) => row[index])),
      `add ${name}`,
    )
  }

  protected getPlaceholder = (position: number) => `$${position}`

  protected hasProgress = () => tableExists(this.#client, copy.progressTable)

  async analyze(): Promise<void> {
    await this.query(`ANALYZE ${copy.quoteNames(this.tables.map(({ name }) => name))}`)
  }

  async finish(): Promise<void> {
    await this.query('SET synchronous_commit = on')
    await this.query(`DROP TABLE "${copy.progressTable}"`)
  }

  close = () => this.#connector.end(this.#client)
}

const createLostConnectionError = (url: string) =>
  new OperatorError(
    `The connection to ${redactUrl(url)} was lost; run the same "dealgraph copy" again to resume it.`,
    'unusableDatabase',
  )
