import { type RawBuilder, sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import type { Way } from '../../store/ways.ts'

/**
 * A list is visible to its owner, and when it is shared to the whole company. Whom it lists is
 * another matter.
 */
export const waysToSeeLists = (p: SightParams): Way[] => [
  {
    ids: sql`select "id" from "smartLists" where "companyId" = ${p.companyId} and "ownerId" = ${p.viewerId}`,
  },
  { ids: sql`select "id" from "smartLists" where "companyId" = ${p.companyId} and "shared" = 1` },
]

export const seesList = (p: SightParams): RawBuilder<boolean> =>
  sql<boolean>`("smartLists"."shared" = 1 or "smartLists"."ownerId" = ${p.viewerId})`

/** It is changed by its owner; a shared one by Owner and Admin too. */
export const editsList = (p: SightParams, sight: Sight): RawBuilder<boolean> =>
  sight.role ? seesList(p) : sql<boolean>`"smartLists"."ownerId" = ${p.viewerId}`
