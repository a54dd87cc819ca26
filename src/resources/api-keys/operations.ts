import { hashOf, newSecret } from '../../auth/secret.ts'
import type { Context } from '../../context.ts'
import { changesBetween, record } from '../../events/record.ts'
import { newRecord } from '../../records.ts'
import type { ApiKeyRow } from './table.ts'

export type { ApiKeyRow }

export interface IssuedKey {
  apiKey: ApiKeyRow
  /** Shown once; only its hash is kept. */
  secret: string
}

/** Makes a key; the rules of who may are the caller's. */
export async function issueKey(ctx: Context, key: { userId: string; name: string; scopes?: string[] | null; expiresAt?: string | null }): Promise<IssuedKey> {
  const secret = newSecret(ctx.randomBytes)
  const row: ApiKeyRow = {
    ...newRecord(ctx, 'key'),
    userId: key.userId,
    name: key.name,
    hash: hashOf(secret),
    prefix: secret.slice(0, 7),
    lastFour: secret.slice(-4),
    scopes: key.scopes ? JSON.stringify(key.scopes) : null,
    createdBy: ctx.viewer.userId || null,
    expiresAt: key.expiresAt ?? null,
    revokedAt: null,
    previousHash: null,
    previousExpiresAt: null,
  }
  await ctx.db.insert('apiKeys', row)
  record(ctx, { type: 'apiKey.created', record: row, changes: changesBetween({}, row, ['userId', 'name', 'scopes', 'expiresAt']) })
  return { apiKey: row, secret }
}
