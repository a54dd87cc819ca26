import type { Client } from 'pg'
import { exitCodes, OperatorError } from '../faults.ts'
import {
  type CopyProgress,
  maxBatchBytes,
  maxBatchRows,
  progressTable,
  type Row,
  rowBytes,
  type TableCopy,
  type TableInfo,
  type TableSnapshot,
  unfinishedCopyError,
  type Value,
} from '../table-copy.ts'
import { listOf, type Typed } from './catalog.ts'
import { noTimeouts, PgClient } from './connection.ts'
import { Connector } from './connector.ts'
import { faultOf, redactUrl, toOperatorError } from './faults.ts'
import { migrate } from './migrate.ts'
import { everyCompany, setting } from './scope.ts'

/** Milliseconds for which those may still be seen who have just ended. */
const patience = 5000

export function databaseLocation(url: string): string {
  try {
    const { host, port, database } = new PgClient({ connectionString: url })
    return `${host}:${port}/${database}`
  } catch {
    throw new OperatorError(
      `${redactUrl(url)} is no address of a PostgreSQL database.`,
      exitCodes.setting,
    )
  }
}

export async function openTableCopy(url: string): Promise<TableCopy> {
  const connector = new Connector(url, { timeouts: noTimeouts, config: { pipeline: false } })
  let client: Client | undefined
  try {
    client = await connector.connect()
    await connector.refuseSharedSessions(client)
    await client.query(`SET ${setting} = '${everyCompany}'; SET synchronous_commit = off`)
    await migrate(client, url)
    await refuseOthers(client, url)
    const tables = tablesOn(client, url, await listOf(client))
    return { ...tables, close: () => connector.end(client) }
  } catch (cause) {
    await connector.end(client)
    throw toOperatorError(cause, url)
  }
}

const others = `SELECT count(*) AS "count" FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()`

/** @throws OperatorError when other processes of the program are connected */
async function refuseOthers(client: Client, url: string): Promise<void> {
  for (
    const end = performance.now() + patience;
    ;
    await new Promise((resolve) => setTimeout(resolve, 100))
  ) {
    if ((await client.query(others)).rows[0].count === 0) return
    if (performance.now() > end)
      throw new OperatorError(
        `A Dealgraph uses ${redactUrl(url)} at this moment; stop it first.`,
        exitCodes.locked,
      )
  }
}

const isThere = async (client: Client): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) AS found', [`"${progressTable}"`])).rows[0].found !==
  null

/** @throws OperatorError when what is there is a part of a copy */
export async function refuseUnfinished(client: Client, url: string): Promise<void> {
  if (await isThere(client)) throw unfinishedCopyError(redactUrl(url))
}

const lost = (url: string) =>
  new OperatorError(
    `The connection to ${redactUrl(url)} was lost; run the same "dealgraph copy" again, which goes on where it stopped.`,
    exitCodes.unusableDatabase,
  )

const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(', ')

function tablesOn(client: Client, url: string, list: Typed[]): Omit<TableCopy, 'close'> {
  const told = (cause: unknown) =>
    Promise.reject(faultOf(cause) === 'lost' ? lost(url) : toOperatorError(cause, url))
  async function change(work: () => Promise<unknown>): Promise<void> {
    try {
      await client.query('BEGIN')
      await work()
      await client.query('COMMIT')
    } catch (cause) {
      await client.query('ROLLBACK').catch(() => undefined)
      await told(cause)
    }
  }
  return {
    list,
    async read() {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY').catch(told)
      return snapshotOn(client, told)
    },
    async progress() {
      if (!(await isThere(client))) return undefined
      return JSON.parse(
        (await client.query(`SELECT state FROM "${progressTable}"`)).rows[0].state,
      ) as CopyProgress
    },
    begin: (progress) =>
      change(async () => {
        await client.query(
          `CREATE TABLE "${progressTable}" (state TEXT NOT NULL); DELETE FROM "secrets"`,
        )
        await client.query(`INSERT INTO "${progressTable}" VALUES ($1)`, [JSON.stringify(progress)])
      }),
    add: (table, rows, progress) =>
      change(async () => {
        await client.query({
          name: `add ${table.name}`,
          text: insertInto(list, table),
          values: table.columns.map((_, index) => rows.map((row) => row[index])),
        })
        await client.query({
          name: 'note',
          text: `UPDATE "${progressTable}" SET state = $1`,
          values: [JSON.stringify(progress)],
        })
      }),
    analyze: async () =>
      void (await client.query(`ANALYZE ${quoted(list.map(({ name }) => name))}`).catch(told)),
    async finish() {
      await client.query('SET synchronous_commit = on').catch(told)
      await client.query(`DROP TABLE "${progressTable}"`).catch(told)
    },
  }
}

/** Rows are given as one list for each column: however many they are, it is the same statement. */
function insertInto(list: Typed[], { name, columns }: TableInfo): string {
  const types = list.find((table) => table.name === name)?.types ?? []
  return `INSERT INTO "${name}" (${quoted(columns)}) SELECT * FROM unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`
}

function snapshotOn(client: Client, told: (cause: unknown) => Promise<never>): TableSnapshot {
  return {
    count: async ({ name }) =>
      (await client.query(`SELECT count(*) AS "count" FROM "${name}"`).catch(told)).rows[0].count,
    async *rows({ name, columns, key }, after?: Value[]) {
      const behind = after
        ? ` WHERE (${quoted(key)}) > (${key.map((_, index) => `$${index + 1}`).join(', ')})`
        : ''
      const text = `DECLARE "reading" NO SCROLL CURSOR FOR SELECT ${quoted(columns)} FROM "${name}"${behind} ORDER BY ${quoted(key)}`
      await client.query(text, after ?? []).catch(told)
      for (let limit = 100; ; ) {
        const { rows } = (await client
          .query({ text: `FETCH ${limit} FROM "reading"`, rowMode: 'array' })
          .catch(told)) as { rows: Row[] }
        if (rows.length > 0) yield rows
        if (rows.length < limit) break
        const bytes = rows.reduce((sum, row) => sum + rowBytes(row), 0)
        limit = Math.max(
          1,
          Math.min(maxBatchRows, limit * 2, Math.floor((maxBatchBytes * limit) / bytes)),
        )
      }
      await client.query('CLOSE "reading"').catch(told)
    },
    end: async () => void (await client.query('ROLLBACK').catch(told)),
  }
}
