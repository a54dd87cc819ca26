import type { Group } from './example.ts'

export const stages: Group = {
  title: 'Lifecycle stages',
  examples: [
    {
      title: 'All stages',
      about: 'How near people are to the company, in order; Trash is one of them.',
      query: `query AllStages {
  stages(first: 20) { nodes { id name position isTrash } }
}`,
    },
    {
      title: 'One stage, and who is in it',
      about: 'People are filtered by stage.',
      query: `query OneStage($id: ID!) {
  stage(id: $id) { id name position }
  people(first: 5, where: { stageId: $id }) { totalCount nodes { fullName } }
}`,
      variables: { id: '$stage' },
    },
    {
      title: 'Create a stage',
      about: 'After the last one. For Owner and Admin.',
      query: `mutation CreateStage($input: CreateStageInput!) {
  createStage(input: $input) { id name position }
}`,
      variables: { input: { name: 'Nurture' } },
    },
    {
      title: 'Move a stage',
      about: 'To another place in the order, counted from 0.',
      query: `mutation MoveStage($id: ID!, $input: UpdateStageInput!) {
  updateStage(id: $id, input: $input) { id name position }
}`,
      variables: { id: '$nurture', input: { position: 1 } },
    },
    {
      title: 'Delete a stage',
      about: 'Who is in it moves to another one.',
      query: `mutation DeleteStage($id: ID!, $moveTo: ID) {
  deleteStage(id: $id, moveTo: $moveTo) { id }
}`,
      variables: { id: '$nurture', moveTo: '$stage' },
    },
  ],
}
