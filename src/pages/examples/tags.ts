import type { Group } from './example.ts'

export const tags: Group = {
  title: 'Tags',
  examples: [
    {
      title: 'All tags',
      about: 'The catalogue by name.',
      query: `query AllTags {
  tags(first: 50, orderBy: { field: name }) { totalCount nodes { id name } }
}`,
    },
    {
      title: 'One tag, and who has it',
      about: 'People are found by the name of a tag.',
      query: `query OneTag($id: ID!, $name: String!) {
  tag(id: $id) { id name createdAt }
  people(first: 5, where: { tag: $name }) { totalCount nodes { fullName } }
}`,
      variables: { id: '$luxury', name: 'Luxury' },
    },
    {
      title: 'Tag a person',
      about: 'Tags that are not there yet are made; the count says how many are new on the person.',
      query: `mutation TagPerson($id: ID!, $tags: [TagName!]!) {
  addPersonTags(id: $id, tags: $tags) { count person { fullName tagList } }
}`,
      variables: { id: '$person', tags: ['Luxury', 'Lake house'] },
    },
    {
      title: 'Take tags off a person',
      about: 'The tags themselves stay in the catalogue.',
      query: `mutation UntagPerson($id: ID!, $tags: [TagName!]!) {
  removePersonTags(id: $id, tags: $tags) { fullName tagList }
}`,
      variables: { id: '$person', tags: ['Lake house'] },
    },
    {
      title: 'Create a tag',
      about: 'For the catalogue, before anybody has it; a name is taken once, whatever its case.',
      query: `mutation CreateTag($input: CreateTagInput!) {
  createTag(input: $input) { id name }
}`,
      variables: { input: { name: 'Sea view' } },
    },
    {
      title: 'Rename a tag',
      about: 'For everybody who has it.',
      query: `mutation RenameTag($id: ID!, $input: UpdateTagInput!) {
  updateTag(id: $id, input: $input) { id name }
}`,
      variables: { id: '$seaView', input: { name: 'View of the sea' } },
    },
    {
      title: 'Make one tag of two',
      about: 'Whoever had one of the others has this one then.',
      query: `mutation MergeTags($id: ID!, $otherIds: [ID!]!) {
  mergeTags(id: $id, otherIds: $otherIds) { id name }
}`,
      variables: { id: '$spanish', otherIds: ['$espanol'] },
    },
    {
      title: 'Delete a tag',
      about: 'One that somebody has needs detach, or moveTo another tag.',
      query: `mutation DeleteTag($id: ID!, $detach: Boolean) {
  deleteTag(id: $id, detach: $detach) { id }
}`,
      variables: { id: '$seaView', detach: true },
    },
  ],
}
