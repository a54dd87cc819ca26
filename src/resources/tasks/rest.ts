import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const selection =
  'id title description dueDate priority completedAt personId assignedTo: assigneeId createdAt'
const fullSelection = `${selection} externalIds { source externalId }`

export const taskRoutes: Route[] = [
  post('/v1/tasks', reply.created('/v1/tasks/{id}'), 'Create a task', { contract: true })`
    mutation CreateTask($title: TaskTitle!, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      createTask(input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assigneeId: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { task { ${selection} } }
    }`,
  put('/v1/tasks/{id}', reply.message('Task updated'), 'Update a task', { contract: true })`
    mutation UpdateTask($id: ID!, $title: TaskTitle, $description: LongText, $dueDate: DateTime, $priority: TaskPriority, $personId: ID, $assignedTo: ID,
      $externalId: ExternalId, $externalSource: ExternalSource) {
      updateTask(id: $id, input: { title: $title, description: $description, dueDate: $dueDate, priority: $priority, personId: $personId, assigneeId: $assignedTo,
        externalId: $externalId, externalSource: $externalSource }) { task { id } }
    }`,
  del('/v1/tasks/{id}', reply.message('Task deleted'), 'Delete a task', { contract: true })`
    mutation DeleteTask($id: ID!) { deleteTask(id: $id) { deletedId } }`,
  post('/v1/tasks/{id}/complete', reply.message('Task completed'), 'Complete a task', {
    contract: true,
  })`
    mutation CompleteTask($id: ID!) { completeTask(id: $id) { task { id } } }`,
  post('/v1/tasks/{id}/reopen', reply.message('Task reopened'), 'Reopen a completed task')`
    mutation ReopenTask($id: ID!) { reopenTask(id: $id) { task { id } } }`,
  get('/v1/tasks', reply.list, 'List tasks, newest first')`
    query ListTasks($limit: Int, $cursor: String, $title: String, $assignedTo: ID, $personId: ID, $priority: TaskPriority, $done: Boolean, $overdue: Boolean,
      $dueBefore: DateTime, $externalId: ExternalId, $externalSource: ExternalSource, $where: [TaskWhere!], $orderBy: TaskOrderField, $direction: SortDirection) {
      tasks(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }], where: { title: { contains: $title }, assigneeId: { eq: $assignedTo }, personId: { eq: $personId },
        priority: { eq: $priority }, done: { eq: $done }, overdue: { eq: $overdue }, dueDate: { lt: $dueBefore },
        externalId: { eq: $externalId, source: $externalSource }, and: $where }) {
        nodes { ${fullSelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/tasks/{id}', reply.record, 'Get a task')`
    query GetTask($id: ID!) { task(id: $id) { ${fullSelection} } }`,
]
