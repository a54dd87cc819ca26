import type { Group } from './example.ts'

export const people: Group = {
  title: 'People',
  examples: [
    {
      title: 'People at a glance',
      about:
        'The newest people with all that hangs on them: one statement for each edge, whatever the page size.',
      query: `# Press Ctrl-Enter (on a Mac Cmd-Enter), or the button at the right.
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
}`,
    },
    {
      title: 'The next page',
      about: 'Pages follow each other by cursor: give the last endCursor as $after.',
      query: `query NextPage($after: String) {
  people(first: 10, after: $after, orderBy: { field: name }) {
    nodes { id fullName }
    pageInfo { hasNextPage endCursor }
  }
}`,
      variables: { after: null },
    },
    {
      title: 'Whom to call',
      about:
        'An open deal worth something, and nothing logged for two weeks; the most valuable first.',
      query: `query WhomToCall {
  people(
    where: { deals: { some: { status: open, price: { from: 300000 } } }, activities: { none: { createdAt: { inLastDays: 14 } } } }
    orderBy: { field: price }
    first: 10
  ) {
    totalCount
    nodes { fullName price lastActivityAt assignedAgent { fullName } }
  }
}`,
    },
    {
      title: 'One person',
      about:
        'One record with its custom fields, collaborators and the version that a change can insist on.',
      query: `query OnePerson($id: ID!) {
  person(id: $id) {
    id
    fullName
    phones { value type status }
    source
    background
    collaborators { fullName }
    customFieldValues { field { name } text number date boolean choices { label } }
    version
    updatedAt
  }
}`,
      variables: { id: '$person' },
    },
    {
      title: 'How long in each stage',
      about: 'The lifecycle stages that a person went through, and the time spent in each.',
      query: `query StagesOfAPerson($id: ID!) {
  person(id: $id) {
    fullName
    stageHistory(first: 10) {
      nodes { fromStageName toStageName enteredAt secondsInStage byName }
    }
  }
}`,
      variables: { id: '$person' },
    },
    {
      title: 'Create a person',
      about:
        'With an email, a phone and tags; who is there already by email or phone is given back instead.',
      query: `mutation CreatePerson($input: CreatePersonInput!) {
  createPerson(input: $input) {
    id
    fullName
    emails { value type isPrimary }
    phones { value status }
    tags { name }
    stage { name }
  }
}`,
      variables: {
        input: {
          firstName: 'Ada',
          lastName: 'Lindqvist',
          emails: [{ value: 'ada.lindqvist@example.com', type: 'home' }],
          phones: [{ value: '+1 206 555 0142', type: 'mobile' }],
          source: 'Website',
          tags: ['Open house'],
          onDuplicate: 'return',
        },
      },
    },
    {
      title: 'Change a person',
      about: 'What is given is changed, null clears, what is left out stays.',
      query: `mutation UpdatePerson($id: ID!, $input: UpdatePersonInput!) {
  updatePerson(id: $id, input: $input) { id fullName timeframe background version }
}`,
      variables: {
        id: '$person',
        input: { timeframe: 'This summer', background: 'Looks for a garden.' },
      },
    },
    {
      title: 'Share a person with a colleague',
      about: 'A collaborator sees and works on a person that is assigned to somebody else.',
      query: `mutation ShareAPerson($id: ID!, $userIds: [ID!]!) {
  addPersonCollaborators(id: $id, userIds: $userIds) { fullName assignedAgent { fullName } collaborators { fullName } }
}`,
      variables: { id: '$person', userIds: ['$agent'] },
    },
    {
      title: 'Share a person no longer',
      about: 'Takes collaborators away again.',
      query: `mutation ShareNoLonger($id: ID!, $userIds: [ID!]!) {
  removePersonCollaborators(id: $id, userIds: $userIds) { fullName collaborators { fullName } }
}`,
      variables: { id: '$person', userIds: ['$agent'] },
    },
    {
      title: 'Move a person to Trash',
      about:
        'Out of lists and search, but readable by id, and back at any time until Trash is emptied.',
      query: `mutation TrashPerson($id: ID!) {
  deletePerson(id: $id, permanent: false) { id deleted permanent }
}`,
      variables: { id: '$person' },
    },
    {
      title: 'Bring a person back',
      about: 'Whoever was moved to Trash last returns to the stage they came from.',
      query: `mutation RestorePerson($id: ID!) {
  restorePerson(id: $id) { id fullName stage { name } }
}`,
      variables: { id: '$trashed' },
    },
  ],
}
