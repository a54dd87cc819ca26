import { sql } from 'kysely'
import { holdsCredential } from '../../auth/holds-credential.ts'
import type { Sight, SightParams } from '../../auth/sight.ts'
import type { Way } from '../../store/ways.ts'

/**
 * A key is visible to its user, Owner and Admin. To a narrowed key only the key itself and keys
 * that hold no more are visible.
 */
export const seesKey = (p: SightParams, sight: Sight) => {
  const ofUser = sight.role ? sql<boolean>`1 = 1` : sql<boolean>`"apiKeys"."userId" = ${p.viewerId}`
  return sight.narrowed
    ? sql<boolean>`(${ofUser} and ("apiKeys"."id" = ${p.keyId} or ${holdsCredential(p, sight, 'apiKeys')}))`
    : ofUser
}

/** Selects the ids of all keys that the caller can view. */
export const visibleKeyIds = (p: SightParams, sight: Sight) =>
  sql`select "id" from "apiKeys" where "companyId" = ${p.companyId} and ${seesKey(p, sight)}`

export const waysToSeeKeys = (p: SightParams, sight: Sight): Way[] =>
  sight.role && !sight.narrowed ? [] : [{ ids: visibleKeyIds(p, sight) }]
