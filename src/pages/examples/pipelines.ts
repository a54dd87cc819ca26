import type { Group } from './example.ts'

export const pipelines: Group = {
  title: 'Pipelines',
  examples: [
    {
      title: 'All pipelines',
      about: 'With their stages in order.',
      query: `query AllPipelines {
  pipelines(first: 10) { nodes { id name stages { id name type position } } }
}`,
    },
    {
      title: 'One pipeline',
      about: 'One record by its id.',
      query: `query OnePipeline($id: ID!) {
  pipeline(id: $id) { id name stages { id name type } }
}`,
      variables: { id: '$pipeline' },
    },
    {
      title: 'Create a pipeline',
      about: 'Its stages say which deals are open, won and lost.',
      query: `mutation CreatePipeline($input: CreatePipelineInput!) {
  createPipeline(input: $input) { id name stages { id name type } }
}`,
      variables: {
        input: {
          name: 'Rentals',
          stages: [
            { name: 'Asked', type: 'open' },
            { name: 'Let', type: 'won' },
            { name: 'Gone', type: 'lost' },
          ],
        },
      },
    },
    {
      title: 'Change a pipeline',
      about:
        'Its name, or its place among the others; stages too, given whole, those that are there by their ids.',
      query: `mutation UpdatePipeline($id: ID!, $input: UpdatePipelineInput!) {
  updatePipeline(id: $id, input: $input) { id name position }
}`,
      variables: { id: '$rentals', input: { position: 0 } },
    },
    {
      title: 'Delete a pipeline',
      about: 'One that has deals needs moveTo, the stage that they move to.',
      query: `mutation DeletePipeline($id: ID!, $moveTo: ID) {
  deletePipeline(id: $id, moveTo: $moveTo) { id }
}`,
      variables: { id: '$rentals', moveTo: null },
    },
  ],
}
