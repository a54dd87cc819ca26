/** Example operations that GraphiQL opens with, each in a tab of its own. */
export const examples: { query: string; variables?: string }[] = [
  {
    query: `# Who am I? Press the play button. The tabs above hold more examples.
query WhoAmI {
  me { id fullName roleName teams { name } }
}
`,
  },
  {
    query: `# The newest people, with what hangs on them: one statement for each edge, whatever the page size.
query PeopleAtAGlance {
  people(first: 5) {
    totalCount
    nodes {
      id
      fullName
      emails { value isPrimary }
      tags { name }
      stage { name }
      assignedAgent { fullName }
      deals(first: 3) { nodes { title price stage { name } } }
      tasks(first: 3) { nodes { title dueDate } }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
  {
    query: `# Find people by a part of their name; one typo per word is forgiven.
query FindPeople($name: String!) {
  searchPeople(name: $name, first: 5) {
    nodes { id fullName phones { value } }
  }
}
`,
    variables: JSON.stringify({ name: 'mul' }, null, 2),
  },
  {
    query: `# The pipelines, their stages, and the newest deals.
query Pipelines {
  pipelines(first: 10) { nodes { id name stages { id name type } } }
  deals(first: 5) { nodes { id title price status stage { name } people { fullName } } }
}
`,
  },
  {
    query: `# A task for tomorrow. Run it, then look at the list.
mutation AddTask($title: TaskTitle!) {
  createTask(input: { title: $title, priority: high }) { id title priority dueDate }
}
`,
    variables: JSON.stringify({ title: 'Call back about the offer' }, null, 2),
  },
]
