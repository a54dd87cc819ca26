import type { Db } from '../store/db.ts'
import { query } from '../store/query.ts'
import { teamsSeenBy } from './authenticate.ts'
import { rightsOf } from './scopes.ts'
import type { Viewer } from './viewer.ts'

const userById = query((k, p: { companyId: string; userId: string }) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .where('users.companyId', '=', p.companyId)
    .where('users.id', '=', p.userId)
    .select([
      'users.firstName',
      'users.lastName',
      'users.role',
      'users.suspendedAt',
      'companies.name as companyName',
      'companies.region',
    ]),
)

/**
 * A user as the one who is asking, where there is no API key: what is done on their behalf later
 * shows what they may see at that time.
 * @param scopes JSON list of scopes that it is narrowed to; null for all that the user may
 * @returns nothing for a user who is suspended or gone
 */
export async function viewerOfUser(
  db: Db,
  of: { companyId: string; userId: string; scopes: string | null },
): Promise<Viewer | undefined> {
  const { companyId, userId, scopes } = of
  const found = await db.first(userById, { companyId, userId })
  if (!found || found.suspendedAt) return undefined
  const { role, companyName, region } = found
  const rights = rightsOf(role, scopes === null ? null : (JSON.parse(scopes) as string[]))
  const fullName = `${found.firstName} ${found.lastName}`.trim()
  return {
    companyId,
    companyName,
    region,
    userId,
    keyId: null,
    role,
    fullName,
    ...(await teamsSeenBy(db, { companyId, userId }, role, rights)),
    rights,
  }
}
