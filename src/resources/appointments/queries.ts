import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { appointmentPolicy } from './policy.ts'

/** Counts the visible appointments to which at least one of the people is invited. */
export const appointmentsOfPeople = queryFamily<
  AccessScope,
  AccessParams & { people: string },
  { total: number }
>(
  (_, p, scope) => sql<{
    total: number
  }>`select count(*) as "total" from "appointments" where "appointments"."companyId" = ${p.companyId} and ${appointmentPolicy.canView(p, scope)}
    and "appointments"."id" in (select "appointmentId" from "appointmentPeople" where "companyId" = ${p.companyId} and ${isIn('personId', p.people)})`,
)
