import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the column `value` of stored phones is `number`, alone or with an extension; a `number`
 * with an extension matches only itself. One range scan of the index on `value` finds both.
 */
export const matchesPhone = (number: unknown): RawBuilder<boolean> =>
  sql<boolean>`"value" >= ${number} and "value" < ${number} || ' y' and ("value" = ${number} or "value" >= ${number} || ' x')`
