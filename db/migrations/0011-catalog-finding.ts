import type { Kysely } from 'kysely'
import { createIndex } from '../../src/store/ddl.ts'

/** Indexes for sorting and filtering users, API keys, stages and pipelines. */
const indexes: [table: string, columns: string[]][] = [
  ['users', ['role', 'id']],
  ['users', ['updatedAt', 'id']],
  ['apiKeys', ['expiresAt', 'id']],
  ['stages', ['position', 'id']],
  ['pipelines', ['position', 'id']],
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of indexes) await createIndex(db, table, ['companyId', ...columns])
}
