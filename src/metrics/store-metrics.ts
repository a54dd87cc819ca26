import type { MaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import type { CompanyAccess, Store } from '../store/store.ts'
import type { Meters } from './meters.ts'

type Work<T> = (db: Db) => MaybePromise<T>

/** Times of one database access, by `performance.now()`. */
interface AccessTimes {
  requestedAt: number
  startedAt?: number
  workDoneAt?: number
}

/** Wraps a store so that the duration of each access is recorded. */
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

  function recordTimes(
    { requestedAt, startedAt, workDoneAt }: AccessTimes,
    parts: typeof reads & Partial<typeof writes>,
  ): void {
    const end = performance.now()
    parts.wait((startedAt ?? end) - requestedAt)
    if (startedAt !== undefined) parts.work((workDoneAt ?? end) - startedAt)
    if (workDoneAt !== undefined) parts.commit?.(end - workDoneAt)
  }

  function snapshot<T>(
    parts: typeof reads,
    run: (work: Work<T>) => MaybePromise<T>,
    work: Work<T>,
  ): MaybePromise<T> {
    const times: AccessTimes = { requestedAt: performance.now() }
    const onEnd = () => recordTimes(times, parts)
    let result: MaybePromise<T> | undefined
    try {
      result = run((db) => {
        times.startedAt = performance.now()
        return work(db)
      })
      return result
    } finally {
      if (result instanceof Promise) void result.then(onEnd, onEnd)
      else onEnd()
    }
  }

  function write<T>(access: CompanyAccess, work: Work<T>): Promise<T> {
    const times: AccessTimes = { requestedAt: performance.now() }
    const written = access.write(async (db) => {
      times.startedAt = performance.now()
      times.workDoneAt = undefined
      const value = await work(db)
      times.workDoneAt = performance.now()
      return value
    })
    const onEnd = () => recordTimes(times, writes)
    void written.then(onEnd, onEnd)
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
