import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { query, queryFamily } from '../../store/query.ts'
import { contains, isIn } from '../../store/sql.ts'
import './table.ts'
import { personPolicy } from './policy.ts'
import type { PersonRow } from './table.ts'

/** The people whom the caller can view, and whether the caller can edit them. */
export const peopleToMerge = queryFamily<
  AccessScope,
  AccessParams & { ids: string },
  PersonRow & { editable: number }
>((k, p, sight) =>
  k
    .selectFrom('people')
    .selectAll()
    .select(sql<number>`${personPolicy.canEdit(p, sight)}`.as('editable'))
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(personPolicy.canView(p, sight)),
)

export const mergeById = query((k, p: { companyId: string; id: string }) =>
  k
    .selectFrom('personMerges')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

/** A later merge into the same person that has not been undone. */
export const laterMerge = query((k, p: { companyId: string; survivorId: string; id: string }) =>
  k
    .selectFrom('personMerges')
    .select('id')
    .where('companyId', '=', p.companyId)
    .where('survivorId', '=', p.survivorId)
    .where('id', '>', p.id)
    .where('undoneAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(1),
)

/** The merge of a person into another that has not been undone. */
export const mergeOfPerson = query((k, p: { companyId: string; personId: string }) =>
  k
    .selectFrom('personMerges')
    .select('survivorId')
    .where('companyId', '=', p.companyId)
    .where('undoneAt', 'is', null)
    .where(contains(sql.ref('snapshot'), p.personId))
    .limit(1),
)

/** The merges into people that can be undone. */
export const mergesByPerson = childrenOf<'personMerges', AccessParams, null>({
  table: 'personMerges',
  from: (p, parent) =>
    sql`from "personMerges" where "personMerges"."companyId" = ${p.companyId} and "personMerges"."survivorId" = ${parent} and "personMerges"."undoneAt" is null`,
  id: 'personMerges.id',
  parent: 'survivorId',
})
