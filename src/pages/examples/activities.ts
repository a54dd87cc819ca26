import type { Group } from './example.ts'

export const activities: Group = {
  title: 'Activities and timeline',
  examples: [
    {
      title: 'What happened with a person',
      about: 'Calls, tasks, appointments, deals and stages in one list.',
      query: `query Timeline($id: ID!) {
  person(id: $id) {
    fullName
    timeline(first: 10) {
      totalCount
      nodes { at type title summary actorName }
    }
  }
}`,
      variables: { id: '$person' },
    },
    {
      title: 'The last calls',
      about: 'Of all people, with who called whom.',
      query: `query LastCalls {
  activities(first: 10, where: { type: call }) {
    nodes { id createdAt direction content agentName person { fullName } }
  }
}`,
    },
    {
      title: 'One activity',
      about: 'One record by its id.',
      query: `query OneActivity($id: ID!) {
  activity(id: $id) { id type channel direction content starred agentName createdAt person { fullName } }
}`,
      variables: { id: '$activity' },
    },
    {
      title: 'Log a call',
      about: 'The channel says what it was; here an incoming call.',
      query: `mutation LogCall($input: CreateActivityInput!) {
  createActivity(input: $input) { id type channel direction content agentName }
}`,
      variables: {
        input: {
          personId: '$person',
          channel: 'phone',
          direction: 'inbound',
          content: 'Asked for a second viewing.',
        },
      },
    },
    {
      title: 'Correct an activity',
      about: 'Its author, their leader, an Admin or Owner may.',
      query: `mutation UpdateActivity($id: ID!, $input: UpdateActivityInput!) {
  updateActivity(id: $id, input: $input) { id content starred version }
}`,
      variables: {
        id: '$activity',
        input: { content: 'Asked for a second viewing, on Saturday if possible.', starred: true },
      },
    },
    {
      title: 'Delete an activity',
      about: 'For good.',
      query: `mutation DeleteActivity($id: ID!) {
  deleteActivity(id: $id) { id }
}`,
      variables: { id: '$activity' },
    },
  ],
}
