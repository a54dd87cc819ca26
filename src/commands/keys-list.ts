import type { Deps } from '../context.ts'
import { emailKeyOf } from '../resources/users/operations.ts'
import { allKeys } from './queries.ts'
import { type Output, print, withDeps } from './session.ts'

interface ListedKey {
  companyId: string
  id: string
  name: string
  user: string
  role: string
  scopes: string[] | null
  /** The ends of the secret, to know it by. */
  secret: string
  status: 'active' | 'expired' | 'revoked' | 'user suspended'
  createdAt: string
  expiresAt: string | null
  lastUsedAt: string | null
}

export async function listKeys(options: Output & { user?: string }): Promise<void> {
  const keys = await withDeps((deps) => read(deps, options.user))
  const lines = keys.map(
    (key) =>
      `${key.id}  ${key.secret}  ${key.status.padEnd(8)}  ${key.role.padEnd(11)}  ${key.user}  "${key.name}"${key.lastUsedAt ? `  last used ${key.lastUsedAt}` : ''}`,
  )
  print(options, { keys }, lines.length > 0 ? lines.join('\n') : 'There are no keys.')
}

async function read(deps: Deps, email: string | undefined): Promise<ListedKey[]> {
  const now = new Date(deps.now()).toISOString()
  const found = await deps.store.everyCompany.look((db) => db.all(allKeys, {}))
  const rows =
    email === undefined ? found : found.filter((row) => row.emailKey === emailKeyOf(email.trim()))
  const used = await deps.store.counters.lastUsed(rows.map((row) => row.id))
  return rows.map((row) => ({
    companyId: row.companyId,
    id: row.id,
    name: row.name,
    user: row.email,
    role: row.role,
    scopes: row.scopes ? (JSON.parse(row.scopes) as string[]) : null,
    secret: `${row.prefix}…${row.lastFour}`,
    status: row.revokedAt
      ? 'revoked'
      : row.expiresAt && row.expiresAt <= now
        ? 'expired'
        : row.suspendedAt
          ? 'user suspended'
          : 'active',
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    lastUsedAt: used.get(row.id) ?? null,
  }))
}
