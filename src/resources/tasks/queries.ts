import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { childrenOf } from '../../store/children.ts'
import { listOf } from '../../store/page.ts'
import { queryFamily } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import { taskPolicy } from './policy.ts'
import type { TaskRow } from './table.ts'

export const taskList = listOf<'tasks', AccessParams, AccessScope>({
  table: 'tasks',
  visible: taskPolicy.accessPaths,
})

/** A task, and whether the caller sees it. */
export const taskFor = queryFamily<
  AccessScope,
  AccessParams & { id: string },
  TaskRow & { visible: number }
>((k, p, sight) =>
  k
    .selectFrom('tasks')
    .selectAll()
    .select(sql<number>`${taskPolicy.canView(p, sight)}`.as('visible'))
    .where('companyId', '=', p.companyId)
    .where('id', '=', p.id),
)

export const visibleTasks = queryFamily<AccessScope, AccessParams & { ids: string }, TaskRow>(
  (k, p, sight) =>
    k
      .selectFrom('tasks')
      .selectAll()
      .where('companyId', '=', p.companyId)
      .where(isIn('id', p.ids))
      .where(taskPolicy.canView(p, sight)),
)

/** The tasks about each of many people. */
export const tasksByPerson = childrenOf<'tasks', AccessParams, AccessScope>({
  table: 'tasks',
  from: (p, parent, sight) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = ${parent} and ${taskPolicy.canView(p, sight)}`,
  id: 'tasks.id',
  parent: 'personId',
})

/** The completed ones of them, by the time of their completion. */
export const completedByPerson = childrenOf<'tasks', AccessParams, AccessScope>({
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
