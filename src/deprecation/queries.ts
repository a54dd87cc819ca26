import { sql } from 'kysely'
import { query } from '../store/query.ts'
import type { DeprecatedUseRow } from './table.ts'

/** Adds to what a key has used before: several processes write it, in any order. */
export const addUses = query(
  (
    _,
    p: DeprecatedUseRow,
  ) => sql`insert into "deprecatedUses" ("companyId", "id", "keyId", "what", "calls", "firstUsedAt", "lastUsedAt", "sunset")
    values (${p.companyId}, ${p.id}, ${p.keyId}, ${p.what}, ${p.calls}, ${p.firstUsedAt}, ${p.lastUsedAt}, ${p.sunset})
    on conflict ("companyId", "what", "keyId") do update set
      "calls" = "deprecatedUses"."calls" + excluded."calls",
      "firstUsedAt" = case when excluded."firstUsedAt" < "deprecatedUses"."firstUsedAt" then excluded."firstUsedAt" else "deprecatedUses"."firstUsedAt" end,
      "lastUsedAt" = case when excluded."lastUsedAt" > "deprecatedUses"."lastUsedAt" then excluded."lastUsedAt" else "deprecatedUses"."lastUsedAt" end,
      "sunset" = excluded."sunset"`,
)
