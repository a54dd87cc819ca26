import { sql } from 'kysely'
import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp } from '../../context.ts'
import { createLoader } from '../../crud/loader.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  checkReferences,
  deleteRecord,
  insertRecord,
  newRecord,
  requireSomeField,
  updateRecord,
} from '../../crud/records.ts'
import { createRelationList } from '../../filtering/child-list.ts'
import { declareExport } from '../../filtering/exports.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { createListByParent } from '../../filtering/list-by-parent.ts'
import { query } from '../../store/query.ts'
import { isIn } from '../../store/sql.ts'
import {
  type ExternalIdInput,
  findMissingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { personFilterSpec } from '../people/filter-spec.ts'
import { findUnknownPeople } from '../people/operations.ts'
import { findUnknownUsers, getUserEmail } from '../users/operations.ts'
import { taskFilterSpec } from './filter-spec.ts'
import { taskPolicy } from './policy.ts'
import type { TaskRow } from './table.ts'

export type { TaskRow }

export interface TaskInput
  extends ExternalIdInput,
    Partial<Pick<TaskRow, 'title' | 'description' | 'dueDate' | 'personId'>> {
  /** `null` resets the priority to `medium`. */
  priority?: TaskRow['priority'] | null
  assigneeId?: string | null
}

const defaultPriority = 'medium'

const eventFields = [
  'title',
  'description',
  'dueDate',
  'priority',
  'personId',
  'assignedTo',
  'completedAt',
]

const { get, getForUpdate, load } = createRecordReads(taskPolicy, 'Task')

export { get as getTask, load as loadTask }

export const tasks = createFilteredList({ spec: taskFilterSpec })

declareExport('tasks', {
  type: 'Task',
  list: tasks,
  readColumns: async (ctx, row) => ({
    person: row.personId,
    assignedTo: await getUserEmail(ctx, row, 'assignedTo'),
  }),
})

export const tasksOfAssignee = createListByParent(taskFilterSpec, { targetColumn: 'assignedTo' })

export const tasksOfPerson = createRelationList<TaskRow>(personFilterSpec, 'tasks')
export const completedTasksOfPerson = createRelationList<TaskRow>(
  personFilterSpec,
  'tasks',
  'completedAt',
)

/** Selects the completion events of tasks, oldest first. */
const completionsOfTasks = query(
  (_, p: { companyId: string; ids: string }) => sql<{ recordId: string; actorId: string | null }>`
    select "recordId", "actorId" from "events" where "companyId" = ${p.companyId} and ${isIn('recordId', p.ids)}
    and "type" = 'task.completed' order by "sequence"`,
)

/** Loads the id of the user who last completed a task. */
export const loadCompleter = createLoader<string | null>(async (ctx, ids) => {
  const rows = await ctx.db.allByIds(completionsOfTasks, ctx.viewer.companyId, ids)
  return new Map(rows.map((row) => [row.recordId, row.actorId]))
})

const checkTaskReferences = (ctx: Context, input: TaskInput) =>
  checkReferences(
    findMissingExternalId(input),
    findUnknownPeople(ctx, [['personId', input.personId]]),
    findUnknownUsers(ctx, [['assigneeId', input.assigneeId]]),
  )

/**
 * Creates a task. The caller is the default assignee.
 * @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT if another task has the external id
 */
export async function createTask(ctx: Context, input: TaskInput & { title: string }) {
  requireScope(ctx.viewer, 'tasks.manage')
  await checkTaskReferences(ctx, input)
  const row: TaskRow = {
    ...newRecord(ctx, 'task'),
    title: input.title,
    description: input.description ?? null,
    dueDate: input.dueDate ?? null,
    priority: input.priority ?? defaultPriority,
    completedAt: null,
    personId: input.personId ?? null,
    assignedTo: input.assigneeId === undefined ? ctx.viewer.userId : input.assigneeId,
  }
  return insertRecord(ctx, 'tasks', row, 'task.created', eventFields, () =>
    replaceExternalIds(ctx, 'task', row.id, input),
  )
}

/** Updates a task. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT */
export async function updateTask(ctx: Context, id: string, input: TaskInput): Promise<TaskRow> {
  const task = await getForUpdate(ctx, id)
  const patch = requireSomeField(input)
  await checkTaskReferences(ctx, patch)
  const { assigneeId, priority, externalId, externalSource, externalIds, ...otherColumns } = patch
  const columns: Partial<TaskRow> = otherColumns
  if (assigneeId !== undefined) columns.assignedTo = assigneeId
  if (priority !== undefined) columns.priority = priority ?? defaultPriority
  const externalIdChanges = await replaceExternalIds(ctx, 'task', id, patch)
  return updateRecord(ctx, 'tasks', task, columns, 'task.updated', externalIdChanges)
}

/** Completes a task; a completed task stays unchanged. @throws NOT_FOUND, FORBIDDEN */
export async function completeTask(ctx: Context, id: string): Promise<TaskRow> {
  const task = await getForUpdate(ctx, id)
  if (task.completedAt) return task
  return updateRecord(ctx, 'tasks', task, { completedAt: timestamp(ctx) }, 'task.completed')
}

export async function reopenTask(ctx: Context, id: string): Promise<TaskRow> {
  const task = await getForUpdate(ctx, id)
  return updateRecord(ctx, 'tasks', task, { completedAt: null }, 'task.reopened')
}

/** Deletes a task permanently. @throws NOT_FOUND, FORBIDDEN */
export async function deleteTask(ctx: Context, id: string): Promise<{ id: string }> {
  const task = await getForUpdate(ctx, id)
  return deleteRecord(ctx, taskPolicy, task, 'task.deleted', eventFields)
}
