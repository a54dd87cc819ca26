import {
  builder,
  defineEnum,
  type InputFieldBuilder,
  notNull,
  optional,
  optionalTime,
} from '../../graphql/schema/builder.ts'
import { relationField } from '../../graphql/schema/columns.ts'
import { recordInterfaces } from '../../graphql/schema/node.ts'
import { RecordMutations, registerRecord } from '../../graphql/schema/record-fields.ts'
import { addExternalIdsField, externalIdFields, externalIdWhere } from '../external-ids/graphql.ts'
import { Person, personField } from '../people/graphql.ts'
import { addMergeCount, sumCounts } from '../people/graphql-merge.ts'
import { loadPersonId } from '../people/operations.ts'
import { User, userField } from '../users/graphql.ts'
import { taskFilterSpec } from './filter-spec.ts'
import * as operations from './operations.ts'

const TaskPriority = defineEnum('TaskPriority', 'The priority of a task.', {
  low: 'Low priority.',
  medium: 'Medium priority.',
  high: 'High priority.',
  urgent: 'The highest priority.',
})

export const Task = builder.objectRef<operations.TaskRow>('Task').implement({
  description: 'A task, optionally about a person.',
  interfaces: recordInterfaces,
  fields: (t) => ({
    title: t.exposeString('title', { description: "The task's title." }),
    description: t.exposeString('description', optional("The task's details.")),
    dueDate: t.expose('dueDate', optionalTime('The due date.')),
    priority: t.expose('priority', { type: TaskPriority, description: 'The priority.' }),
    completedAt: t.expose('completedAt', optionalTime('The completion time.')),
    personId: t.id({
      ...optional("The person's id; null if none, or if the caller cannot view the person."),
      ...relationField(loadPersonId, 'personId', (person) => person?.id),
    }),
    person: t.field(
      personField('personId', 'The person; null if none, or if the caller cannot view the person.'),
    ),
    assigneeId: t.exposeID('assignedTo', optional("The assignee's id.")),
    assignee: t.field(userField('assignedTo', 'The assignee.')),
  }),
})

addExternalIdsField(Task, 'task')
addMergeCount('tasks', 'tasks.manage', sumCounts(operations.tasksOfPerson))

const { addListTo: addTasksTo } = registerRecord(Task, {
  filterSpec: taskFilterSpec,
  filterTypes: { priority: TaskPriority, ...externalIdWhere },
  load: operations.loadTask,
  one: { description: 'Returns a task by id.', get: operations.getTask },
  many: { name: 'tasks', description: 'Returns tasks, newest first.', list: operations.tasks },
})

addTasksTo(Person, 'tasks', operations.tasksOfPerson)

const userTasksDescription = 'The tasks assigned to the user, newest first.'
addTasksTo(User, 'tasks', operations.tasksOfAssignee, userTasksDescription)

const taskFields = (t: InputFieldBuilder) => ({
  description: t.field({ type: 'LongText', description: "The task's details." }),
  dueDate: t.field({ type: 'DateTime', description: 'The due date.' }),
  personId: t.id({ description: "The related person's id." }),
})

const mutations = new RecordMutations({ type: Task, noun: 'task', scope: 'tasks.manage' })

mutations.create('createTask', {
  description: 'Creates a task.',
  input: (t) => ({
    title: t.field({ type: 'TaskTitle', required: true, description: "The task's title." }),
    ...taskFields(t),
    priority: t.field({ type: TaskPriority, defaultValue: 'medium', description: 'The priority.' }),
    assigneeId: t.id({ description: "The assignee's id; by default the caller's." }),
    ...externalIdFields(t),
  }),
  resolve: operations.createTask,
})
mutations.update('updateTask', {
  input: (t) => ({
    title: t.field({ type: 'TaskTitle', description: "The task's title.", extensions: notNull }),
    ...taskFields(t),
    priority: t.field({
      type: TaskPriority,
      description: 'The priority; `null` resets it to `medium`.',
    }),
    assigneeId: t.id({ description: "The assignee's id." }),
    ...externalIdFields(t),
  }),
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
mutations.delete('deleteTask', { resolve: operations.deleteTask })
