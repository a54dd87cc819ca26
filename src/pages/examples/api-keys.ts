import type { Group } from './example.ts'

export const apiKeys: Group = {
  title: 'API keys',
  examples: [
    {
      title: 'All keys',
      about:
        'How each begins and ends, what it may do, and when it was last used; never the key itself.',
      query: `query AllKeys {
  apiKeys(first: 20, where: { revoked: false }) {
    nodes { id name prefix lastFour scopes user { fullName } lastUsedAt expiresAt }
  }
}`,
    },
    {
      title: 'Make a key',
      about: 'One that may only read, for reports; the secret is shown this once.',
      query: `mutation MakeKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { id name scopes expiresAt } secret }
}`,
      variables: {
        input: {
          name: 'Reports',
          scopes: ['people.view.all', 'deals.view.all', 'activities.view'],
          expiresAt: '$nextMonth',
        },
      },
    },
    {
      title: 'One key',
      about: 'One record by its id.',
      query: `query OneKey($id: ID!) {
  apiKey(id: $id) { id name prefix lastFour scopes createdAt lastUsedAt previousExpiresAt revokedAt }
}`,
      variables: { id: '$reportsKey' },
    },
    {
      title: 'Rotate a key',
      about: 'A new secret; the old one works on for some hours.',
      query: `mutation RotateKey($id: ID!, $input: RotateApiKeyInput) {
  rotateApiKey(id: $id, input: $input) { apiKey { name previousExpiresAt } secret }
}`,
      variables: { id: '$reportsKey', input: { graceHours: 24 } },
    },
    {
      title: 'Revoke a key',
      about: 'From the next request on it is good for nothing.',
      query: `mutation RevokeKey($id: ID!) {
  revokeApiKey(id: $id) { name revokedAt }
}`,
      variables: { id: '$reportsKey' },
    },
  ],
}
