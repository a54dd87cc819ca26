import type { Deps } from '../context.ts'
import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import { type Rights, type Role, rightsOf } from './scopes.ts'
import { hashOf, isHash, wellFormed } from './secret.ts'
import { roleLevel, type Viewer } from './viewer.ts'

/** Crosses companies by its nature: a key's hash is what tells the company. */
const keyByHash = query((k, p: { hash: string }) =>
  k
    .selectFrom('apiKeys')
    .innerJoin('users', (join) => join.onRef('users.companyId', '=', 'apiKeys.companyId').onRef('users.id', '=', 'apiKeys.userId'))
    .innerJoin('companies', 'companies.id', 'apiKeys.companyId')
    .where((eb) => eb.or([eb('apiKeys.hash', '=', p.hash), eb('apiKeys.previousHash', '=', p.hash)]))
    .select([
      'apiKeys.id as keyId',
      'apiKeys.companyId',
      'apiKeys.hash',
      'apiKeys.previousHash',
      'apiKeys.scopes',
      'apiKeys.expiresAt',
      'apiKeys.revokedAt',
      'apiKeys.previousExpiresAt',
    ])
    .select(['users.id as userId', 'users.firstName', 'users.lastName', 'users.role', 'users.suspendedAt'])
    .select(['companies.name as companyName', 'companies.region']),
)

const teamsOf = query((k, p: { companyId: string; userId: string }) =>
  k.selectFrom('teamMembers').select(['teamId', 'isLeader']).where('companyId', '=', p.companyId).where('userId', '=', p.userId),
)

const membersLedBy = query((k, p: { companyId: string; userId: string }) =>
  k
    .selectFrom('teamMembers as led')
    .innerJoin('teamMembers as member', (join) => join.onRef('member.companyId', '=', 'led.companyId').onRef('member.teamId', '=', 'led.teamId'))
    .where('led.companyId', '=', p.companyId)
    .where('led.userId', '=', p.userId)
    .where('led.isLeader', '=', 1)
    .where('member.isMember', '=', 1)
    .select('member.userId')
    .distinct(),
)

/**
 * The teams that decide what a user sees: those they belong to, and whom those they lead consist of. Whoever sees
 * everything needs neither; a narrowed key of an Owner may.
 */
export async function teamsSeenBy(db: Db, key: { companyId: string; userId: string }, role: Role, rights: Rights) {
  const levels = [roleLevel[role], rights.level('people.view'), rights.level('people.edit'), rights.level('deals.view')]
  const teamIds = levels.every((level) => level === 'all') ? [] : (await db.all(teamsOf, key)).map((row) => row.teamId)
  const led = levels.includes('team') ? (await db.all(membersLedBy, key)).map((row) => row.userId) : []
  return { teamIds, teamUserIds: [...new Set([key.userId, ...led])] }
}

/** @returns who the key's owner is, or nothing for a secret that is unknown, expired, revoked or of a suspended user */
export async function authenticate(deps: Pick<Deps, 'now'>, db: Db, secret: string): Promise<Viewer | undefined> {
  if (!wellFormed(secret)) return undefined
  const hash = hashOf(secret)
  const found = await db.first(keyByHash, { hash })
  const [current, previous] = [isHash(hash, found?.hash), isHash(hash, found?.previousHash)]
  if (!found || !(current || previous)) return undefined
  const now = new Date(deps.now()).toISOString()
  const expires = current ? found.expiresAt : ([found.expiresAt, found.previousExpiresAt].filter(Boolean).sort()[0] ?? now)
  if (found.revokedAt || found.suspendedAt || (expires && expires <= now)) return undefined
  const { companyId, companyName, region, userId, keyId, role } = found
  const rights = rightsOf(role, found.scopes ? (JSON.parse(found.scopes) as string[]) : null)
  const teams = await teamsSeenBy(db, { companyId, userId }, role, rights)
  const fullName = `${found.firstName} ${found.lastName}`.trim()
  return {
    companyId,
    companyName,
    region,
    userId,
    keyId,
    role,
    fullName,
    ...teams,
    rights,
  }
}
