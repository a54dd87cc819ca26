import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { holdsCredential } from '../../access/holds-credential.ts'
import type { AccessPath } from '../../store/ways.ts'

/**
 * A key is visible to its user, Owner and Admin. To a narrowed key only the key itself and keys
 * that hold no more are visible.
 */
export const canViewApiKey = (p: AccessParams, sight: AccessScope) => {
  const ofUser = sight.role ? sql<boolean>`1 = 1` : sql<boolean>`"apiKeys"."userId" = ${p.viewerId}`
  return sight.narrowed
    ? sql<boolean>`(${ofUser} and ("apiKeys"."id" = ${p.keyId} or ${holdsCredential(p, sight, 'apiKeys')}))`
    : ofUser
}

/** Selects the ids of all keys that the caller can view. */
export const viewableApiKeyIds = (p: AccessParams, sight: AccessScope) =>
  sql`select "id" from "apiKeys" where "companyId" = ${p.companyId} and ${canViewApiKey(p, sight)}`

export const apiKeyAccessPaths = (p: AccessParams, sight: AccessScope): AccessPath[] =>
  sight.role && !sight.narrowed ? [] : [{ ids: viewableApiKeyIds(p, sight) }]
