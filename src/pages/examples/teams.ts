import type { Group } from './example.ts'

export const teams: Group = {
  title: 'Teams',
  examples: [
    {
      title: 'All teams',
      about: 'With leaders and members.',
      query: `query AllTeams {
  teams(first: 10) { nodes { id name leaders { fullName } members { fullName } } }
}`,
    },
    {
      title: 'One team',
      about: 'One record by its id.',
      query: `query OneTeam($id: ID!) {
  team(id: $id) { id name leaders { fullName } members { fullName roleName } }
}`,
      variables: { id: '$team' },
    },
    {
      title: 'Create a team',
      about: 'Its leaders see what is assigned to its members.',
      query: `mutation CreateTeam($input: CreateTeamInput!) {
  createTeam(input: $input) { id name leaders { fullName } members { fullName } }
}`,
      variables: { input: { name: 'Weekend', leaderIds: ['$leader'], memberIds: ['$agent'] } },
    },
    {
      title: 'Change a team',
      about: 'The lists of leaders and members are given whole.',
      query: `mutation UpdateTeam($id: ID!, $input: UpdateTeamInput!) {
  updateTeam(id: $id, input: $input) { id name members { fullName } }
}`,
      variables: { id: '$weekend', input: { memberIds: ['$agent', '$otherAgent'] } },
    },
    {
      title: 'Delete a team',
      about: 'Its members stay, without it.',
      query: `mutation DeleteTeam($id: ID!) {
  deleteTeam(id: $id) { id }
}`,
      variables: { id: '$weekend' },
    },
  ],
}
