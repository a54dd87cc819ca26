import type { Context } from '../../context.ts'
import {
  completeTask,
  createTask,
  deleteTask,
  getTask,
  reopenTask,
  type TaskInput,
  type TaskRow,
  updateTask,
} from '../../resources/tasks/operations.ts'
import { putNotes, putUser } from './common.ts'
import { textOf } from './draft.ts'
import { personNamed } from './persons.ts'
import type { Kind, Reader } from './run.ts'
import { readBoolean, readTime } from './values.ts'

/** Tasks of rows. */
async function read(reader: Reader): Promise<void> {
  const { row } = reader
  row.text('title')
  putNotes(reader, 'description')
  const [clock] = row.pieces('dueTime')
  const withClock = (text: string) =>
    clock && /^[\d/.-]+$/.test(text) ? `${text} ${textOf(clock.cell)}` : text
  row.take(
    'dueDate',
    'dueDate',
    (text) => readTime(withClock(text), reader.run),
    'must be a date, such as 2026-05-17, or a date and time',
  )
  row.take('priority', 'priority', priorityOf, 'must be low, medium, high or urgent')
  putUser(reader, 'assignedTo', 'assignedTo')
  await putPerson(reader, 'personId')
  readState(reader)
}

const priorities: Record<string, string> = {
  normal: 'medium',
  none: 'medium',
  mid: 'medium',
  '!': 'low',
  '!!': 'medium',
  '!!!': 'high',
  critical: 'urgent',
  highest: 'urgent',
  lowest: 'low',
}

function priorityOf(text: string): string | undefined {
  const word = text.toLowerCase()
  const known = priorities[word] ?? word
  return ['low', 'medium', 'high', 'urgent'].includes(known) ? known : undefined
}

/** Puts the person whom one of a row's columns names, under a name. */
export async function putPerson({ ctx, row, run }: Reader, name: string): Promise<void> {
  const pieces = row.pieces('person')
  for (const [index, piece] of pieces.entries()) {
    const person = await personNamed(
      ctx,
      textOf(piece.cell).split(/\s*(?::::|;)\s*/, 1)[0] ?? '',
      run.source,
    )
    if (typeof person === 'string') return row.put(name, person, piece.heading)
    if (index === pieces.length - 1) row.leaveOut(piece.heading, person.wrong, piece.cell)
  }
  if (row.clears('person')) row.put(name, null, row.clears('person') ?? '')
}

/** A task that is done was done at a time, if one is told. */
function readState({ row, run }: Reader): void {
  const [at] = row.pieces('completedAt')
  const [status] = row.pieces('status')
  if (at) {
    const time = readTime(at.cell, run)
    row.draft.done = true
    if (time) row.draft.at = Date.parse(time)
    else row.leaveOut(at.heading, 'must be a date and time, such as 2026-05-17 09:30', at.cell)
  } else if (status) row.draft.done = readBoolean(status.cell) ?? false
  else if (row.clears('completedAt')) row.draft.done = false
}

const inState = async (ctx: Context, task: TaskRow, done: unknown): Promise<TaskRow> =>
  typeof done !== 'boolean' || done === (task.completedAt !== null)
    ? task
    : done
      ? completeTask(ctx, task.id)
      : reopenTask(ctx, task.id)

export const tasks: Kind = {
  kind: 'tasks',
  prefix: 'task',
  inputs: { create: 'CreateTaskInput', update: 'UpdateTaskInput' },
  read,
  create: async (ctx, input, { done }) =>
    inState(ctx, await createTask(ctx, input as unknown as TaskInput & { title: string }), done),
  get: getTask,
  before: async (_, row, { done, ...input }) => ({
    ...Object.fromEntries(
      Object.keys(input).map((field) => [field, (row as TaskRow)[field as keyof TaskRow]]),
    ),
    ...(done !== undefined && { done: (row as TaskRow).completedAt !== null }),
  }),
  async update(ctx, id, { done, ...input }) {
    const task =
      Object.keys(input).length > 0
        ? await updateTask(ctx, id, input as TaskInput)
        : await getTask(ctx, id)
    return inState(ctx, task, done)
  },
  async remove(ctx, id, untouched) {
    if (!untouched) return 'has been changed since, and would be deleted for good'
    await deleteTask(ctx, id)
    return undefined
  },
}
