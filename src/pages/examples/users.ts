import type { Group } from './example.ts'

export const users: Group = {
  title: 'Users',
  examples: [
    {
      title: 'Who am I?',
      about: 'The user whose key this is, with role and teams.',
      query: `query WhoAmI {
  me { id fullName email roleName teams { name } }
}`,
    },
    {
      title: 'Everybody in the company',
      about: 'By last name, with role and teams.',
      query: `query Everybody {
  users(first: 20, orderBy: { field: lastName, direction: asc }) {
    totalCount
    nodes { id fullName email roleName suspended teams { name } }
  }
}`,
    },
    {
      title: 'One user',
      about: 'One record, with what is still assigned to them.',
      query: `query OneUser($id: ID!) {
  user(id: $id) { id fullName email roleName suspended stillAssigned { people deals openTasks upcomingAppointments } }
}`,
      variables: { id: '$agent' },
    },
    {
      title: 'Invite a user',
      about: 'A user and their first API key, which is shown this once.',
      query: `mutation InviteUser($input: InviteUserInput!) {
  inviteUser(input: $input) { user { id fullName roleName teams { name } } apiKey { name expiresAt } secret }
}`,
      variables: {
        input: {
          firstName: 'Mika',
          lastName: 'Oduya',
          email: 'mika.oduya@example.com',
          role: 'AGENT',
          teamIds: ['$team'],
        },
      },
    },
    {
      title: 'Create a user',
      about: 'Without a key.',
      query: `mutation CreateUser($input: CreateUserInput!) {
  createUser(input: $input) { id fullName email roleName }
}`,
      variables: {
        input: {
          firstName: 'Jun',
          lastName: 'Castellano',
          email: 'jun.castellano@example.com',
          role: 'AGENT',
        },
      },
    },
    {
      title: 'Change a user',
      about: 'Here the role; a company always keeps one Owner.',
      query: `mutation UpdateUser($id: ID!, $input: UpdateUserInput!) {
  updateUser(id: $id, input: $input) { id fullName roleName }
}`,
      variables: { id: '$agent', input: { role: 'TEAM_LEADER' } },
    },
    {
      title: 'Hand over what somebody has',
      about: 'All people, open deals and tasks of one user go to another.',
      query: `mutation HandOver($id: ID!, $toUserId: ID!) {
  reassignRecords(id: $id, toUserId: $toUserId) { user { fullName } moved { people deals openTasks } }
}`,
      variables: { id: '$agent', toUserId: '$otherAgent' },
    },
    {
      title: 'Suspend a user',
      about: 'Their keys stop at once; what is still assigned to them is told.',
      query: `mutation SuspendUser($id: ID!) {
  suspendUser(id: $id) { user { fullName suspended } stillAssigned { people deals openTasks } }
}`,
      variables: { id: '$agent' },
    },
    {
      title: 'Bring a user back',
      about: 'Their keys work again.',
      query: `mutation ReactivateUser($id: ID!) {
  reactivateUser(id: $id) { fullName suspended }
}`,
      variables: { id: '$suspended' },
    },
  ],
}
