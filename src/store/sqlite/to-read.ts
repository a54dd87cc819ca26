import type { Db } from '../db.ts'
import type { Maybe } from '../maybe.ts'
import type { Access, Apart, Store } from '../store.ts'
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
export function openToRead({ file, is }: Pick<Apart, 'file' | 'is'>): Store {
  const refuseOther = () => {
    if (identity(file) !== is) throw new Error('the file was removed or replaced')
  }
  const aside = asideOf(file, () => {})
  const open = (): Connection => {
    refuseOther()
    const connection = connect(file, { readonly: true, asIs: true, timeout: 100 })
    refuseOther()
    return { ...connection, aside: aside.all }
  }
  const readers = openReaders(open, 2)
  // Before anything is asked, and while it is known which file that is.
  readers.openAll()
  // What others commit is not told here: the next read has a snapshot of its own, of its time.
  function read<T>(work: (db: Db) => Maybe<T>): Maybe<T> {
    let result: Maybe<T> | undefined
    try {
      result = readers.read(work)
    } finally {
      readers.endAll()
    }
    return result instanceof Promise ? result.finally(readers.endAll) : result
  }
  const access: Access = { read, look: never, write: never }
  return {
    of: () => access,
    everyCompany: access,
    shared: false,
    version: never,
    changed: { subscribe: never, poll: never },
    counters: { charge: never, lastUsed: never, forget: never },
    load: never,
    migrated: [],
    advice: [],
    broken: new Promise(() => {}),
    close: never,
  }
}
