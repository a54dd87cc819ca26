/** The store of a query worker, which only reads the database file. */
import type { MaybePromise } from '../../lib/async.ts'
import type { Db } from '../db.ts'
import type { CompanyAccess, DatabaseFile, Store } from '../store.ts'
import { type Connection, connect, fileIdentity } from './connection.ts'
import { Readers } from './readers.ts'

const maxReaders = 2

const unsupported = (): never => {
  throw new Error('a query worker only reads')
}

/** @throws if the file was removed or replaced after the server had opened it */
export function openReadOnly({ file, identity }: Pick<DatabaseFile, 'file' | 'identity'>): Store {
  const requireSameFile = () => {
    if (fileIdentity(file) !== identity) throw new Error('the file was removed or replaced')
  }
  const open = (): Connection => {
    requireSameFile()
    const connection = connect(file, { isQueryOnly: true, isReadOnly: true, timeoutMs: 100 })
    requireSameFile()
    return connection
  }
  const readers = new Readers(open, maxReaders)
  readers.openAll()
  const endSnapshots = () => readers.endSnapshots()
  // Workers are not notified of commits, so each read begins its own snapshot.
  function read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      result = readers.read(work)
    } finally {
      endSnapshots()
    }
    return result instanceof Promise ? result.finally(endSnapshots) : result
  }
  const access: CompanyAccess = { read, readLatest: unsupported, write: unsupported }
  return {
    forCompany: () => access,
    allCompanies: access,
    isShared: false,
    readVersion: unsupported,
    commits: { subscribe: unsupported, checkForCommits: unsupported },
    counters: { charge: unsupported, readLastUsed: unsupported, deleteWindows: unsupported },
    readLoad: unsupported,
    migrated: [],
    advice: [],
    broken: new Promise(() => {}),
    close: unsupported,
  }
}
