import Database from 'better-sqlite3'
import type { Fixture } from './fixture.ts'
import { type Records, readRecords } from './records.ts'

/** Observes and restores the database file through separate connections. */
export interface DatabaseMonitor {
  /** Returns a number that changes with each commit of another connection, such as the server's. */
  readVersion(): number
  /** Captures the current rows; `listChangedTables` compares them with later rows. */
  captureRows(): void
  /**
   * Returns the tables whose rows differ from the captured rows, except tables that the server
   * writes without a request.
   */
  listChangedTables(): string[]
  /** Returns all records. The database is read again only after a change. */
  readRecords(): Records
  /**
   * Returns the ids of the records that contain a text, and of the records that determine who can
   * view a row with the text.
   */
  findIdsContaining(text: string): string[]
  findCompanyId(id: string): string | undefined
  listDeletedIds(): string[]
  /** Restores the actors' roles and API keys, and undoes suspensions and revocations. */
  restoreActors(): void
  /**
   * Restores the rows of all tables except `preservedTables`. Because `companies` is preserved,
   * event sequence numbers are never reused.
   */
  restoreRows(): void
  close(): void
}

const quoteName = (name: string) => `"${name}"`
const preservedTables = ['secrets', 'companies', 'kysely_migration', 'kysely_migration_lock']
/** Matches the tables that the webhook dispatcher writes. */
const dispatcherTablePattern = /^webhook/
type Row = Record<string, unknown>

export function createDatabaseMonitor(fixture: Fixture): DatabaseMonitor {
  const db = new Database(fixture.file, { timeout: 10_000 })
  const capturedDb = new Database(fixture.file, { readonly: true })
  const listSchemaObjects = (type: string) =>
    db
      .prepare<[string], { name: string; sql: string }>(
        'select name, sql from sqlite_master where type = ?',
      )
      .all(type)
  const tables = listSchemaObjects('table')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_'))
  const columns = new Map(
    tables.map((table) => [
      table,
      (db.pragma(`table_info(${quoteName(table)})`) as { name: string }[]).map(({ name }) => name),
    ]),
  )
  const hasColumn = (table: string, column: string) => columns.get(table)?.includes(column) ?? false
  const selectRows = (table: string) =>
    db.prepare<[], Row>(`select * from ${quoteName(table)}`).all()
  const initialRows = new Map(
    tables
      .filter((table) => !preservedTables.includes(table))
      .map((table) => [table, selectRows(table)]),
  )
  const readVersion = () => db.pragma('data_version', { simple: true }) as number
  const watchedTables = tables.filter(
    (table) => !fixture.hasBackgroundWrites || !dispatcherTablePattern.test(table),
  )
  const readContents = (connection: Database.Database, table: string) =>
    JSON.stringify(
      connection
        .prepare(`select * from ${quoteName(table)}`)
        .raw()
        .all(),
    )
  const captureRows = () => {
    if (capturedDb.inTransaction) capturedDb.exec('commit')
    capturedDb.exec('begin; select 1 from sqlite_master')
  }
  const listChangedTables = () =>
    watchedTables.filter((table) => readContents(capturedDb, table) !== readContents(db, table))

  let lastRead: { version: number; records: Records } | undefined
  const readCurrentRecords = () => {
    const currentVersion = readVersion()
    if (lastRead?.version !== currentVersion)
      lastRead = { version: currentVersion, records: readRecords(db, fixture) }
    return lastRead.records
  }

  const idColumns: Record<string, string> = {
    personMerges: 'survivorId',
    events: 'recordId',
    webhookDeliveries: 'id',
  }
  const idQueries = tables.flatMap((table) => {
    const id =
      idColumns[table] ??
      ['personId', 'dealId', 'appointmentId', 'id'].find(
        (column) => hasColumn(table, column) && (column !== 'personId' || !hasColumn(table, 'id')),
      )
    if (!id || preservedTables.includes(table)) return []
    const condition = (columns.get(table) ?? [])
      .map((column) => `instr(${quoteName(column)}, @text) > 0`)
      .join(' or ')
    return [
      db
        .prepare<{ text: string }, string>(
          `select ${quoteName(id)} from ${quoteName(table)} where ${condition}`,
        )
        .pluck(),
    ]
  })
  const companyQueries = tables
    .filter((table) => hasColumn(table, 'companyId') && hasColumn(table, 'id'))
    .map((table) => `select "companyId" from ${quoteName(table)} where "id" = @id`)
  const companyQuery = db
    .prepare<{ id: string }, string>(
      `${companyQueries.join(' union all ')} union all select "companyId" from "events" where "recordId" = @id limit 1`,
    )
    .pluck()
  const deletedIdsQuery = db
    .prepare<[], string>(
      `select distinct "recordId" from "events" where "type" like '%.deleted' limit 200`,
    )
    .pluck()

  const restoreUserStatement = db.prepare(
    'update "users" set "role" = @role, "suspendedAt" = null where "id" = @id and ("role" <> @role or "suspendedAt" is not null)',
  )
  const restoreKeyStatement = db.prepare(
    `update "apiKeys" set "hash" = @hash, "scopes" = @scopes, "revokedAt" = null, "expiresAt" = null, "previousHash" = null, "previousExpiresAt" = null
      where "id" = @id and ("hash" <> @hash or "revokedAt" is not null or "expiresAt" is not null or "scopes" is not @scopes)`,
  )
  function insertRows(table: string, rows: Row[]): void {
    const insertStatement = db.prepare(
      `insert into ${quoteName(table)} values (${(columns.get(table) ?? []).map(() => '?').join(', ')})`,
    )
    for (const row of rows) insertStatement.run(Object.values(row))
  }
  /**
   * Discards the cached records, because `data_version` does not reflect writes of this connection.
   */
  const discardRecords = () => {
    lastRead = undefined
  }
  function restoreActors(): void {
    const userChanges = (initialRows.get('users') as Row[]).map(
      (user) => restoreUserStatement.run(user).changes,
    )
    const keyChanges = (initialRows.get('apiKeys') as Row[]).map(
      (key) => restoreKeyStatement.run(key).changes,
    )
    if ([...userChanges, ...keyChanges].some((changes) => changes > 0)) discardRecords()
  }
  function restoreRows(): void {
    const triggers = listSchemaObjects('trigger')
    db.pragma('foreign_keys = off')
    db.transaction(() => {
      for (const { name } of triggers) db.exec(`drop trigger ${quoteName(name)}`)
      for (const [table, rows] of initialRows) {
        db.exec(`delete from ${quoteName(table)}`)
        insertRows(table, rows)
      }
      for (const { sql } of triggers) db.exec(sql)
    }).immediate()
    discardRecords()
  }
  return {
    readVersion,
    captureRows,
    listChangedTables,
    readRecords: readCurrentRecords,
    findIdsContaining: (text) => idQueries.flatMap((query) => query.all({ text })),
    findCompanyId: (id) => companyQuery.get({ id }),
    listDeletedIds: () => deletedIdsQuery.all(),
    restoreActors,
    restoreRows,
    close: () => {
      capturedDb.close()
      db.close()
    },
  }
}
