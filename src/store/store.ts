import { open } from 'node:fs/promises'
import { unavailable } from '../errors.ts'
import { asideOf } from './aside.ts'
import { type Changed, changedBy } from './changed.ts'
import { checkpointsOf } from './checkpoints.ts'
import { type Counters, openCounters } from './counters.ts'
import { type Db, dbOf } from './db.ts'
import { damaged, explainFault, explainOpen, faultOf, OperatorError } from './faults.ts'
import { fileOf, holdFile, makeFolder, realFile, refuseLogAlone } from './files.ts'
import { guardOf } from './guard.ts'
import type { Maybe } from './maybe.ts'
import { knownMigrations, migrate } from './migrate.ts'
import { openReaders } from './readers.ts'
import { type Connection, connect } from './sqlite.ts'
import { openWriter } from './writer.ts'

/** How long a statement may wait for another process while everybody waits for it, in milliseconds. */
const impatience = 100

/** How long whoever looks whether a file is served may take, in milliseconds. */
const glance = 1000

/** The database, as the rest of the program knows it. Nobody else opens a transaction. */
export interface Store {
  /** Runs `work` on one snapshot. */
  read<T>(work: (db: Db) => Maybe<T>): Maybe<T>
  /** Runs a look-up or two, each on the newest state. */
  look<T>(work: (db: Db) => Maybe<T>): Maybe<T>
  /** Another number after each COMMIT, of this process or another. */
  version(): number
  /** Runs `work` as one transaction; resolves after its COMMIT, rejects after its rollback. */
  write<T>(work: (db: Db) => Maybe<T>): Promise<T>
  /** For those who wait for news: told after each COMMIT. */
  changed: Changed
  counters: Counters
  migrated: string[]
  /** Resolves when the database must not be used any more: it is damaged, replaced, or of a newer program. */
  broken: Promise<OperatorError>
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

export async function openStore({ url, serving = false, onStatement }: StoreOptions): Promise<Store> {
  const file = realFile(fileOf(url))
  const opened: Connection[] = []
  const broken = Promise.withResolvers<OperatorError>()
  const onFault = (cause: unknown) => {
    if (cause instanceof OperatorError) broken.resolve(cause)
    else if (faultOf(cause) === 'damaged') broken.resolve(damaged(file))
  }
  const keep = (connection: Connection) => {
    opened.push(connection)
    return connection
  }
  const openReader = () => keep(connect(file, { readonly: true, timeout: impatience, onFault, ...(onStatement && { onStatement }) }))
  try {
    makeFolder(file)
    refuseLogAlone(file)
    if (serving) keep(holdFile(file, glance))
    const connection = keep(connect(file, { onFault, ...(onStatement && { onStatement }) }))
    const known = await knownMigrations()
    const migrated = await migrate(connection)
    const changed = changedBy(connection)
    const checkpoints = serving ? checkpointsOf(connection, file) : undefined
    const log = serving ? await open(`${file}-wal`) : undefined
    const writer = openWriter(connection, {
      prepare: async () => log?.datasync(),
      check: guardOf(connection, file, known),
      explain: (cause) => {
        onFault(cause)
        return cause instanceof OperatorError ? Object.assign(unavailable(), { cause }) : explainFault(cause)
      },
      committed: () => {
        checkpoints?.committed()
        changed.tell()
      },
    })
    const aside = asideOf(file, onFault)
    const readers = openReaders(() => ({ ...openReader(), aside: aside.all }))
    if (serving) readers.openAll()
    const lookout = openReader()
    const looking = dbOf(lookout)
    const dataVersion = lookout.raw.prepare<[], number>('PRAGMA data_version').pluck()
    const version = (): number => {
      try {
        return dataVersion.get() as number
      } catch (cause) {
        onFault(cause)
        throw explainFault(cause)
      }
    }
    const counters = openCounters(`${file}-limits`)
    // From here on others wait in the writer, where nobody else is held up.
    connection.raw.pragma('busy_timeout = 0')
    return {
      read: readers.read,
      look: (work) => work(looking),
      version,
      write: writer.write,
      changed,
      counters,
      migrated,
      broken: broken.promise,
      close: async () => {
        await writer.idle()
        await Promise.all([checkpoints?.end(), aside.end(), log?.close()])
        counters.close()
        for (const each of opened) if (each !== connection && !each.raw.inTransaction) each.raw.close()
        emptyLog(connection)
        for (const each of opened) each.raw.close()
      },
    }
  } catch (cause) {
    for (const connection of opened) connection.raw.close()
    throw explainOpen(cause, file)
  }
}

/** So that a copy of the file alone is whole. What hinders it costs nothing: the log is read at the next start. */
function emptyLog({ raw }: Connection): void {
  try {
    raw.pragma(`busy_timeout = ${impatience}`)
    raw.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}
