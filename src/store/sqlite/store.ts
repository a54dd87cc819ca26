/** A store in a SQLite file. Only one server process can serve it; commands can also use it. */
import { type FileHandle, open } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { unavailable } from '../../errors.ts'
import { createListeners } from '../../lib/async.ts'
import { Db } from '../db.ts'
import { OperatorError, toOperatorError, toUnavailable } from '../faults.ts'
import { listMigrationNames } from '../migrations.ts'
import type { CommitNotifier, CompanyAccess, Store, StoreOptions } from '../store.ts'
import { Checkpoints } from './checkpoints.ts'
import { type Connection, Connections, getFileId } from './connection.ts'
import { SqliteCounters } from './counters.ts'
import {
  lockForServing,
  makeFolder,
  readDiskUsage,
  rejectOrphanedLog,
  resolveFile,
  toFilePath,
} from './files.ts'
import { migrate, rejectNewerDatabase } from './migrate.ts'
import { maxSnapshotMs, ReaderPool } from './reader-pool.ts'
import { StorageWorkers } from './storage-workers.ts'
import { rejectUnfinishedCopy } from './table-copy.ts'
import { Writer } from './writer.ts'

/** The maximum wait for the lock, while another process checks whether a server holds it. */
const servedCheckMs = 1000

/** The cache size for single queries on the latest state, small because they read few pages. */
const latestCacheKb = 4096

export async function openSqlite(options: StoreOptions): Promise<Store> {
  const file = resolveFile(toFilePath(options.url))
  const connections = new Connections(file, options.onStatement)
  try {
    makeFolder(file)
    rejectOrphanedLog(file)
    if (options.isServing) connections.add(lockForServing(file, servedCheckMs))
    const writer = connections.open()
    rejectUnfinishedCopy(writer)
    const newMigrations = await migrate(writer, options.onMigration)
    const checkFile = createFileCheck(writer, file, await listMigrationNames())
    const log = options.isServing ? await open(`${file}-wal`) : undefined
    return createStore({ file, connections, writer, newMigrations, checkFile, log })
  } catch (cause) {
    connections.close()
    throw toOperatorError(cause, file)
  }
}

interface OpenedFile {
  file: string
  connections: Connections
  writer: Connection
  newMigrations: string[]
  checkFile(): void
  /** The write-ahead log; undefined unless this process is a server. */
  log: FileHandle | undefined
}

function createStore(opened: OpenedFile): Store {
  const { file, connections, newMigrations, log } = opened
  const workers = new StorageWorkers(file, connections.onFault)
  const readerPool = new ReaderPool(() => ({
    ...connections.openReader(),
    allInWorker: (sql, values) => workers.all(sql, values),
  }))
  const checkpoints = log && new Checkpoints(opened, readerPool, workers)
  if (log) readerPool.openAll()
  const latestConnection = connections.openReader(latestCacheKb)
  const commits = new Commits(latestConnection, connections)
  const writer = createWriter(opened, readerPool, commits, checkpoints)
  const counters = new SqliteCounters(`${file}-limits`)
  // From here on, `Writer` waits for the locks of other processes without blocking the event loop.
  opened.writer.raw.pragma('busy_timeout = 0')
  return {
    ...createAccess(readerPool, writer, new Db(latestConnection)),
    ...(log && { databaseFile: createDatabaseFile(file, readerPool) }),
    isShared: false,
    newMigrations,
    advice: [],
    fatalError: connections.fatalError,
    commits,
    readVersion: commits.readVersion,
    counters,
    readLoad() {
      const { waiting, ...load } = readerPool.readLoad()
      return { connections: load, waiting: { connection: waiting, turn: writer.waitingCount } }
    },
    readDiskUsage: () => readDiskUsage(file),
    async close() {
      await writer.waitUntilIdle()
      readerPool.endSnapshots()
      await Promise.all([workers.end(), log?.close()])
      counters.close()
      connections.close(opened.writer)
      checkpoints?.close()
    },
  }
}

/** The file contains all companies, so every query must select the rows of its company. */
function createAccess(readerPool: ReaderPool, writer: Writer, latestDb: Db) {
  const allCompanies: CompanyAccess = {
    read: (work) => readerPool.read(work),
    readLatest: (work) => work(latestDb),
    write: (work) => writer.write(work),
  }
  return { allCompanies, forCompany: () => allCompanies }
}

const createDatabaseFile = (file: string, readerPool: ReaderPool) => ({
  file,
  fileId: getFileId(file) ?? '',
  lease: () => readerPool.leaseToWorker(),
})

const createWriter = (
  { connections, writer, log, checkFile }: OpenedFile,
  readerPool: ReaderPool,
  commits: Commits,
  checkpoints: Checkpoints | undefined,
) =>
  new Writer(writer, {
    beforeTransaction: () => checkpoints?.restartLog?.(),
    syncLog: async () => log?.datasync(),
    checkFile,
    convertError(cause) {
      connections.onFault(cause)
      return cause instanceof OperatorError
        ? Object.assign(unavailable(), { cause })
        : toUnavailable(cause)
    },
    afterCommit() {
      readerPool.endSnapshots()
      checkpoints?.startIfDue()
      commits.notify()
    },
  })

/** Creates a check that the file was not removed, replaced, or migrated by a newer program. */
function createFileCheck(connection: Connection, file: string, migrations: string[]): () => void {
  const files = [file, `${file}-wal`].map((path) => ({ path, fileId: getFileId(path) }))
  const readVersion = connection.raw.prepare('PRAGMA data_version').pluck()
  let checkedVersion = readVersion.get()
  return () => {
    for (const { path, fileId } of files)
      if (getFileId(path) !== fileId)
        throw new OperatorError(
          `${path} was removed or replaced while it was in use; put it back, or restore a backup, and start again.`,
          'unusableDatabase',
        )
    const version = readVersion.get()
    if (version !== checkedVersion) rejectNewerDatabase(connection, migrations)
    checkedVersion = version
  }
}

/** Reports commits by this process, through `notify`, and by others, through `data_version`. */
class Commits implements CommitNotifier {
  readonly #listeners = createListeners()
  readonly #dataVersion: Database.Statement<[], number>
  readonly #onFault: (cause: unknown) => void
  #version = 0
  #readAt = Number.NEGATIVE_INFINITY
  #notifiedVersion: number
  readonly subscribe = this.#listeners.subscribe

  constructor({ raw }: Connection, { onFault }: Connections) {
    this.#dataVersion = raw.prepare<[], number>('PRAGMA data_version').pluck()
    this.#onFault = onFault
    this.#notifiedVersion = this.readVersion()
  }

  /** Returns a number that differs after each commit; it may be a millisecond out of date. */
  readonly readVersion = (): number => {
    const now = performance.now()
    if (now - this.#readAt < maxSnapshotMs) return this.#version
    try {
      this.#version = this.#dataVersion.get() as number
    } catch (cause) {
      this.#onFault(cause)
      throw toUnavailable(cause)
    }
    this.#readAt = now
    return this.#version
  }

  notify(): void {
    this.#readAt = Number.NEGATIVE_INFINITY
    this.#listeners.notify()
  }

  checkForCommits(): void {
    const version = this.readVersion()
    if (version === this.#notifiedVersion) return
    this.#notifiedVersion = version
    this.#listeners.notify()
  }
}
