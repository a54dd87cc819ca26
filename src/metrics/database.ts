import type { Db } from '../store/db.ts'
import type { Maybe } from '../store/maybe.ts'
import type { Access, Store } from '../store/store.ts'
import type { Meters } from './meters.ts'

type Work<T> = (db: Db) => Maybe<T>

/** When an access was asked for, when it had its turn, and when what it was for was done. */
interface Times {
  asked: number
  began?: number
  done?: number
}

/** The same store, with what each access takes measured. */
export function timed(store: Store, { database }: Pick<Meters, 'database'>): Store {
  const parts = (access: 'read' | 'look' | 'write') => ({
    wait: database.at(access, 'wait'),
    work: database.at(access, 'work'),
  })
  const [reads, looks, writes] = [
    parts('read'),
    parts('look'),
    { ...parts('write'), commit: database.at('write', 'commit') },
  ]

  function tell({ asked, began, done }: Times, parts: typeof reads & Partial<typeof writes>): void {
    const end = performance.now()
    parts.wait((began ?? end) - asked)
    if (began !== undefined) parts.work((done ?? end) - began)
    if (done !== undefined) parts.commit?.(end - done)
  }

  function snapshot<T>(
    parts: typeof reads,
    run: (work: Work<T>) => Maybe<T>,
    work: Work<T>,
  ): Maybe<T> {
    const times: Times = { asked: performance.now() }
    const ended = () => tell(times, parts)
    let result: Maybe<T> | undefined
    try {
      result = run((db) => {
        times.began = performance.now()
        return work(db)
      })
      return result
    } finally {
      if (result instanceof Promise) void result.then(ended, ended)
      else ended()
    }
  }

  function write<T>(access: Access, work: Work<T>): Promise<T> {
    const times: Times = { asked: performance.now() }
    const written = access.write(async (db) => {
      times.began = performance.now()
      times.done = undefined
      const value = await work(db)
      times.done = performance.now()
      return value
    })
    const ended = () => tell(times, writes)
    void written.then(ended, ended)
    return written
  }

  const timedAccess = (access: Access): Access => ({
    read: (work) => snapshot(reads, access.read, work),
    look: (work) => snapshot(looks, access.look, work),
    write: (work) => write(access, work),
  })

  return {
    ...store,
    of: (companyId) => timedAccess(store.of(companyId)),
    everyCompany: timedAccess(store.everyCompany),
  }
}
