import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import type { CompanyAccess, Store } from '../store/store.ts'
import type { Tracing } from './tracing.ts'

/** Wraps a store so that each access is a span of its request. */
export function traceStore(store: Store, tracing: Tracing): Store {
  /** Restores the context of the request: another request may have started the write queue. */
  const write = <T>(access: CompanyAccess, work: (db: Db) => MaybePromise<T>): MaybePromise<T> =>
    tracing.span('database write', () => {
      const resume = tracing.captureContext()
      let endSpan = tracing.startSpan('wait')
      const runInContext = (db: Db) =>
        resume(() => {
          endSpan()
          return mapMaybePromise(
            tracing.span('transaction', () => work(db)),
            (value) => {
              endSpan = resume(() => tracing.startSpan('commit'))
              return value
            },
          )
        })
      return tracing.withoutSpan(() => access.write(runInContext)).finally(() => endSpan())
    })
  const tracedAccess = (access: CompanyAccess): CompanyAccess => ({
    read: (work) => tracing.span('database read', () => access.read(work)),
    readLatest: (work) => tracing.span('database look', () => access.readLatest(work)),
    write: async (work) => write(access, work),
  })
  return {
    ...store,
    forCompany: (companyId) => tracedAccess(store.forCompany(companyId)),
    allCompanies: tracedAccess(store.allCompanies),
  }
}
