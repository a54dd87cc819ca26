import type { Group } from './example.ts'

export const customFields: Group = {
  title: 'Custom fields',
  examples: [
    {
      title: 'All custom fields',
      about: 'What a company keeps about people and deals beyond the usual.',
      query: `query AllCustomFields {
  customFields(first: 20) { nodes { id key name record type options { label value } } }
}`,
    },
    {
      title: 'One custom field',
      about: 'One record by its id.',
      query: `query OneCustomField($id: ID!) {
  customField(id: $id) { id key name description record type options { label } }
}`,
      variables: { id: '$customField' },
    },
    {
      title: 'Create a custom field',
      about: 'A choice of three for people; its key is what values are given under.',
      query: `mutation CreateCustomField($input: CreateCustomFieldInput!) {
  createCustomField(input: $input) { id key name type options { label value } }
}`,
      variables: {
        input: {
          name: 'Newsletter',
          key: 'newsletter',
          record: 'person',
          type: 'singleChoice',
          options: [{ label: 'Weekly' }, { label: 'Monthly' }, { label: 'Never' }],
        },
      },
    },
    {
      title: 'Give somebody a value',
      about: 'By key; null takes a value away.',
      query: `mutation SetCustomField($id: ID!, $input: UpdatePersonInput!) {
  updatePerson(id: $id, input: $input) { fullName customFields }
}`,
      variables: { id: '$person', input: { customFields: { preApproved: true } } },
    },
    {
      title: 'Find by a custom field',
      about: 'People who have been pre-approved.',
      query: `query FindByCustomField {
  people(first: 5, where: { customFields: [{ key: "preApproved", equals: true }] }) {
    totalCount
    nodes { fullName customFields }
  }
}`,
    },
    {
      title: 'Change a custom field',
      about: 'Its name; values stay as they are.',
      query: `mutation UpdateCustomField($id: ID!, $input: UpdateCustomFieldInput!) {
  updateCustomField(id: $id, input: $input) { id key name }
}`,
      variables: { id: '$newsletter', input: { name: 'How often the newsletter' } },
    },
    {
      title: 'Delete a custom field',
      about: 'With force also where records have values: those go too.',
      query: `mutation DeleteCustomField($id: ID!, $force: Boolean) {
  deleteCustomField(id: $id, force: $force) { id }
}`,
      variables: { id: '$newsletter', force: true },
    },
  ],
}
