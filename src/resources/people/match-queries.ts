import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn, orderedJoin } from '../../store/sql.ts'
import './table.ts'
import { personPolicy } from './policy.ts'

/** A person with one of the emails or phones of a look-up. */
export interface ContactMatch {
  list: 'emails' | 'phones'
  value: string
  personId: string
}

type ContactParams = AccessParams & { emails: string; phones: string }

/**
 * The best match for each email and phone: the visible person outside Trash with the most of them,
 * then the oldest. The first row is the best match of all.
 */
export const contactMatches = queryFamily<AccessScope, ContactParams, ContactMatch>(
  (_, p, scope) => sql<ContactMatch>`
    with "hits" as (
      select 'emails' as "list", "valueKey" as "value", "personId" from "personEmails" where "companyId" = ${p.companyId} and ${isIn('valueKey', p.emails)}
      union all select 'phones', "value", "personId" from "personPhones" where "companyId" = ${p.companyId} and ${isIn('value', p.phones)}
    ), "visible" as (
      select "hits".*, count(*) over (partition by "hits"."personId") as "score" from "hits" cross join "people"
      where "people"."companyId" = ${p.companyId} and "people"."id" = "hits"."personId" and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
    ), "ranked" as (
      select *, row_number() over (partition by "list", "value" order by "score" desc, "personId") as "place" from "visible"
    )
    select "list", "value", "personId" from "ranked" where "place" = 1 order by "score" desc, "personId", "list", "value"`,
)

interface HolderRow {
  id: string
  firstName: string
  lastName: string
  hasEmail: number
}

const holderColumns = (p: { companyId: string }) =>
  sql`"people"."id", "people"."firstName", "people"."lastName", case when exists (select 1 from "personEmails" where "companyId" = ${p.companyId} and "personId" = "people"."id") then 1 else 0 end as "hasEmail"`

const contactColumns = {
  email: { table: 'personEmails', column: 'valueKey' },
  phone: { table: 'personPhones', column: 'value' },
} as const

type HolderParams = AccessParams & { value: string; limit: number }

/** People with an email or phone, outside Trash, the oldest first. */
export const holdersOfContact = queryFamily<
  { scope: AccessScope; by: 'email' | 'phone' },
  HolderParams,
  HolderRow
>((_, p, { scope, by }) => {
  const { table, column } = contactColumns[by]
  return sql<HolderRow>`select ${holderColumns(p)} from ${sql.table(table)} as "held" ${orderedJoin} "people" on "people"."companyId" = ${p.companyId} and "people"."id" = "held"."personId"
      where "held"."companyId" = ${p.companyId} and ${sql.ref(`held.${column}`)} = ${p.value} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      order by "held"."personId" limit ${p.limit}`
})

/** The oldest person with a phone, outside Trash, whose folded full name is in `nameKeys`. */
export const namesakeWithPhone = queryFamily<
  AccessScope,
  AccessParams & { value: string; nameKeys: string },
  HolderRow
>(
  (_, p, scope) => sql<HolderRow>`select ${holderColumns(p)} from "people"
    where "people"."companyId" = ${p.companyId} and ${isIn('people.nameKey', p.nameKeys)} and "people"."trashedAt" is null and ${personPolicy.canView(p, scope)}
      and exists (select 1 from "personPhones" where "companyId" = ${p.companyId} and "personId" = "people"."id" and "value" = ${p.value})
    order by "people"."id" limit 1`,
)
