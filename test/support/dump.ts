import { sql } from 'kysely'
import type { MaybePromise } from '../../src/lib/async.ts'
import type { Db } from '../../src/store/db.ts'
import { byDialect, query } from '../../src/store/query.ts'
import type { CompanyAccess } from '../../src/store/store.ts'
import type { World } from './world.ts'

const catalog = byDialect({
  sqlite: () =>
    sql`(select "name" from "sqlite_master" where "type" = 'table' and "name" not like 'sqlite%')`,
  postgres: () =>
    sql`(select cast("tablename" as text) collate "C" as "name" from "pg_tables" where "schemaname" = current_schema() and "tablename" <> 'windows')`,
})
export const tables = query<object, { name: string }>(
  () => sql`select "name" from ${catalog} as "tables" order by "name"`,
)

/** All rows of the database by table, as sorted JSON; rate limit counters are stored elsewhere. */
export async function dump(world: World): Promise<Record<string, string[]>> {
  return world.deps.store.allCompanies.read(async (db) => {
    const found: Record<string, string[]> = {}
    for (const { name } of await db.all(tables, {})) {
      const rows = query<object, object>(() => sql`select * from ${sql.table(name)}`)
      if (name !== 'secrets')
        found[name] = (await db.all(rows, {})).map((row) => JSON.stringify(row)).sort()
    }
    return found
  })
}

const rollback = new Error('rolled back after a rehearsal')

/** Rolls back the write of every request during `work`. */
export async function rehearse<T>(world: World, work: () => Promise<T>): Promise<T> {
  const { store } = world.deps
  const { forCompany: of } = store
  store.forCompany = (companyId) => {
    const access = of(companyId)
    return {
      read: access.read,
      readLatest: access.readLatest,
      write: (inside) => rolledBack(access.write, inside),
    }
  }
  try {
    return await work()
  } finally {
    store.forCompany = of
  }
}

async function rolledBack<R>(
  write: CompanyAccess['write'],
  inside: (db: Db) => MaybePromise<R>,
): Promise<R> {
  const outcome: { result?: R } = {}
  await write(async (db) => {
    outcome.result = await inside(db)
    throw rollback
  }).catch((error: unknown) => {
    if (error !== rollback) throw error
  })
  return outcome.result as R
}
