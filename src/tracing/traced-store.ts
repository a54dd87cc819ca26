import { type MaybePromise, mapMaybePromise } from '../lib/maybe-promise.ts'
import type { Db } from '../store/db.ts'
import type { CompanyAccess, Store } from '../store/store.ts'
import type { Tracing } from './tracing.ts'

/** The same store, with each access as a part of the request that asks for it. */
export function traceStore(store: Store, tracing: Tracing): Store {
  /**
   * Those who write wait for each other, and run in turns that anybody may have begun; what is then
   * told of goes on for all.
   */
  const write = <T>(access: CompanyAccess, work: (db: Db) => MaybePromise<T>): MaybePromise<T> =>
    tracing.span('database write', () => {
      const resume = tracing.captureContext()
      let ended = tracing.startSpan('wait')
      const inTurn = (db: Db) =>
        resume(() => {
          ended()
          return mapMaybePromise(
            tracing.span('transaction', () => work(db)),
            (value) => {
              ended = resume(() => tracing.startSpan('commit'))
              return value
            },
          )
        })
      return tracing.withoutSpan(() => access.write(inTurn)).finally(() => ended())
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
