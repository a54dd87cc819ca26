import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import './table.ts'
import { taskPolicy } from './policy.ts'

export const tasksByPerson = childrenOf<'tasks', AccessParams, AccessScope>({
  table: 'tasks',
  from: (p, parent, sight) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = ${parent} and ${taskPolicy.canView(p, sight)}`,
  id: 'tasks.id',
  parent: 'personId',
})

/** In the order of their completion. */
export const completedTasksByPerson = childrenOf<'tasks', AccessParams, AccessScope>({
  table: 'tasks',
  from: (
    p,
    parent,
    sight,
  ) => sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = ${parent}
    and "tasks"."completedAt" is not null and ${taskPolicy.canView(p, sight)}`,
  id: 'tasks.id',
  time: 'tasks.completedAt',
  parent: 'personId',
})
