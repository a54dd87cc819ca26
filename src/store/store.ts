import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Changed, changedBy } from './changed.ts'
import { type Counters, openCounters } from './counters.ts'
import { type Db, dbOf } from './db.ts'
import { exitCodes, explainFault, explainOpen, OperatorError } from './faults.ts'
import { holdFile } from './files.ts'
import { migrate } from './migrate.ts'
import { openReaders } from './readers.ts'
import { type Connection, connect } from './sqlite.ts'
import { openWriter } from './writer.ts'

/** The database, as the rest of the program knows it. Nobody else opens a transaction. */
export interface Store {
  /** Runs `work` on one snapshot. */
  read<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs a look-up or two, each on the newest state. */
  look<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs `work` as one transaction; resolves after its COMMIT, rejects after its rollback. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** For those who wait for news: told after each COMMIT. */
  changed: Changed
  counters: Counters
  migrated: string[]
  close(): Promise<void>
}

export interface StoreOptions {
  /** `sqlite:PATH` */
  url: string
  /** Only one process may serve a file; commands that work beside it in short transactions do not set this. */
  serving?: boolean
  /** Told of each statement that runs; for tests that count them. */
  onStatement?: (sql: string) => void
}

export function fileOf(url: string): string {
  const match = /^sqlite:(.+)$/.exec(url)
  if (!match?.[1])
    throw new OperatorError(`DATABASE_URL must look like sqlite:db/dealgraph.db, but it is "${url.replace(/\/\/.*@/, '//…@')}".`, exitCodes.setting)
  return match[1]
}

export async function openStore(options: StoreOptions): Promise<Store> {
  const file = fileOf(options.url)
  const opened: Connection[] = []
  const open = (readonly: boolean) => {
    const connection = connect(file, { readonly, ...(options.onStatement && { onStatement: options.onStatement }) })
    opened.push(connection)
    return connection
  }
  try {
    if (!existsSync(dirname(file))) mkdirSync(dirname(file))
    const lock = options.serving ? holdFile(file) : undefined
    const connection = open(false)
    const migrated = await migrate(connection)
    const changed = changedBy(connection)
    const writer = openWriter(connection, explainFault, changed.tell)
    const readers = openReaders(() => open(true))
    const looking = dbOf(open(true))
    const counters = openCounters(`${file}-limits`)
    return {
      read: readers.read,
      look: (work) => work(looking),
      write: writer.write,
      changed,
      counters,
      migrated,
      close: async () => {
        await writer.idle()
        counters.close()
        for (const each of opened) if (each !== connection) each.raw.close()
        connection.raw.pragma('wal_checkpoint(TRUNCATE)')
        connection.raw.close()
        lock?.raw.close()
      },
    }
  } catch (cause) {
    for (const connection of opened) connection.raw.close()
    throw explainOpen(cause, file)
  }
}
