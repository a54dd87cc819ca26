import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Counters, openCounters } from './counters.ts'
import { type Db, dbOf } from './db.ts'
import { exitCodes, explainFault, explainOpen, OperatorError } from './faults.ts'
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
  counters: Counters
  migrated: string[]
  /** Copies the whole database into a new file while it is in use. */
  backup(file: string, progress?: (done: number, total: number) => void): Promise<void>
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
  if (!match?.[1]) throw new OperatorError(`DATABASE_URL must look like sqlite:db/dealgraph.db, but it is "${url.replace(/\/\/.*@/, '//…@')}".`, exitCodes.setting)
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
    mkdirSync(dirname(file), { recursive: true })
    const lock = options.serving ? holdFile(file) : undefined
    const connection = open(false)
    const migrated = await migrate(connection)
    const writer = openWriter(connection, explainFault)
    const readers = openReaders(() => open(true))
    const looking = dbOf(open(true))
    const counters = openCounters(`${file}-limits`)
    return {
      read: readers.read,
      look: (work) => work(looking),
      write: writer.write,
      counters,
      migrated,
      backup: async (target, progress) => {
        await connection.raw.backup(target, {
          progress: ({ totalPages, remainingPages }) => {
            progress?.(totalPages - remainingPages, totalPages)
            return 1000
          },
        })
      },
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

/** Holds a lock that the operating system gives up when the process ends, however it ends. */
function holdFile(file: string): Connection {
  const lock = connect(`${file}-serving`)
  try {
    lock.raw.pragma('busy_timeout = 0')
    lock.raw.pragma('journal_mode = delete')
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (cause) {
    lock.raw.close()
    if (!/BUSY|LOCKED/.test(String((cause as { code?: unknown }).code))) throw cause
    throw new OperatorError(`Another Dealgraph is already serving ${file}; stop it first, or set DATABASE_URL to another file.`, exitCodes.locked)
  }
}
