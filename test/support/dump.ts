import { sql } from 'kysely'
import { query } from '../../src/store/query.ts'
import type { World } from './world.ts'

const tables = query<object, { name: string }>(() => sql`select "name" from "sqlite_master" where "type" = 'table' order by "name"`)

/** Everything in the database, row by row; counters are kept elsewhere. */
export async function dump(world: World): Promise<Record<string, string[]>> {
  return world.deps.store.everyCompany.read(async (db) => {
    const found: Record<string, string[]> = {}
    for (const { name } of await db.all(tables, {})) {
      const rows = query<object, object>(() => sql`select * from ${sql.table(name)}`)
      if (name !== 'secrets') found[name] = (await db.all(rows, {})).map((row) => JSON.stringify(row)).sort()
    }
    return found
  })
}

const rehearsed = new Error('only a rehearsal')

/** From here to the end of `work`, whatever a request writes is rolled back when all of it is done. */
export async function rehearse<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { everyCompany } = world.deps.store
  const { write } = everyCompany
  everyCompany.write = async <R>(inside: (db: Parameters<Parameters<typeof write>[0]>[0]) => Promise<R>) => {
    const outcome: { result?: R } = {}
    await write(async (db) => {
      outcome.result = await inside(db)
      throw rehearsed
    }).catch((error: unknown) => {
      if (error !== rehearsed) throw error
    })
    return outcome.result as R
  }
  try {
    return await work()
  } finally {
    everyCompany.write = write
  }
}
