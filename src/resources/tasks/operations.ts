import { accessParams, accessScopeOf } from '../../access/access-scope.ts'
import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { byId, createLoader } from '../../crud/batch.ts'
import {
  applyChanges,
  checkReferences,
  checkVersion,
  deleteRecord,
  newRecord,
  requireSomeField,
  requireVisible,
} from '../../crud/records.ts'
import { type Change, changesBetween, recordEvent } from '../../events/record-event.ts'
import type { EventType } from '../../events/types.ts'
import { finder } from '../../filtering/find.ts'
import { childCounts, childPages } from '../../filtering/list.ts'
import { mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import {
  type ExternalIdInput,
  missingExternalId,
  replaceExternalIds,
} from '../external-ids/operations.ts'
import { unknownPeople } from '../people/operations.ts'
import { unknownUsers } from '../users/operations.ts'
import { taskFilterSpec, tasksFound } from './filter-spec.ts'
import { taskPolicy } from './policy.ts'
import { completedByPerson, taskFor, taskList, tasksByPerson, visibleTasks } from './queries.ts'
import type { TaskRow } from './table.ts'

export type { TaskRow }

export interface TaskInput extends ExternalIdInput {
  title?: string
  description?: string | null
  dueDate?: string | null
  /** null: medium, as where nothing is said */
  priority?: TaskRow['priority'] | null
  personId?: string | null
  assignedTo?: string | null
}

const usual = 'medium'
const logged = [
  'title',
  'description',
  'dueDate',
  'priority',
  'personId',
  'assignedTo',
  'completedAt',
] as const

/** @throws NOT_FOUND, FORBIDDEN */
export async function getTask(ctx: Context, id: string): Promise<TaskRow> {
  requireScope(ctx.viewer, 'tasks.manage')
  return requireVisible(
    'Task',
    await ctx.db.first(taskFor(accessScopeOf(ctx.viewer)), { ...accessParams(ctx.viewer), id }),
  )
}

const taskToChange = async (ctx: Context, id: string) => checkVersion(ctx, await getTask(ctx, id))

/** A task that the caller sees, for an edge or `node`; nothing where there is none. */
export const loadTask = createLoader<TaskRow>((ctx, ids) =>
  mapMaybePromise(
    ctx.db.all(visibleTasks(accessScopeOf(ctx.viewer)), {
      ...accessParams(ctx.viewer),
      ids: listParam(ids),
    }),
    byId,
  ),
)

/** The tasks that the caller sees, as asked for. */
export const tasks = finder({
  kind: taskFilterSpec,
  queries: tasksFound,
  plain: taskList,
  options: (ctx) => accessScopeOf(ctx.viewer),
  needs: 'tasks.manage',
})

const sight = (ctx: Context) => accessScopeOf(ctx.viewer)

/** The tasks about a person, as an edge. */
export const tasksOfPerson = {
  pages: childPages(tasksByPerson, sight),
  counts: childCounts(tasksByPerson, sight),
}

/** The completed ones, by the time of their completion. */
export const completedTasksOfPerson = {
  pages: childPages(completedByPerson, sight),
  counts: childCounts(completedByPerson, sight),
}

/**
 * Creates a task; without an assignee it is the caller's. @throws VALIDATION_ERROR for a person or
 * user that is not there
 */
export async function createTask(
  ctx: Context,
  input: TaskInput & { title: string },
): Promise<TaskRow> {
  requireScope(ctx.viewer, 'tasks.manage')
  await checkTaskReferences(ctx, input)
  const row: TaskRow = {
    ...newRecord(ctx, 'task'),
    title: input.title,
    description: input.description ?? null,
    dueDate: input.dueDate ?? null,
    priority: input.priority ?? usual,
    completedAt: null,
    personId: input.personId ?? null,
    assignedTo: input.assignedTo === undefined ? ctx.viewer.userId : input.assignedTo,
    createdBy: ctx.viewer.userId,
  }
  await ctx.db.insert('tasks', row)
  const ids = await replaceExternalIds(ctx, 'task', row.id, input)
  const changes = [...changesBetween({}, row, logged), ...ids]
  recordEvent(ctx, { type: 'task.created', record: row, changes })
  return row
}

const checkTaskReferences = (ctx: Context, { personId, assignedTo, ...others }: TaskInput) =>
  checkReferences(
    missingExternalId(others),
    unknownPeople(ctx, [['personId', personId]]),
    unknownUsers(ctx, [['assignedTo', assignedTo]]),
  )

/**
 * Changes the given fields. @throws VALIDATION_ERROR when none is given, or one refers to nothing
 */
export async function updateTask(ctx: Context, id: string, input: TaskInput): Promise<TaskRow> {
  const task = await taskToChange(ctx, id)
  const patch = requireSomeField(input)
  await checkTaskReferences(ctx, patch)
  const { priority, externalId, externalSource, externalIds, ...fields } = patch
  const also = await replaceExternalIds(ctx, 'task', id, {
    externalId,
    externalSource,
    externalIds,
  })
  return change(
    ctx,
    task,
    { ...fields, ...(priority !== undefined && { priority: priority ?? usual }) },
    'task.updated',
    also,
  )
}

/** Completes a task. One that is completed keeps its first time, and there is no second event. */
export async function completeTask(ctx: Context, id: string): Promise<TaskRow> {
  const task = await taskToChange(ctx, id)
  return task.completedAt
    ? task
    : change(ctx, task, { completedAt: timestamp(ctx) }, 'task.completed')
}

export async function reopenTask(ctx: Context, id: string): Promise<TaskRow> {
  return change(ctx, await taskToChange(ctx, id), { completedAt: null }, 'task.reopened')
}

async function change(
  ctx: Context,
  task: TaskRow,
  patch: Partial<TaskRow>,
  type: EventType,
  also: Change[] = [],
): Promise<TaskRow> {
  const { row, changes } = await applyChanges(ctx, 'tasks', task, patch, also)
  if (changes.length > 0) recordEvent(ctx, { type, record: row, changes })
  return row
}

export async function deleteTask(ctx: Context, id: string): Promise<{ id: string }> {
  const task = await taskToChange(ctx, id)
  await deleteRecord(ctx, taskPolicy, task, {
    type: 'task.deleted',
    changes: changesBetween(task, {}, logged),
  })
  return { id }
}
