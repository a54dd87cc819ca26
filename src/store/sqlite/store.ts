/** A SQLite database file. Only one process can serve it; commands can use it at the same time. */
import { type FileHandle, open } from 'node:fs/promises'
import type Database from 'better-sqlite3'
import { unavailable } from '../../errors.ts'
import { createListeners } from '../../lib/async.ts'
import { Db } from '../db.ts'
import { exitCodes, OperatorError, toApiError, toOperatorError } from '../faults.ts'
import { listMigrationNames } from '../migrations.ts'
import type {
  CommitNotifier,
  CompanyAccess,
  DatabaseFile,
  DiskUsage,
  Load,
  Store,
  StoreOptions,
} from '../store.ts'
import { Checkpoints, type LogState, minCheckpointPages, StorageWorkers } from './checkpoints.ts'
import { type Connection, Connections, fileIdentity } from './connection.ts'
import { SqliteCounters } from './counters.ts'
import {
  lockForServing,
  makeFolder,
  readDiskUsage,
  refuseOrphanedLog,
  resolveFile,
  toFilePath,
} from './files.ts'
import { migrate, refuseNewer } from './migrate.ts'
import { maxSnapshotMs, Readers } from './readers.ts'
import { refuseUnfinished } from './table-copy.ts'
import { Writer } from './writer.ts'

/** Maximum wait for a process that holds the lock only to check whether the file is served. */
const servedCheckMs = 1000

/** The cache for queries across companies, small because such queries are rare. */
const latestCacheKb = 4096

export async function openSqlite(options: StoreOptions): Promise<Store> {
  const file = resolveFile(toFilePath(options.url))
  const connections = new Connections(file, options.onStatement)
  try {
    makeFolder(file)
    refuseOrphanedLog(file)
    if (options.isServing) connections.add(lockForServing(file, servedCheckMs))
    const writer = connections.open()
    refuseUnfinished(writer)
    const migrated = await migrate(writer, options.onMigration)
    const checkFile = createFileCheck(writer, file, await listMigrationNames())
    const log = options.isServing ? await open(`${file}-wal`) : undefined
    return new SqliteStore({ file, connections, writer, migrated, checkFile, log })
  } catch (cause) {
    connections.close()
    throw toOperatorError(cause, file)
  }
}

interface OpenedFile {
  file: string
  connections: Connections
  writer: Connection
  migrated: string[]
  checkFile(): void
  /** The write-ahead log of a served file. */
  log: FileHandle | undefined
}

/** A store whose methods are properties, so that `{ ...store }` can wrap it. */
class SqliteStore implements Store {
  readonly isShared = false
  readonly advice = []
  readonly migrated: string[]
  readonly broken: Promise<OperatorError>
  readonly allCompanies: CompanyAccess
  readonly commits: Commits
  readonly counters: SqliteCounters
  readonly databaseFile?: DatabaseFile
  readonly readVersion: () => number
  readonly #opened: OpenedFile
  readonly #workers: StorageWorkers
  readonly #readers: Readers
  readonly #writer: Writer
  readonly #checkpoints: Checkpoints | undefined
  readonly #readLogState: () => LogState

  constructor(openedFile: OpenedFile) {
    const { file, connections, writer, log } = openedFile
    this.#opened = openedFile
    this.migrated = openedFile.migrated
    this.broken = connections.broken
    this.#workers = new StorageWorkers(file, connections.onFault)
    this.#readers = new Readers(() => ({
      ...connections.openReader(),
      allInWorker: (sql, values) => this.#workers.all(sql, values),
    }))
    const logState = writer.raw.prepare<[], LogState>('PRAGMA wal_checkpoint(NOOP)')
    this.#readLogState = () => logState.get() as LogState
    if (log) {
      this.#checkpoints = new Checkpoints(
        openedFile,
        this.#readers,
        this.#workers,
        this.#readLogState,
      )
      this.#readers.openAll()
      const lease = () => this.#readers.leaseToWorker()
      this.databaseFile = { file, identity: fileIdentity(file) ?? '', lease }
    }
    this.#writer = this.#createWriter()
    const latestConnection = connections.openReader(latestCacheKb)
    this.commits = new Commits(latestConnection, connections)
    this.readVersion = this.commits.readVersion
    this.counters = new SqliteCounters(`${file}-limits`)
    // From here on, the writer waits for other processes itself, without blocking the event loop.
    writer.raw.pragma('busy_timeout = 0')
    const latestDb = new Db(latestConnection)
    // The file holds all companies; each query restricts itself to the rows of one company.
    this.allCompanies = {
      read: (work) => this.#readers.read(work),
      readLatest: (work) => work(latestDb),
      write: (work) => this.#writer.write(work),
    }
  }

  readonly forCompany = (): CompanyAccess => this.allCompanies

  readonly readLoad = (): Load => {
    const { waiting, ...connections } = this.#readers.readLoad()
    return { connections, waiting: { connection: waiting, turn: this.#writer.waitingCount } }
  }

  readonly readDiskUsage = (): Promise<DiskUsage> => readDiskUsage(this.#opened.file)

  readonly close = async (): Promise<void> => {
    const { connections, writer, log } = this.#opened
    await this.#writer.waitUntilIdle()
    this.#readers.endSnapshots()
    await Promise.all([this.#workers.end(), log?.close()])
    this.counters.close()
    connections.close(writer)
    this.#checkpoints?.close()
  }

  #createWriter(): Writer {
    const { connections, writer, log, checkFile } = this.#opened
    return new Writer(writer, {
      beforeTransaction: () => this.#checkpoints?.restartLog?.(),
      syncLog: async () => log?.datasync(),
      checkFile,
      explainError(cause) {
        connections.onFault(cause)
        return cause instanceof OperatorError
          ? Object.assign(unavailable(), { cause })
          : toApiError(cause)
      },
      afterCommit: () => {
        this.#readers.endSnapshots()
        this.#checkpointIfDue()
        this.commits.notify()
      },
    })
  }

  #checkpointIfDue(): void {
    if (!this.#checkpoints) return
    try {
      const state = this.#readLogState()
      if (state.log - state.checkpointed >= minCheckpointPages) this.#checkpoints.start(state)
    } catch {
      // The next commit tries again; until then the log is only longer.
    }
  }
}

/** Returns a check that the open file was not removed, replaced or migrated by a newer program. */
function createFileCheck(connection: Connection, file: string, migrations: string[]): () => void {
  const openedFiles = [file, `${file}-wal`].map((path) => ({ path, identity: fileIdentity(path) }))
  const readVersion = connection.raw.prepare('PRAGMA data_version').pluck()
  let checkedVersion = readVersion.get()
  return () => {
    for (const { path, identity } of openedFiles)
      if (fileIdentity(path) !== identity)
        throw new OperatorError(
          `${path} was removed or replaced while it was in use; put it back, or restore a backup, and start again.`,
          exitCodes.unusableDatabase,
        )
    const version = readVersion.get()
    if (version !== checkedVersion) refuseNewer(connection, migrations)
    checkedVersion = version
  }
}

/** Reports commits: of this process by `notify`, of other processes by SQLite's `data_version`. */
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

  /** Differs after each commit; those of other processes may be noticed a millisecond late. */
  readonly readVersion = (): number => {
    const now = performance.now()
    if (now - this.#readAt < maxSnapshotMs) return this.#version
    try {
      this.#version = this.#dataVersion.get() as number
    } catch (cause) {
      this.#onFault(cause)
      throw toApiError(cause)
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
