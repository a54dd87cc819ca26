import type { Client } from 'pg'
import { type Db, dbOf } from '../db.ts'
import type { Maybe } from '../maybe.ts'
import { sessionOn } from './connection.ts'
import { explain, faultOf, undecided } from './faults.ts'

/** Milliseconds for which a transaction is tried again, and between two tries at first and at most. */
const patience = 5000
const [shortest, longest] = [10, 400]

/** What a statement failed with, where the whole transaction is worth another try. */
class Again extends Error {
  constructor(cause: unknown) {
    super('to be tried again', { cause })
  }
}

/** Tries a transaction until it is through; what it fails with is explained. */
export async function tried<T>(attempt: () => Promise<T>): Promise<T> {
  const end = performance.now() + patience
  for (let pause = shortest; ; pause = Math.min(pause * 2, longest)) {
    try {
      return await attempt()
    } catch (cause) {
      const fault = cause instanceof Again ? cause.cause : cause
      const worthIt = ['again', 'lost'].includes(faultOf(fault) ?? '')
      if (!worthIt || performance.now() + pause > end) throw explain(fault)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

interface Work<T> {
  client: Client
  /** What begins the transaction. */
  begin: string
  work(db: Db): Maybe<T>
  onStatement?: ((sql: string) => void) | undefined
}

/** One try of a transaction. Nothing of it is left when it rejects, unless it says that this is not known. */
export async function attempt<T>({ client, begin, work, onStatement }: Work<T>): Promise<T> {
  let fault: unknown
  const session = sessionOn(client, onStatement)
  const noted = (cause: Error, statement: string): never => {
    if (faultOf(cause)) fault ??= cause
    throw explain(Object.assign(cause, { statement }))
  }
  const db = dbOf({
    dialect: session.dialect,
    all: (sql, values) => (session.all(sql, values) as Promise<unknown[]>).catch((cause: Error) => noted(cause, sql)),
    run: (sql, values) => (session.run(sql, values) as Promise<number>).catch((cause: Error) => noted(cause, sql)),
  })
  await client.query(begin)
  let result: T
  try {
    result = await work(db)
  } catch (cause) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw fault ? new Again(fault) : cause
  }
  if (fault) throw new Again(fault)
  await commit(client)
  return result
}

/** @throws where what was done is undone, or where that is not known */
async function commit(client: Client): Promise<void> {
  let command: string
  try {
    command = (await client.query('COMMIT')).command
  } catch (cause) {
    throw faultOf(cause) === 'lost' ? undecided(cause) : cause
  }
  // PostgreSQL answers so, and without an error, where a statement had failed.
  if (command !== 'COMMIT') throw new Error('The transaction was undone, for one of its statements had failed')
}
