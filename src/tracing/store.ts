import type { Db } from '../store/db.ts'
import { after, type Maybe } from '../store/maybe.ts'
import type { Access, Store } from '../store/store.ts'
import type { Tracing } from './tracing.ts'

/** The same store, with each access as a part of the request that asks for it. */
export function traced(store: Store, tracing: Tracing): Store {
  /**
   * Those who write wait for each other, and run in turns that anybody may have begun; what is then
   * told of goes on for all.
   */
  const write = <T>(access: Access, work: (db: Db) => Maybe<T>): Maybe<T> =>
    tracing.part('database write', () => {
      const resume = tracing.resumed()
      let ended = tracing.begin('wait')
      const inTurn = (db: Db) =>
        resume(() => {
          ended()
          return after(
            tracing.part('transaction', () => work(db)),
            (value) => {
              ended = resume(() => tracing.begin('commit'))
              return value
            },
          )
        })
      return tracing.apart(() => access.write(inTurn)).finally(() => ended())
    })
  const tracedAccess = (access: Access): Access => ({
    read: (work) => tracing.part('database read', () => access.read(work)),
    look: (work) => tracing.part('database look', () => access.look(work)),
    write: async (work) => write(access, work),
  })
  return {
    ...store,
    of: (companyId) => tracedAccess(store.of(companyId)),
    everyCompany: tracedAccess(store.everyCompany),
  }
}
