import type { MaybePromise } from '../../lib/maybe-promise.ts'
import type { Db } from '../db.ts'
import type { CompanyAccess, DatabaseFile, Store } from '../store.ts'
import { asideOf } from './aside.ts'
import { type Connection, connect } from './connection.ts'
import { identity } from './guard.ts'
import { openReaders } from './readers.ts'

const never = (): never => {
  throw new Error('a thread only reads')
}

/**
 * The file as another thread has it: to read from, and for nothing else. What would hold up its
 * questions it has a thread for in its turn.
 * @throws when the file is not there any more, or another one is in its place
 */
export function openReadOnly({
  file,
  identity: is,
}: Pick<DatabaseFile, 'file' | 'identity'>): Store {
  const refuseOther = () => {
    if (identity(file) !== is) throw new Error('the file was removed or replaced')
  }
  const aside = asideOf(file, () => {})
  const open = (): Connection => {
    refuseOther()
    const connection = connect(file, { readonly: true, asIs: true, timeout: 100 })
    refuseOther()
    return { ...connection, allInWorker: aside.all }
  }
  const readers = openReaders(open, 2)
  // Before anything is asked, and while it is known which file that is.
  readers.openAll()
  // What others commit is not told here: the next read has a snapshot of its own, of its time.
  function read<T>(work: (db: Db) => MaybePromise<T>): MaybePromise<T> {
    let result: MaybePromise<T> | undefined
    try {
      result = readers.read(work)
    } finally {
      readers.endAll()
    }
    return result instanceof Promise ? result.finally(readers.endAll) : result
  }
  const access: CompanyAccess = { read, readLatest: never, write: never }
  return {
    forCompany: () => access,
    allCompanies: access,
    shared: false,
    version: never,
    commits: { subscribe: never, checkForCommits: never },
    counters: { charge: never, lastUsed: never, deleteWindows: never },
    load: never,
    migrated: [],
    advice: [],
    broken: new Promise(() => {}),
    close: never,
  }
}
