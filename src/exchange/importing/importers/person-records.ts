/** The importers of tasks and activities, which are records about a person. */
import type { Context } from '../../../context.ts'
import {
  type ActivityInput,
  type ActivityPatch,
  createActivity,
  deleteActivity,
  getActivity,
  updateActivity,
} from '../../../resources/activities/operations.ts'
import {
  completeTask,
  createTask,
  deleteTask,
  getTask,
  reopenTask,
  type TaskInput,
  type TaskRow,
  updateTask,
} from '../../../resources/tasks/operations.ts'
import { resolvePerson } from '../references.ts'
import { getText, readBoolean, readTime } from '../values.ts'
import {
  createNotesReader,
  createUserReader,
  type FieldReader,
  type Importer,
  removeUnchanged,
} from './importer.ts'

const readPerson: FieldReader = async ({ ctx, row, plan }) => {
  const personCells = row.getCells('person')
  for (const [index, { heading, cell }] of personCells.entries()) {
    const [text = ''] = getText(cell).split(/\s*(?::::|;)\s*/, 1)
    const person = await resolvePerson(ctx, text, plan.source)
    if (typeof person === 'string') return row.setValue('personId', person, heading)
    if (index === personCells.length - 1) row.omit(heading, person.problem, cell)
  }
  row.clearField('person', 'personId')
}

const readDueDate: FieldReader = ({ row, plan }) => {
  const dueTimeCell = row.getCell('dueTime')
  const addTime = (text: string) =>
    dueTimeCell && /^[\d/.-]+$/.test(text) ? `${text} ${getText(dueTimeCell.cell)}` : text
  const advice = 'must be a date, such as 2026-05-17, or a date and time'
  row.read('dueDate', (text) => readTime(addTime(text), plan), advice)
}

const priorities = ['low', 'medium', 'high', 'urgent']
const prioritySynonyms: Record<string, string> = {
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

const readPriority: FieldReader = ({ row }) =>
  row.read('priority', parsePriority, 'must be low, medium, high or urgent')

function parsePriority(text: string): string | undefined {
  const word = text.toLowerCase()
  const priority = prioritySynonyms[word] ?? word
  return priorities.includes(priority) ? priority : undefined
}

const readCompletion: FieldReader = ({ row, plan }) => {
  const completedAtCell = row.getCell('completedAt')
  const statusCell = row.getCell('status')
  if (completedAtCell) {
    const { heading, cell } = completedAtCell
    const completionTime = readTime(cell, plan)
    row.draft.done = true
    if (completionTime) row.draft.timeMs = Date.parse(completionTime)
    else row.omit(heading, 'must be a date and time, such as 2026-05-17 09:30', cell)
  } else if (statusCell) row.draft.done = readBoolean(statusCell.cell) ?? false
  else if (row.findClearingHeading('completedAt')) row.draft.done = false
}

const isCompleted = (task: TaskRow) => task.completedAt !== null

async function setCompleted(ctx: Context, task: TaskRow, done: unknown): Promise<TaskRow> {
  if (typeof done !== 'boolean' || done === isCompleted(task)) return task
  return done ? completeTask(ctx, task.id) : reopenTask(ctx, task.id)
}

export const tasks: Importer = {
  kind: 'tasks',
  readers: {
    description: createNotesReader('description'),
    personId: readPerson,
    assigneeId: createUserReader('assignedTo', 'assigneeId'),
    dueDate: readDueDate,
    priority: readPriority,
    completedAt: readCompletion,
  },
  async create(ctx, input, { done }) {
    const task = await createTask(ctx, input as unknown as TaskInput & { title: string })
    return setCompleted(ctx, task, done)
  },
  get: getTask,
  loadValues: (_, record) => ({
    assigneeId: (record as TaskRow).assignedTo,
    done: isCompleted(record as TaskRow),
  }),
  async update(ctx, id, { done, ...input }) {
    const task =
      Object.keys(input).length > 0
        ? await updateTask(ctx, id, input as TaskInput)
        : await getTask(ctx, id)
    return setCompleted(ctx, task, done)
  },
  remove: removeUnchanged(deleteTask),
}

/** Reads the channel. The default for a new activity is its type, or else `note`. */
const readChannel: FieldReader = ({ row }) => {
  row.readFieldAs('text', 'channel')
  if (row.draft.input['channel'] !== undefined) return
  const typeCell = row.getCell('type')
  row.draft.onCreate['channel'] = typeCell ? getText(typeCell.cell) : 'note'
}

const readDirection: FieldReader = ({ row }) =>
  row.read('direction', parseDirection, 'must be inbound or outbound')

function parseDirection(text: string): string | undefined {
  const word = text.toLowerCase()
  if (/^(in|incoming|inbound|received)/.test(word)) return 'inbound'
  return /^(out|outgoing|outbound|sent)/.test(word) ? 'outbound' : undefined
}

const readCreatedAt: FieldReader = ({ row, plan }) => {
  const createdAtCell = row.getCell('createdAt')
  if (!createdAtCell) return
  const creationTime = readTime(createdAtCell.cell, plan)
  if (creationTime) row.draft.timeMs = Date.parse(creationTime)
  else row.addProblem(createdAtCell.heading, 'must be a date and time, such as 2026-05-17 09:30')
}

export const activities: Importer = {
  kind: 'activities',
  readers: {
    personId: readPerson,
    type: ({ row }) => row.read('type', (text) => text.toLowerCase(), ''),
    channel: readChannel,
    direction: readDirection,
    content: createNotesReader('content', 'subject'),
    createdAt: readCreatedAt,
  },
  create: (ctx, input) => createActivity(ctx, input as unknown as ActivityInput),
  get: getActivity,
  // The API cannot change the person or the channel of an existing activity.
  update: async (ctx, id, { personId: _, channel: __, ...input }) =>
    Object.keys(input).length > 0
      ? updateActivity(ctx, id, input as ActivityPatch)
      : getActivity(ctx, id),
  remove: removeUnchanged(deleteActivity),
}
