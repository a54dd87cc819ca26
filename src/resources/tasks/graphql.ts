import { builder, idSchema, needs, notNull, versionArgs } from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import {
  listArgs,
  orderInput,
  resolveList,
  whereInput,
} from '../../graphql/schema/filter-inputs.ts'
import { someField } from '../../graphql/schema/input-constraints.ts'
import { Deleted, recordInterfaces, registerNodeType } from '../../graphql/schema/node.ts'
import { connectionType, pageArgs, resolveChildConnection } from '../../graphql/schema/paging.ts'
import { externalIdFields, externalIdWhere } from '../external-ids/graphql-inputs.ts'
import { Person } from '../people/graphql.ts'
import { loadPerson, loadPersonId } from '../people/operations.ts'
import { User } from '../users/graphql.ts'
import { loadUser } from '../users/operations.ts'
import { taskFilterSpec } from './filter-spec.ts'
import {
  completeTask,
  createTask,
  deleteTask,
  getTask,
  loadTask,
  reopenTask,
  type TaskInput,
  type TaskRow,
  tasks,
  tasksOfPerson,
  updateTask,
} from './operations.ts'
import { taskPolicy } from './policy.ts'

const Priority = builder.enumType('TaskPriority', {
  description: 'How pressing a task is.',
  values: {
    low: { description: 'It can wait.' },
    medium: { description: 'As most tasks are.' },
    high: { description: 'Before most others.' },
    urgent: { description: 'Before all others.' },
  },
})

export const Task = builder.objectRef<TaskRow>('Task').implement({
  description: 'Something to do, for a person or by itself.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What is to be done.' }),
    description: t.exposeString('description', { nullable: true, description: 'More about it.' }),
    dueDate: t.expose('dueDate', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is due.',
    }),
    priority: t.expose('priority', { type: Priority, description: 'How pressing it is.' }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was completed; null while it is open.',
    }),
    personId: t.id({
      nullable: true,
      description: 'The person it is about; null where the caller may not see them.',
      ...relationField(loadPersonId, 'personId', (person) => person?.id),
    }),
    person: t.field({
      type: Person,
      nullable: true,
      description:
        'The person it is about; null where the caller may not see them. Needs `people.view`.',
      extensions: { ...needs('people.view'), ...readsColumns('personId') },
      resolve: relationField(loadPerson, 'personId').resolve,
    }),
    assignedTo: t.exposeID('assignedTo', {
      nullable: true,
      description: 'The id of the user who is to do it.',
    }),
    assignee: t.field({
      type: User,
      nullable: true,
      description: 'The user who is to do it.',
      ...relationField(loadUser, 'assignedTo'),
    }),
  }),
})

registerNodeType('task', { type: 'Task', policy: taskPolicy, load: loadTask })

const TaskConnection = connectionType('Task', Task)

const TaskWhere = whereInput('Task', taskFilterSpec, { priority: Priority, ...externalIdWhere })
const TaskOrder = orderInput('Task', taskFilterSpec)

builder.queryFields((t) => ({
  task: t.field({
    type: Task,
    nullable: true,
    description: 'A task by its id. Errors: NOT_FOUND, FORBIDDEN.',
    extensions: needs('tasks.manage'),
    args: { id: t.arg.id({ required: true, description: "The task's id.", extensions: idSchema }) },
    resolve: (_, { id }, ctx) => getTask(ctx, id),
  }),
  tasks: t.field({
    type: TaskConnection,
    description: 'The tasks that the caller sees, newest first unless told otherwise.',
    extensions: needs('tasks.manage'),
    args: {
      ...listArgs(t, TaskWhere, TaskOrder),
    },
    resolve: (_, { where, orderBy, ...page }, ctx, info) =>
      resolveList(ctx, info, page, 'tasks', { where, orderBy }, tasks),
  }),
}))

const shared = {
  description: { description: 'More about it; up to 5000 characters.' },
  dueDate: { description: 'When it is due.' },
  personId: { description: 'The person it is about.' },
}

const CreateTaskInput = builder.inputType('CreateTaskInput', {
  description: 'A new task.',
  fields: (t) => ({
    title: t.field({ type: 'TaskTitle', required: true, description: 'What is to be done.' }),
    description: t.field({ type: 'LongText', ...shared.description }),
    dueDate: t.field({ type: 'DateTime', ...shared.dueDate }),
    priority: t.field({
      type: Priority,
      description: 'How pressing it is; medium unless told otherwise.',
    }),
    personId: t.id(shared.personId),
    assignedTo: t.id({
      description: 'The user who is to do it; the caller unless told otherwise.',
    }),
    ...externalIdFields(t),
  }),
})

const UpdateTaskInput = builder.inputType('UpdateTaskInput', {
  extensions: someField,
  description:
    'What to change of a task: fields that are left out stay as they are, `null` clears.',
  fields: (t) => ({
    title: t.field({ type: 'TaskTitle', description: 'What is to be done.', extensions: notNull }),
    description: t.field({ type: 'LongText', ...shared.description }),
    dueDate: t.field({ type: 'DateTime', ...shared.dueDate }),
    priority: t.field({
      type: Priority,
      description: 'How pressing it is; `null` is medium again.',
    }),
    personId: t.id(shared.personId),
    assignedTo: t.id({ description: 'The user who is to do it.' }),
    ...externalIdFields(t),
  }),
})

builder.mutationFields((t) => {
  const id = t.arg.id({ required: true, description: "The task's id.", extensions: idSchema })
  const common = { type: Task, nullable: true, extensions: needs('tasks.manage') } as const
  return {
    createTask: t.field({
      ...common,
      description: 'Creates a task. Errors: VALIDATION_ERROR.',
      args: {
        input: t.arg({ type: CreateTaskInput, required: true, description: 'The new task.' }),
      },
      resolve: (_, { input }, ctx) => createTask(ctx, input as TaskInput & { title: string }),
    }),
    updateTask: t.field({
      ...common,
      description:
        'Changes the given fields of a task; at least one. Errors: NOT_FOUND, FORBIDDEN, VALIDATION_ERROR.',
      args: {
        id,
        ...versionArgs(t),
        input: t.arg({ type: UpdateTaskInput, required: true, description: 'What to change.' }),
      },
      resolve: (_, args, ctx) => updateTask(ctx, args.id, args.input as TaskInput),
    }),
    completeTask: t.field({
      ...common,
      description:
        'Completes a task; one that is completed keeps its first time. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => completeTask(ctx, args.id),
    }),
    reopenTask: t.field({
      ...common,
      description: 'Opens a completed task again. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => reopenTask(ctx, args.id),
    }),
    deleteTask: t.field({
      type: Deleted,
      nullable: true,
      extensions: needs('tasks.manage'),
      description: 'Deletes a task for good. Errors: NOT_FOUND, FORBIDDEN.',
      args: { id, ...versionArgs(t) },
      resolve: (_, args, ctx) => deleteTask(ctx, args.id),
    }),
  }
})

builder.objectField(Person, 'tasks', (t) =>
  t.field({
    type: TaskConnection,
    nullable: true,
    description:
      'The tasks about the person that the caller sees, newest first. Needs `tasks.manage`.',
    extensions: { ...needs('tasks.manage'), ...readsColumns('id') },
    args: pageArgs(t),
    resolve: (person, args, ctx, info) =>
      resolveChildConnection(ctx, info, 'Person.tasks', person, args, tasksOfPerson),
  }),
)
