import { sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { seesPerson } from './visibility.ts'

/** Somebody who has one of the emails or phones that were looked for. */
export interface Match {
  list: 'emails' | 'phones'
  value: string
  personId: string
}

type Wanted = SightParams & { emails: string; phones: string }

/**
 * For each email and phone that somebody has, the best match: the person who has most of what was
 * looked for, then the oldest. The first row is the best of all. People in Trash, and those whom
 * the caller does not see, do not count.
 */
export const matchesOf = shaped<Sight, Wanted, Match>(
  (_, p, sight) => sql<Match>`
    with "hits" as (
      select 'emails' as "list", "valueKey" as "value", "personId" from "personEmails" where "companyId" = ${p.companyId} and ${isIn('valueKey', p.emails)}
      union all select 'phones', "value", "personId" from "personPhones" where "companyId" = ${p.companyId} and ${isIn('value', p.phones)}
    ), "seen" as (
      select "hits".*, count(*) over (partition by "hits"."personId") as "score" from "hits" cross join "people"
      where "people"."companyId" = ${p.companyId} and "people"."id" = "hits"."personId" and "people"."trashedAt" is null and ${seesPerson(p, sight)}
    ), "ranked" as (
      select *, row_number() over (partition by "list", "value" order by "score" desc, "personId") as "place" from "seen"
    )
    select "list", "value", "personId" from "ranked" where "place" = 1 order by "score" desc, "personId", "list", "value"`,
)
