import {
  atLeastOneField,
  builder,
  defineEnum,
  needs,
  notNull,
} from '../../graphql/schema/builder.ts'
import { readsColumns, relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { recordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIds, externalIdFields, externalIdWhere } from '../external-ids/graphql.ts'
import { Person } from '../people/graphql.ts'
import { addMergeCount, sumCounts } from '../people/graphql-merge.ts'
import { loadPerson, loadPersonId } from '../people/operations.ts'
import { User, userField } from '../users/graphql.ts'
import { taskFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'
import './export.ts'

const Priority = defineEnum('TaskPriority', 'The priority of a task.', {
  low: 'Low priority.',
  medium: 'Medium priority.',
  high: 'High priority.',
  urgent: 'The highest priority.',
})

export const Task = builder.objectRef<operations.TaskRow>('Task').implement({
  description: 'A task, optionally about a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: 'The title.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'The details of the task.',
    }),
    dueDate: t.expose('dueDate', {
      type: 'DateTime',
      nullable: true,
      description: 'The time at which the task is due.',
    }),
    priority: t.expose('priority', { type: Priority, description: 'The priority.' }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The time of completion.',
    }),
    personId: t.id({
      nullable: true,
      description: 'The id of the person; null if not visible.',
      ...relationField(loadPersonId, 'personId', (person) => person?.id),
    }),
    person: t.field({
      type: Person,
      nullable: true,
      description: 'The person; null if not visible.',
      extensions: { ...needs('people.view'), ...readsColumns('personId') },
      resolve: relationField(loadPerson, 'personId').resolve,
    }),
    assigneeId: t.exposeID('assignedTo', {
      nullable: true,
      description: 'The id of the assignee.',
    }),
    assignee: t.field(userField('assignedTo', 'The assignee.')),
  }),
})

addExternalIds(Task, 'task')
addMergeCount('tasks', 'tasks.manage', sumCounts(operations.tasksOfPerson))

const { addListTo: addTasksTo } = registerRecord(Task, {
  filterSpec: taskFilterSpec,
  filterTypes: { priority: Priority, ...externalIdWhere },
  load: operations.loadTask,
  one: { description: 'Returns a task by its id.', get: operations.getTask },
  many: { name: 'tasks', description: 'Returns the tasks.', list: operations.tasks },
})

addTasksTo(Person, 'tasks', 'The tasks about the person, newest first.', operations.tasksOfPerson)

addTasksTo(User, 'tasks', 'The tasks of the user, newest first.', operations.tasksOfAssignee)

const sharedFields = {
  description: { description: 'The details, up to 5,000 characters.' },
  dueDate: { description: 'The time at which the task is due.' },
  personId: { description: 'The id of the person that the task is about.' },
}

const CreateTaskInput = builder.inputType('CreateTaskInput', {
  description: 'A new task.',
  fields: (t) => ({
    title: t.field({ type: 'TaskTitle', required: true, description: 'The title.' }),
    description: t.field({ type: 'LongText', ...sharedFields.description }),
    dueDate: t.field({ type: 'DateTime', ...sharedFields.dueDate }),
    priority: t.field({ type: Priority, defaultValue: 'medium', description: 'The priority.' }),
    personId: t.id(sharedFields.personId),
    assigneeId: t.id({ description: 'The id of the assignee; by default the caller.' }),
    ...externalIdFields(t),
  }),
})

const UpdateTaskInput = builder.inputType('UpdateTaskInput', {
  extensions: atLeastOneField,
  description: 'Changes to a task.',
  fields: (t) => ({
    title: t.field({ type: 'TaskTitle', description: 'The title.', extensions: notNull }),
    description: t.field({ type: 'LongText', ...sharedFields.description }),
    dueDate: t.field({ type: 'DateTime', ...sharedFields.dueDate }),
    priority: t.field({
      type: Priority,
      description: 'The priority; `null` resets it to `medium`.',
    }),
    personId: t.id(sharedFields.personId),
    assigneeId: t.id({ description: 'The id of the assignee.' }),
    ...externalIdFields(t),
  }),
})

const mutations = recordMutations({ type: Task, noun: 'task', scope: 'tasks.manage' })

mutations.create('createTask', {
  description: 'Creates a task.',
  input: CreateTaskInput,
  resolve: operations.createTask,
})
mutations.update('updateTask', {
  description: 'Updates a task.',
  input: UpdateTaskInput,
  resolve: operations.updateTask,
})
mutations.action('completeTask', {
  actions: [{ action: 'complete', isPossible: (_, { completedAt }) => !completedAt }],
  description: 'Completes a task.',
  resolve: operations.completeTask,
})
mutations.action('reopenTask', {
  actions: [{ action: 'reopen', isPossible: (_, { completedAt }) => !!completedAt }],
  description: 'Reopens a completed task.',
  resolve: operations.reopenTask,
})
mutations.delete('deleteTask', {
  description: 'Deletes a task permanently.',
  resolve: operations.deleteTask,
})
