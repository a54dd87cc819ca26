import type { Group } from './example.ts'

export const merging: Group = {
  title: 'Merging people',
  examples: [
    {
      title: 'What a merge would do',
      about:
        'Which values the one person would have, and what would come along; nothing is changed.',
      query: `query MergePreview($id: ID!, $otherIds: [ID!]!) {
  mergePeoplePreview(id: $id, otherIds: $otherIds) {
    values { field value personId }
    emails { value isPrimary }
    phones { value }
    tags
    moves { deals tasks activities appointments }
  }
}`,
      variables: { id: '$person', otherIds: ['$otherPerson'] },
    },
    {
      title: 'Merge two people',
      about: 'One person remains, with the deals, tasks and activities of both; it can be undone.',
      query: `mutation MergePeople($id: ID!, $otherIds: [ID!]!) {
  mergePeople(id: $id, otherIds: $otherIds) {
    id
    fullName
    emails { value }
    merges(first: 1) { nodes { id createdAt people { fullName } } }
  }
}`,
      variables: { id: '$person', otherIds: ['$otherPerson'] },
    },
    {
      title: 'Who was merged into a person',
      about: 'The merges of the person that others went into last.',
      query: `query MergesOfAPerson($id: ID!) {
  personMerges(id: $id, first: 10) {
    nodes { id createdAt mergedBy { fullName } people { id fullName } }
  }
}`,
      variables: { id: '$survivor' },
    },
    {
      title: 'Undo a merge',
      about: 'Brings back those who were merged, with what was theirs.',
      query: `mutation UndoMerge($mergeId: ID!) {
  unmergePeople(mergeId: $mergeId) { person { fullName } people { id fullName } }
}`,
      variables: { mergeId: '$merge' },
    },
  ],
}
