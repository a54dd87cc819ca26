import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const shape = 'id title description dueDate priority completedAt personId assignedTo createdAt'
const full = `${shape} externalIds { source externalId }`

export const taskRoutes: Route[] = [
  post(
    '/v1/tasks',
    reply.created('/v1/tasks/{id}'),
    { summary: 'Create a task' },
    /* GraphQL */ `
    mutation CreateTask($title: TaskTitle!, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      createTask(input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assignedTo: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { ${shape} }
    }`,
  ),
  put(
    '/v1/tasks/{id}',
    reply.message('Task updated'),
    { summary: 'Update a task' },
    /* GraphQL */ `
    mutation UpdateTask($id: ID!, $title: TaskTitle, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      updateTask(id: $id, input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assignedTo: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { id }
    }`,
  ),
  del(
    '/v1/tasks/{id}',
    reply.message('Task deleted'),
    { summary: 'Delete a task' },
    /* GraphQL */ `
    mutation DeleteTask($id: ID!) { deleteTask(id: $id) { id } }`,
  ),
  post(
    '/v1/tasks/{id}/complete',
    reply.message('Task completed'),
    { summary: 'Complete a task' },
    /* GraphQL */ `
    mutation CompleteTask($id: ID!) { completeTask(id: $id) { id } }`,
  ),
  post(
    '/v1/tasks/{id}/reopen',
    reply.message('Task reopened'),
    { summary: 'Reopen a completed task', extension: true },
    /* GraphQL */ `
    mutation ReopenTask($id: ID!) { reopenTask(id: $id) { id } }`,
  ),
  get(
    '/v1/tasks',
    reply.list,
    { summary: 'List tasks, newest first', extension: true },
    /* GraphQL */ `
    query ListTasks($limit: Int, $cursor: String, $title: String, $assignedTo: ID, $personId: ID, $priority: TaskPriority, $done: Boolean, $overdue: Boolean,
      $dueBefore: DateTime, $externalId: ExternalId, $externalSource: ExternalSource, $where: [TaskWhere!], $orderBy: TaskOrderField, $direction: SortDirection) {
      tasks(first: $limit, after: $cursor, orderBy: { field: $orderBy, direction: $direction }, where: { title: $title, assignedTo: $assignedTo, personId: $personId,
        priority: $priority, done: $done, overdue: $overdue, dueDate: { before: $dueBefore },
        externalId: $externalId, externalSource: $externalSource, and: $where }) {
        nodes { ${full} } pageInfo { hasNextPage endCursor }
      }
    }`,
  ),
  get(
    '/v1/tasks/{id}',
    reply.record,
    { summary: 'Read a task', extension: true },
    /* GraphQL */ `
    query GetTask($id: ID!) { task(id: $id) { ${full} } }`,
  ),
]
