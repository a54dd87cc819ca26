import { type Counters, maxSkewSeconds, windowSeconds } from '../store.ts'
import { withRetries } from './retries.ts'
import type { SharedConnection } from './shared-connection.ts'

/** Created outside of migrations, because counters are not data: they may be lost and are not copied. */
export const createWindows =
  'CREATE TABLE IF NOT EXISTS "windows" ("key" TEXT COLLATE "C" PRIMARY KEY, "startedAt" BIGINT NOT NULL, "used" BIGINT NOT NULL, "lastUsedAt" BIGINT NOT NULL)'

/** Whether the stored window is still open. */
const isOpen = `($4 >= "own"."startedAt" - ${maxSkewSeconds} AND $4 < "own"."startedAt" + ${windowSeconds})`
const before = `CASE WHEN ${isOpen} THEN "own"."used" ELSE 0 END`

/** Charges units in one statement, so that concurrent processes cannot charge a unit twice. */
const take = `INSERT INTO "windows" AS "own" SELECT $1, $4::bigint, greatest(0, $3::bigint), $5::bigint WHERE $3 <= $2::bigint
  ON CONFLICT ("key") DO UPDATE SET "used" = greatest(0, ${before} + $3), "startedAt" = CASE WHEN ${isOpen} THEN "own"."startedAt" ELSE $4 END, "lastUsedAt" = $5
  WHERE ${before} + $3 <= $2 RETURNING "startedAt", "used"`
const look = `SELECT "startedAt", "used" FROM "windows" AS "own" WHERE "key" = $1 AND $2 >= "startedAt" - ${maxSkewSeconds} AND $2 < "startedAt" + ${windowSeconds}`
const used = 'SELECT "key", "lastUsedAt" FROM "windows" WHERE "key" = ANY($1)'
const outdated = 'DELETE FROM "windows" WHERE starts_with("key", $1) AND "startedAt" < $2'

type Window = { startedAt: number; used: number }

/**
 * Rate-limit windows and the last use of each key, in a table shared by all processes. Commits do
 * not wait for the disk, so that the latest counts may be lost if the server crashes.
 */
export function countersOn(line: SharedConnection): Counters {
  const run = <R>(name: string, text: string, values: unknown[]): Promise<R[]> =>
    withRetries(
      () => line.use(async (client) => (await client.query({ name, text, values })).rows as R[]),
      name === 'look' ? 0 : undefined,
    )
  return {
    async charge(key, limit, units, now) {
      const second = Math.floor(now / 1000)
      const [taken] =
        units === 0 ? [] : await run<Window>('take', take, [key, limit, units, second, now])
      const [there] = taken ? [taken] : await run<Window>('look', look, [key, second])
      const { startedAt, used } = there ?? { startedAt: second, used: 0 }
      return {
        limit,
        granted: taken !== undefined || (units === 0 && used <= limit),
        remaining: Math.max(0, limit - used),
        reset: startedAt + windowSeconds,
      }
    },
    async lastUsed(keys) {
      const rows = await run<{ key: string; lastUsedAt: number }>('used', used, [keys])
      return new Map(rows.map((row) => [row.key, new Date(row.lastUsedAt).toISOString()]))
    },
    async deleteWindows(prefix, before) {
      await run('outdated', outdated, [prefix, Math.floor(before / 1000) - windowSeconds])
    },
  }
}
