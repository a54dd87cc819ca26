/** A database in a SQLite file. One process may serve it; commands may use it beside that one. */
import { type FileHandle, open } from 'node:fs/promises'
import { unavailable } from '../../errors.ts'
import { createDb, type Db } from '../db.ts'
import {
  damagedDatabaseError,
  databaseFaultOf,
  OperatorError,
  toApiError,
  toOperatorError,
} from '../faults.ts'
import { migrationNames } from '../migrations.ts'
import {
  type CommitNotifier,
  type CompanyAccess,
  createListeners,
  type Store,
  type StoreOptions,
} from '../store.ts'
import { Checkpoints } from './checkpoints.ts'
import { type Connection, connect } from './connection.ts'
import { openCounters } from './counters.ts'
import { fileOf, holdFile, makeFolder, realFile, refuseLogAlone, spaceOf } from './files.ts'
import { createFileCheck, fileIdentity, migrate } from './migrate.ts'
import { memoizeBriefly, Readers } from './readers.ts'
import { StorageWorkers } from './storage-workers.ts'
import { refuseUnfinished } from './table-copy.ts'
import { Writer } from './writer.ts'

/** How long a statement waits for another process, while it blocks the event loop. */
const busyTimeoutMs = 100

/** How long another process may hold the lock to check whether the file is served. */
const servedCheckMs = 1000

/** Queries across companies run now and then, and need not keep what they scan in memory. */
const latestCacheKb = 4096

export async function openSqlite(options: StoreOptions): Promise<Store> {
  const file = realFile(fileOf(options.url))
  const connections = new Connections(file, options.onStatement)
  try {
    return await openStore(file, connections, options)
  } catch (cause) {
    connections.close()
    throw toOperatorError(cause, file)
  }
}

/** The connections of a store, and the faults on them. */
class Connections {
  readonly #file: string
  readonly #options: Pick<StoreOptions, 'onStatement'>
  readonly #opened: Connection[] = []
  readonly #broken = Promise.withResolvers<OperatorError>()

  constructor(file: string, onStatement: StoreOptions['onStatement']) {
    this.#file = file
    this.#options = onStatement ? { onStatement } : {}
  }

  get broken(): Promise<OperatorError> {
    return this.#broken.promise
  }

  readonly onFault = (cause: unknown): void => {
    if (cause instanceof OperatorError) this.#broken.resolve(cause)
    else if (databaseFaultOf(cause) === 'damaged')
      this.#broken.resolve(damagedDatabaseError(this.#file))
  }

  add(connection: Connection): Connection {
    this.#opened.push(connection)
    return connection
  }

  openWriter(): Connection {
    return this.add(connect(this.#file, { ...this.#options, onFault: this.onFault }))
  }

  openReader(room?: number): Connection {
    const { onFault } = this
    const options = { ...this.#options, onFault, readonly: true, timeout: busyTimeoutMs, room }
    return this.add(connect(this.#file, options))
  }

  /** Closes all; the writer's last, after it has emptied the log. */
  close(writer?: Connection): void {
    for (const each of this.#opened)
      if (writer && each !== writer && !each.raw.inTransaction) each.raw.close()
    if (writer) emptyLog(writer)
    for (const each of this.#opened) each.raw.close()
  }
}

/** Makes the file alone a whole copy. A failure does no harm: the log is read at the next start. */
function emptyLog({ raw }: Connection): void {
  try {
    raw.pragma(`busy_timeout = ${busyTimeoutMs}`)
    raw.pragma('wal_checkpoint(TRUNCATE)')
  } catch {}
}

async function openStore(
  file: string,
  connections: Connections,
  { serving = false, onMigration }: StoreOptions,
): Promise<Store> {
  const { onFault } = connections
  makeFolder(file)
  refuseLogAlone(file)
  if (serving) connections.add(holdFile(file, servedCheckMs))
  const writerConnection = connections.openWriter()
  refuseUnfinished(writerConnection)
  const migrations = await migrationNames()
  const migrated = await migrate(writerConnection, onMigration)
  const commits = new Commits(writerConnection)
  const log: FileHandle | undefined = serving ? await open(`${file}-wal`) : undefined
  const workers = new StorageWorkers(file, onFault)
  const readers = new Readers(() => ({
    ...connections.openReader(),
    allInWorker: (sql, values) => workers.all(sql, values),
  }))
  const checkpoints = serving
    ? new Checkpoints(writerConnection, file, readers, workers)
    : undefined
  const writer = new Writer(writerConnection, {
    beforeTransaction: () => checkpoints?.beforeTransaction(),
    syncLog: async () => log?.datasync(),
    checkFile: createFileCheck(writerConnection, file, migrations),
    explainError(cause) {
      onFault(cause)
      return cause instanceof OperatorError
        ? Object.assign(unavailable(), { cause })
        : toApiError(cause)
    },
    afterCommit() {
      latest.version.expire()
      readers.endSnapshots()
      checkpoints?.afterCommit()
      commits.notify()
    },
  })
  if (serving) readers.openAll()
  const latest = openLatest(connections)
  const counters = openCounters(`${file}-limits`)
  // From here on, others wait in the writer, where they do not block the event loop.
  writerConnection.raw.pragma('busy_timeout = 0')
  // The file holds all companies: which rows belong to one is for the queries to say.
  const access: CompanyAccess = {
    read: (work) => readers.read(work),
    readLatest: (work) => work(latest.db),
    write: (work) => writer.write(work),
  }
  return {
    forCompany: () => access,
    allCompanies: access,
    shared: false,
    version: latest.version.get,
    commits,
    counters,
    ...(serving && {
      databaseFile: {
        file,
        identity: fileIdentity(file) ?? '',
        lease: () => readers.leaseToWorker(),
      },
    }),
    load() {
      const { waiting, ...load } = readers.load()
      return { connections: load, waiting: { connection: waiting, turn: writer.waiting } }
    },
    diskUsage: () => spaceOf(file),
    migrated,
    advice: [],
    broken: connections.broken,
    async close() {
      await writer.idle()
      readers.endSnapshots()
      await Promise.all([workers.end(), log?.close()])
      counters.close()
      connections.close(writerConnection)
      checkpoints?.close()
    },
  }
}

/** Reads the newest state, and its version. */
function openLatest(connections: Connections): {
  db: Db
  version: { get(): number; expire(): void }
} {
  const connection = connections.openReader(latestCacheKb)
  const dataVersion = connection.raw.prepare<[], number>('PRAGMA data_version').pluck()
  const version = memoizeBriefly(() => {
    try {
      return dataVersion.get() as number
    } catch (cause) {
      connections.onFault(cause)
      throw toApiError(cause)
    }
  })
  return { db: createDb(connection), version }
}

/** SQLite's `data_version` counts the commits of others only; `notify` reports the writer's own. */
class Commits implements CommitNotifier {
  readonly #listeners = createListeners()
  readonly #readVersion: () => number
  #seenVersion: number
  readonly subscribe = this.#listeners.subscribe
  readonly notify = this.#listeners.notify

  constructor(writer: Connection) {
    this.#readVersion = () => writer.raw.pragma('data_version', { simple: true }) as number
    this.#seenVersion = this.#readVersion()
  }

  checkForCommits(): void {
    const version = this.#readVersion()
    if (version === this.#seenVersion) return
    this.#seenVersion = version
    this.notify()
  }
}
