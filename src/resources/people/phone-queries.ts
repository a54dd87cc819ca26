import { type RawBuilder, sql } from 'kysely'

/**
 * Whether `value`, a column of stored phones, is a number or that number with an extension; a
 * number with an extension matches only itself. One range of the index on `value` holds both.
 */
export const matchesPhone = (number: unknown): RawBuilder<boolean> =>
  sql<boolean>`"value" >= ${number} and "value" < ${number} || ' y' and ("value" = ${number} or "value" >= ${number} || ' x')`
