import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import type { CompanyAccess, Store } from '../store/store.ts'
import type { Meters } from './meters.ts'

type Work<T> = (db: Db) => MaybePromise<T>

/** When an access was asked for, when it had its turn, and when what it was for was done. */
interface Times {
  asked: number
  began?: number
  done?: number
}

/** The same store, with what each access takes measured. */
export function withStoreMetrics(store: Store, { database }: Pick<Meters, 'database'>): Store {
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
    run: (work: Work<T>) => MaybePromise<T>,
    work: Work<T>,
  ): MaybePromise<T> {
    const times: Times = { asked: performance.now() }
    const ended = () => tell(times, parts)
    let result: MaybePromise<T> | undefined
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

  function write<T>(access: CompanyAccess, work: Work<T>): Promise<T> {
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

  const timedAccess = (access: CompanyAccess): CompanyAccess => ({
    read: (work) => snapshot(reads, access.read, work),
    readLatest: (work) => snapshot(looks, access.readLatest, work),
    write: (work) => write(access, work),
  })

  return {
    ...store,
    forCompany: (companyId) => timedAccess(store.forCompany(companyId)),
    allCompanies: timedAccess(store.allCompanies),
  }
}
