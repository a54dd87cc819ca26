import type { Group } from './example.ts'

export const events: Group = {
  title: 'Events and audit',
  examples: [
    {
      title: 'What happens now',
      about: 'Start it, change something in another window, and see it told as it happens.',
      query: `subscription WhatHappensNow {
  events(types: ["person.*", "deal.*", "task.*"]) {
    cursor
    type
    record { id ... on Person { fullName } ... on Deal { title } ... on Task { title } }
    actor { fullName }
    changes { field from to }
    createdAt
  }
}`,
    },
    {
      title: 'What happened',
      about:
        'The same events from the first on, page by page; the last cursor goes on from where it ended.',
      query: `query EventFeed($after: String) {
  events(first: 10, after: $after, types: ["person.*", "deal.*"]) {
    nodes { cursor type recordId actor { fullName } changes { field from to } createdAt }
    pageInfo { hasNextPage endCursor }
  }
}`,
      variables: { after: null },
    },
    {
      title: 'Who changed what',
      about:
        'The newest entries of the audit log, with the values before and after. For Owner and Admin.',
      query: `query WhoChangedWhat {
  auditLog(first: 10) {
    nodes { createdAt type recordId actor { fullName } changes { field from to } }
  }
}`,
    },
    {
      title: 'All that happened to one record',
      about: 'Its entries in the audit log.',
      query: `query AuditOfARecord($recordId: ID!) {
  auditLog(first: 10, where: { recordId: $recordId }) {
    nodes { createdAt type recordVersion actor { fullName } changes { field from to } }
  }
}`,
      variables: { recordId: '$person' },
    },
  ],
}
