/** What GraphiQL opens with: a few operations in one document. Its play button asks which of them to run. */
export const examples = `# Welcome to Dealgraph. Press the play button and choose an operation,
# or put the cursor into one and press Ctrl-Enter. The book at the left holds the documentation.

query WhoAmI {
  me { id fullName roleName teams { name } }
}

# The newest people, with what hangs on them: one statement for each edge, whatever the page size.
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

# By a part of the name; one typo per word is forgiven.
query FindPeople($name: String = "mul") {
  searchPeople(name: $name, first: 5) {
    nodes { id fullName phones { value } }
  }
}

# Whom to call: an open deal worth something, and nothing logged for two weeks; the most valuable first.
query WhomToCall {
  people(
    where: { deals: { some: { status: open, price: { from: 300000 } } }, activities: { none: { createdAt: { inLastDays: 14 } } } }
    orderBy: { field: price }
    first: 10
  ) {
    totalCount
    nodes { fullName price lastActivityAt assignedAgent { fullName } }
  }
}

query PipelinesAndDeals {
  pipelines(first: 10) { nodes { id name stages { id name type } } }
  deals(first: 5) { nodes { id title price status stage { name } people { fullName } } }
}

# All that happened around the newest people, in one list each: calls, tasks, appointments, deals and stages.
query WhatHappened {
  people(first: 3) {
    nodes { fullName timeline(first: 5) { totalCount nodes { at type title summary actor { fullName } } } }
  }
}

# What is in the diary for the next seven days, the earliest first.
query Diary {
  appointments(where: { during: { inNextDays: 7 }, status: scheduled }, orderBy: { field: startsAt }, first: 10) {
    nodes { id title startsAt endsAt timeZone place people { fullName } users { fullName } }
  }
}

# What was changed last, by whom, from what to what. For Owner and Admin.
query WhoChangedWhat {
  auditLog(first: 10) {
    nodes { createdAt type recordId actor { fullName } changes { field from to } }
  }
}

# What happens, as it happens: start it, then change something in another window, and see it told.
subscription WhatHappensNow {
  events(types: ["person.*", "deal.*", "task.*"]) {
    type
    record { id ... on Person { fullName } ... on Deal { title } ... on Task { title } }
    actor { fullName }
    changes { field from to }
    createdAt
  }
}

mutation AddTask($title: TaskTitle = "Call back about the offer") {
  createTask(input: { title: $title, priority: high }) { id title priority createdAt }
}
`
