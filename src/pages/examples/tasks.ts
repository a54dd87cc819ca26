import type { Group } from './example.ts'

export const tasks: Group = {
  title: 'Tasks',
  examples: [
    {
      title: 'What I have to do',
      about: 'The open tasks of the caller, the most urgent date first.',
      query: `query MyTasks($me: ID!) {
  tasks(first: 10, where: { assignedTo: $me, done: false }, orderBy: { field: dueDate, direction: asc }) {
    totalCount
    nodes { id title priority dueDate person { fullName } }
  }
}`,
      variables: { me: '$me' },
    },
    {
      title: 'What is late',
      about: 'Overdue tasks of everybody whose tasks the caller sees.',
      query: `query LateTasks {
  tasks(first: 10, where: { overdue: true }, orderBy: { field: dueDate, direction: asc }) {
    totalCount
    nodes { title dueDate priority assignee { fullName } person { fullName } }
  }
}`,
    },
    {
      title: 'One task',
      about: 'One record by its id.',
      query: `query OneTask($id: ID!) {
  task(id: $id) { id title description priority dueDate completedAt person { fullName } assignee { fullName } }
}`,
      variables: { id: '$task' },
    },
    {
      title: 'Add a task',
      about: 'About a person, due tomorrow; assigned to the caller where nobody else is named.',
      query: `mutation AddTask($input: CreateTaskInput!) {
  createTask(input: $input) { id title priority dueDate person { fullName } assignee { fullName } }
}`,
      variables: {
        input: {
          title: 'Call back about the offer',
          priority: 'high',
          dueDate: '$tomorrow',
          personId: '$person',
        },
      },
    },
    {
      title: 'Change a task',
      about: 'Put off until next month, and given to a colleague.',
      query: `mutation UpdateTask($id: ID!, $input: UpdateTaskInput!) {
  updateTask(id: $id, input: $input) { id title dueDate assignee { fullName } }
}`,
      variables: { id: '$task', input: { dueDate: '$nextMonth', assignedTo: '$agent' } },
    },
    {
      title: 'Complete a task',
      about: 'Done now; done twice is done once.',
      query: `mutation CompleteTask($id: ID!) {
  completeTask(id: $id) { id title completedAt }
}`,
      variables: { id: '$task' },
    },
    {
      title: 'Reopen a task',
      about: 'It was not done after all.',
      query: `mutation ReopenTask($id: ID!) {
  reopenTask(id: $id) { id title completedAt }
}`,
      variables: { id: '$doneTask' },
    },
    {
      title: 'Delete a task',
      about: 'For good.',
      query: `mutation DeleteTask($id: ID!) {
  deleteTask(id: $id) { id }
}`,
      variables: { id: '$task' },
    },
  ],
}
