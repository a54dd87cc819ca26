import Database from 'better-sqlite3'
import type { Cast } from './cast.ts'
import { type Records, readRecords } from './records.ts'

/** Reads the database file from outside the server: what has changed, and how to restore it. */
export interface Ground {
  /** A number that changes with each commit. */
  version(): number
  /** Remembers the present rows until the next call. */
  hold(): void
  /**
   * The tables whose rows differ from the remembered ones, without those that the server writes by
   * itself.
   */
  changed(): string[]
  /** Read again only after a change. */
  records(): Records
  /** The rows of records that contain this text, by the record that determines their visibility. */
  idsWith(text: string): string[]
  companyOf(id: string): string | undefined
  /** The ids of deleted records. */
  deletedIds(): string[]
  /** Restores the actors' keys and users. */
  restoreActors(): void
  /** Restores all rows, except the counters of events. */
  restoreRows(): void
  close(): void
}

const quoted = (name: string) => `"${name}"`
const stored = ['secrets', 'companies', 'kysely_migration', 'kysely_migration_lock']
/** Tables that the dispatcher and housekeeping write. */
const ofServer = /^webhook/
type Row = Record<string, unknown>

export function groundOf(cast: Cast): Ground {
  const db = new Database(cast.file, { timeout: 10_000 })
  const held = new Database(cast.file, { readonly: true })
  const names = (type: string) =>
    db
      .prepare<[string], { name: string; sql: string }>(
        'select name, sql from sqlite_master where type = ?',
      )
      .all(type)
  const tables = names('table')
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('sqlite_'))
  const columns = new Map(
    tables.map((table) => [
      table,
      (db.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map(({ name }) => name),
    ]),
  )
  const has = (table: string, column: string) => columns.get(table)?.includes(column) ?? false
  const rowsOf = (table: string) => db.prepare<[], Row>(`select * from ${quoted(table)}`).all()
  const company = new Map(
    tables.filter((table) => !stored.includes(table)).map((table) => [table, rowsOf(table)]),
  )
  const version = () => db.pragma('data_version', { simple: true }) as number
  const watchedTables = tables.filter((table) => !cast.busy || !ofServer.test(table))
  const contents = (of: Database.Database, table: string) =>
    JSON.stringify(
      of
        .prepare(`select * from ${quoted(table)}`)
        .raw()
        .all(),
    )
  const hold = () => {
    if (held.inTransaction) held.exec('commit')
    held.exec('begin; select 1 from sqlite_master')
  }
  const changed = () =>
    watchedTables.filter((table) => contents(held, table) !== contents(db, table))

  let read: { at: number; records: Records } | undefined
  const records = () => {
    const at = version()
    if (read?.at !== at) read = { at, records: readRecords(db, cast) }
    return read.records
  }

  const idColumns: Record<string, string> = {
    personMerges: 'survivorId',
    events: 'recordId',
    webhookDeliveries: 'id',
  }
  const holders = tables.flatMap((table) => {
    const id =
      idColumns[table] ??
      ['personId', 'dealId', 'appointmentId', 'id'].find(
        (column) => has(table, column) && (column !== 'personId' || !has(table, 'id')),
      )
    if (!id || stored.includes(table)) return []
    const anywhere = (columns.get(table) ?? [])
      .map((column) => `instr(${quoted(column)}, @text) > 0`)
      .join(' or ')
    return [
      db
        .prepare<{ text: string }, string>(
          `select ${quoted(id)} from ${quoted(table)} where ${anywhere}`,
        )
        .pluck(),
    ]
  })
  const owned = tables
    .filter((table) => has(table, 'companyId') && has(table, 'id'))
    .map((table) => `select "companyId" from ${quoted(table)} where "id" = @id`)
  const owner = db
    .prepare<{ id: string }, string>(
      `${owned.join(' union all ')} union all select "companyId" from "events" where "recordId" = @id limit 1`,
    )
    .pluck()
  const gone = db
    .prepare<[], string>(
      `select distinct "recordId" from "events" where "type" like '%.deleted' limit 200`,
    )
    .pluck()

  const restoreUser = db.prepare(
    'update "users" set "role" = @role, "suspendedAt" = null where "id" = @id and ("role" <> @role or "suspendedAt" is not null)',
  )
  const restoreKey = db.prepare(
    `update "apiKeys" set "hash" = @hash, "scopes" = @scopes, "revokedAt" = null, "expiresAt" = null, "previousHash" = null, "previousExpiresAt" = null
      where "id" = @id and ("hash" <> @hash or "revokedAt" is not null or "expiresAt" is not null or "scopes" is not @scopes)`,
  )
  function put(table: string, rows: Row[]): void {
    const insert = db.prepare(
      `insert into ${quoted(table)} values (${(columns.get(table) ?? []).map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(Object.values(row))
  }
  /** `data_version` does not reflect writes of this connection. */
  const discardRead = () => {
    read = undefined
  }
  function restoreActors(): void {
    const users = (company.get('users') as Row[]).map((user) => restoreUser.run(user).changes)
    const keys = (company.get('apiKeys') as Row[]).map((key) => restoreKey.run(key).changes)
    if ([...users, ...keys].some((changes) => changes > 0)) discardRead()
  }
  function restoreRows(): void {
    const guards = names('trigger')
    db.pragma('foreign_keys = off')
    db.transaction(() => {
      for (const { name } of guards) db.exec(`drop trigger ${quoted(name)}`)
      for (const [table, rows] of company) {
        db.exec(`delete from ${quoted(table)}`)
        put(table, rows)
      }
      for (const { sql } of guards) db.exec(sql)
    }).immediate()
    discardRead()
  }
  return {
    version,
    hold,
    changed,
    records,
    idsWith: (text) => holders.flatMap((each) => each.all({ text })),
    companyOf: (id) => owner.get({ id }),
    deletedIds: () => gone.all(),
    restoreActors,
    restoreRows,
    close: () => {
      held.close()
      db.close()
    },
  }
}
