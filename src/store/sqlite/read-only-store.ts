/** A read-only store for query workers. */
import type { MaybePromise } from '../../lib/async.ts'
import type { Db } from '../db.ts'
import type { CompanyAccess, DatabaseFile, Store } from '../store.ts'
import { type Connection, connect, getFileId } from './connection.ts'
import { ReaderPool } from './reader-pool.ts'

const maxReaders = 2

const throwReadOnly = (): never => {
  throw new Error('A query worker can only read')
}

/** @throws if the file was removed or replaced after the server opened it */
export function openReadOnly({ file, fileId }: Pick<DatabaseFile, 'file' | 'fileId'>): Store {
  const requireSameFile = () => {
    if (getFileId(file) !== fileId) throw new Error(`The database ${file} was removed or replaced`)
  }
  const open = (): Connection => {
    requireSameFile()
    const connection = connect(file, { isQueryOnly: true, isReadOnly: true, timeoutMs: 100 })
    requireSameFile()
    return connection
  }
  const readerPool = new ReaderPool(open, maxReaders)
  readerPool.openAll()
  const endSnapshots = () => readerPool.endSnapshots()
  // Workers are not notified of commits, so each read uses a new snapshot.
  function read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      result = readerPool.read(work)
    } finally {
      endSnapshots()
    }
    return result instanceof Promise ? result.finally(endSnapshots) : result
  }
  const access: CompanyAccess = { read, readLatest: throwReadOnly, write: throwReadOnly }
  return {
    forCompany: () => access,
    allCompanies: access,
    isShared: false,
    readVersion: throwReadOnly,
    commits: { subscribe: throwReadOnly, checkForCommits: throwReadOnly },
    counters: { charge: throwReadOnly, readLastUsed: throwReadOnly, deleteWindows: throwReadOnly },
    readLoad: throwReadOnly,
    newMigrations: [],
    advice: [],
    fatalError: new Promise(() => {}),
    close: throwReadOnly,
  }
}
