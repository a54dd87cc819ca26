/** Counts the units of rate limits in PostgreSQL, so that all processes share the limits. */
import { type Allowance, type Counters, maxSkewSeconds, windowSeconds } from '../store.ts'
import { createSession } from './connection.ts'
import type { SharedConnection } from './connector.ts'
import { withRetries } from './transaction.ts'

/** This table is not part of a migration, because counters may be lost and are not copied. */
export const createWindowsTableSql =
  'CREATE TABLE IF NOT EXISTS "windows" ("key" TEXT COLLATE "C" PRIMARY KEY, "startedAt" BIGINT NOT NULL, "used" BIGINT NOT NULL, "lastUsedAt" BIGINT NOT NULL)'

const isOpenSql = `($4 >= "own"."startedAt" - ${maxSkewSeconds} AND $4 < "own"."startedAt" + ${windowSeconds})`
const usedBeforeSql = `CASE WHEN ${isOpenSql} THEN "own"."used" ELSE 0 END`

/** Charges units in one statement, so that concurrent processes cannot exceed the limit. */
const chargeSql = `INSERT INTO "windows" AS "own" SELECT $1, $4::bigint, greatest(0, $3::bigint), $5::bigint WHERE $3 <= $2::bigint
  ON CONFLICT ("key") DO UPDATE SET "used" = greatest(0, ${usedBeforeSql} + $3), "startedAt" = CASE WHEN ${isOpenSql} THEN "own"."startedAt" ELSE $4 END, "lastUsedAt" = $5
  WHERE ${usedBeforeSql} + $3 <= $2 RETURNING "startedAt", "used"`
const readSql = `SELECT "startedAt", "used" FROM "windows" AS "own" WHERE "key" = $1 AND $2 >= "startedAt" - ${maxSkewSeconds} AND $2 < "startedAt" + ${windowSeconds}`
const readLastUsedSql = 'SELECT "key", "lastUsedAt" FROM "windows" WHERE "key" = ANY($1)'
const deleteOutdatedSql = 'DELETE FROM "windows" WHERE starts_with("key", $1) AND "startedAt" < $2'

type Window = { startedAt: number; used: number }

/**
 * Stores rate-limit windows and the time of each key's last use in a table shared by all processes.
 * Commits do not wait for the disk, so the latest counts may be lost if PostgreSQL crashes.
 */
export class PostgresCounters implements Counters {
  readonly #connection: SharedConnection

  constructor(connection: SharedConnection) {
    this.#connection = connection
  }

  async charge(key: string, limit: number, units: number, nowMs: number): Promise<Allowance> {
    const second = Math.floor(nowMs / 1000)
    const [newWindow] =
      units === 0 ? [] : await this.#run<Window>(chargeSql, [key, limit, units, second, nowMs])
    const [window] = newWindow ? [newWindow] : await this.#run<Window>(readSql, [key, second], 0)
    const { startedAt, used } = window ?? { startedAt: second, used: 0 }
    return {
      limit,
      granted: newWindow !== undefined || (units === 0 && used <= limit),
      remaining: Math.max(0, limit - used),
      reset: startedAt + windowSeconds,
    }
  }

  async readLastUsed(keys: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.#run<{ key: string; lastUsedAt: number }>(readLastUsedSql, [keys])
    return new Map(rows.map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]))
  }

  async deleteWindows(prefix: string, beforeMs: number): Promise<void> {
    await this.#run(deleteOutdatedSql, [prefix, Math.floor(beforeMs / 1000) - windowSeconds])
  }

  #run<R>(sql: string, values: unknown[], retryMs?: number): Promise<R[]> {
    return withRetries(
      () =>
        this.#connection.use(async (client) => createSession(client).all(sql, values)) as Promise<
          R[]
        >,
      retryMs,
    )
  }
}
