import type { Group } from './example.ts'

export const bulk: Group = {
  title: 'Many records at once',
  examples: [
    {
      title: 'Create many',
      about: 'Each on its own: what is wrong with one does not keep the others out.',
      query: `mutation CreateMany($input: [CreatePersonInput!]!) {
  createPeople(input: $input) {
    succeeded
    failed
    results { index person { id fullName } error { code message details { field code message } } }
  }
}`,
      variables: {
        input: [
          {
            firstName: 'Noor',
            lastName: 'Haddad',
            emails: [{ value: 'noor.haddad@example.com' }],
            onDuplicate: 'return',
          },
          {
            firstName: 'Emil',
            lastName: 'Sand',
            phones: [{ value: '+1 206 555 0177' }],
            onDuplicate: 'return',
          },
          {
            firstName: 'No',
            lastName: 'Good',
            emails: [{ value: 'ada.lindqvist@example.com' }],
            stageId: 'stage_unknown',
            onDuplicate: 'error',
          },
        ],
      },
    },
    {
      title: 'Change many',
      about: 'Each person is identified by its id and has its own changes.',
      query: `mutation UpdateMany($input: [UpdatePeopleInput!]!) {
  updatePeople(input: $input) {
    succeeded
    failed
    results { person { fullName source timeframe } error { message } }
  }
}`,
      variables: {
        input: [
          { id: '$person', source: 'Referral' },
          { id: '$otherPerson', timeframe: 'Next year' },
        ],
      },
    },
    {
      title: 'Tag many',
      about: 'Puts tags on, and takes others off.',
      query: `mutation TagMany($input: TagPeopleInput!) {
  tagPeople(input: $input) { succeeded failed results { person { fullName tagList } } }
}`,
      variables: {
        input: { ids: ['$person', '$otherPerson'], add: ['Newsletter'], remove: ['Open house'] },
      },
    },
    {
      title: 'Create many deals',
      about: 'Each new deal is last in its stage, in the order of the input.',
      query: `mutation CreateManyDeals($input: [CreateDealInput!]!) {
  createDeals(input: $input) {
    succeeded
    failed
    results { index deal { id title order } error { code message details { field code message } } }
  }
}`,
      variables: {
        input: [
          { title: 'Garden flat', pipelineId: '$pipeline', price: 310000 },
          { title: 'Barn', pipelineId: '$pipeline', peopleIds: ['$person'] },
        ],
      },
    },
    {
      title: 'Update many deals',
      about: 'Each deal is identified by its id and has its own changes.',
      query: `mutation UpdateManyDeals($input: [UpdateDealsInput!]!) {
  updateDeals(input: $input) {
    succeeded
    failed
    results { deal { id title price } error { code message } }
  }
}`,
      variables: { input: [{ id: '$deal', price: 815000 }] },
    },
  ],
}
