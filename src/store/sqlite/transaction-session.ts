import { unavailable } from '../../errors.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import type { Session } from '../db.ts'
import type { Connection } from './connection.ts'
import { turnsOf } from './turns.ts'

/**
 * Once a fault has ended the transaction, what a request still writes would each be committed by
 * itself.
 */
export function transactionSession(connection: Connection, count: (rows: number) => void) {
  const othersTurn = turnsOf()
  let writes = 0
  const inside = () => {
    if (!connection.raw.inTransaction) throw unavailable()
  }
  const session: Session = {
    dialect: connection.dialect,
    all(sql, values) {
      inside()
      if (!sql.startsWith('select ')) writes++
      return connection.all(sql, values)
    },
    run(sql, values) {
      inside()
      return mapMaybePromise(othersTurn(), () => {
        inside()
        writes++
        return mapMaybePromise(connection.run(sql, values), (rows) => {
          count(rows)
          return rows
        })
      })
    },
  }
  return {
    session,
    /** How many statements have run so far that may have changed something. */
    writes: () => writes,
    /** What is still to be written counts as one. */
    touched: () => {
      inside()
      writes++
    },
  }
}
