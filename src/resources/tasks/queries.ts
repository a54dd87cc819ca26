import { sql } from 'kysely'
import type { Sight, SightParams } from '../../auth/sight.ts'
import { childrenOf } from '../../store/children.ts'
import { listOf } from '../../store/page.ts'
import { shaped } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import './table.ts'
import type { TaskRow } from './table.ts'
import { seesTask, waysToSeeTasks } from './visibility.ts'

export const taskList = listOf<'tasks', SightParams, Sight>({
  table: 'tasks',
  visible: waysToSeeTasks,
})

/** A task, and whether the caller sees it. */
export const taskFor = shaped<Sight, SightParams & { id: string }, TaskRow & { visible: number }>(
  (k, p, sight) =>
    k
      .selectFrom('tasks')
      .selectAll()
      .select(sql<number>`${seesTask(p, sight)}`.as('visible'))
      .where('companyId', '=', p.companyId)
      .where('id', '=', p.id),
)

export const visibleTasks = shaped<Sight, SightParams & { ids: string }, TaskRow>((k, p, sight) =>
  k
    .selectFrom('tasks')
    .selectAll()
    .where('companyId', '=', p.companyId)
    .where(isIn('id', p.ids))
    .where(seesTask(p, sight)),
)

/** The tasks about each of many people. */
export const tasksByPerson = childrenOf<'tasks', SightParams, Sight>({
  table: 'tasks',
  from: (p, parent, sight) =>
    sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = ${parent} and ${seesTask(p, sight)}`,
  id: 'tasks.id',
  parent: 'personId',
})

/** The completed ones of them, by the time of their completion. */
export const completedByPerson = childrenOf<'tasks', SightParams, Sight>({
  table: 'tasks',
  from: (
    p,
    parent,
    sight,
  ) => sql`from "tasks" where "tasks"."companyId" = ${p.companyId} and "tasks"."personId" = ${parent}
    and "tasks"."completedAt" is not null and ${seesTask(p, sight)}`,
  id: 'tasks.id',
  time: 'tasks.completedAt',
  parent: 'personId',
})
