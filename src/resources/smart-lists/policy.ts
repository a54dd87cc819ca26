import { type RawBuilder, sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import type { AccessPath } from '../../store/ways.ts'

/**
 * A list is visible to its owner, and when it is shared to the whole company. Whom it lists is
 * another matter.
 */
export const smartListAccessPaths = (p: AccessParams): AccessPath[] => [
  {
    ids: sql`select "id" from "smartLists" where "companyId" = ${p.companyId} and "ownerId" = ${p.viewerId}`,
  },
  { ids: sql`select "id" from "smartLists" where "companyId" = ${p.companyId} and "shared" = 1` },
]

export const canViewSmartList = (p: AccessParams): RawBuilder<boolean> =>
  sql<boolean>`("smartLists"."shared" = 1 or "smartLists"."ownerId" = ${p.viewerId})`

/** It is changed by its owner; a shared one by Owner and Admin too. */
export const canEditSmartList = (p: AccessParams, sight: AccessScope): RawBuilder<boolean> =>
  sight.role ? canViewSmartList(p) : sql<boolean>`"smartLists"."ownerId" = ${p.viewerId}`
