import { sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import type { Way } from '../../store/ways.ts'

/** A key is visible to its user, to Owner and to Admin. */
export const waysToSeeKeys = (p: SightParams, sight: Sight): Way[] =>
  sight.role
    ? []
    : [
        {
          ids: sql`select "id" from "apiKeys" where "companyId" = ${p.companyId} and "userId" = ${p.viewerId}`,
        },
      ]

export const seesKey = (p: SightParams, sight: Sight) =>
  sight.role ? sql<boolean>`1 = 1` : sql<boolean>`"apiKeys"."userId" = ${p.viewerId}`
