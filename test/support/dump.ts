import { sql } from 'kysely'
import type { MaybePromise } from '../../src/lib/async.ts'
import type { Db } from '../../src/store/db.ts'
import { byDialect, query } from '../../src/store/query.ts'
import type { CompanyAccess } from '../../src/store/store.ts'
import type { World } from './world.ts'

const tableCatalog = byDialect({
  sqlite: () =>
    sql`(select "name" from "sqlite_master" where "type" = 'table' and "name" not like 'sqlite%')`,
  postgres: () =>
    sql`(select cast("tablename" as text) collate "C" as "name" from "pg_tables" where "schemaname" = current_schema() and "tablename" <> 'windows')`,
})
export const tablesQuery = query<object, { name: string }>(
  () => sql`select "name" from ${tableCatalog} as "tables" order by "name"`,
)

/** Returns all rows by table, as sorted JSON, except secrets and rate limit counters. */
export async function dump(world: World): Promise<Record<string, string[]>> {
  return world.deps.store.allCompanies.read(async (db) => {
    const rowsByTable: Record<string, string[]> = {}
    for (const { name } of await db.all(tablesQuery, {})) {
      const rowsQuery = query<object, object>(() => sql`select * from ${sql.table(name)}`)
      if (name !== 'secrets')
        rowsByTable[name] = (await db.all(rowsQuery, {})).map((row) => JSON.stringify(row)).sort()
    }
    return rowsByTable
  })
}

const rollbackError = new Error('rolled back by withRollback')

/** Rolls back the writes of every request that is sent during `work`. */
export async function withRollback<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { store } = world.deps
  const { forCompany } = store
  store.forCompany = (companyId) => {
    const access = forCompany(companyId)
    return {
      read: access.read,
      readLatest: access.readLatest,
      write: (work) => writeAndRollBack(access.write, work),
    }
  }
  try {
    return await work()
  } finally {
    store.forCompany = forCompany
  }
}

async function writeAndRollBack<R>(
  write: CompanyAccess['write'],
  work: (db: Db) => MaybePromise<R>,
): Promise<R> {
  const outcome: { result?: R } = {}
  await write(async (db) => {
    outcome.result = await work(db)
    throw rollbackError
  }).catch((error: unknown) => {
    if (error !== rollbackError) throw error
  })
  return outcome.result as R
}
