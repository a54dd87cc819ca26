import type { Group } from './example.ts'

export const webhooks: Group = {
  title: 'Webhooks',
  examples: [
    {
      title: 'All endpoints',
      about: 'Where events are sent, and how that goes.',
      query: `query AllEndpoints {
  webhookEndpoints(first: 10) { nodes { id url events status failingSince pendingCount lastDelivery { type status } } }
}`,
    },
    {
      title: 'Add an endpoint',
      about:
        'On this machine with WEBHOOKS_ALLOW_LOCAL=true, else by https; the secret to check signatures with is shown this once.',
      query: `mutation AddEndpoint($input: CreateWebhookEndpointInput!) {
  createWebhookEndpoint(input: $input) { webhookEndpoint { id url events status } secret }
}`,
      variables: {
        input: {
          url: 'http://localhost:9000/hooks',
          events: ['deal.*', 'person.created'],
          description: 'The office display',
        },
      },
    },
    {
      title: 'One endpoint',
      about: 'One record by its id.',
      query: `query OneEndpoint($id: ID!) {
  webhookEndpoint(id: $id) { id url events status disabledReason previousSecretExpiresAt user { fullName } }
}`,
      variables: { id: '$endpoint' },
    },
    {
      title: 'Try an endpoint',
      about: 'Sends it an event that means nothing, to see that it arrives.',
      query: `mutation PingEndpoint($id: ID!) {
  pingWebhookEndpoint(id: $id) { id type status }
}`,
      variables: { id: '$endpoint' },
    },
    {
      title: 'What was sent',
      about: 'The newest deliveries with each try: status, time taken, error.',
      query: `query Deliveries {
  webhookDeliveries(first: 10) {
    nodes { id type status attemptCount nextAttemptAt endpoint { url } attempts { number at status latencyMs error } }
  }
}`,
    },
    {
      title: 'One delivery',
      about: 'One record by its id.',
      query: `query OneDelivery($id: ID!) {
  webhookDelivery(id: $id) { id type status createdAt deliveredAt attempts { number at status error } }
}`,
      variables: { id: '$delivery' },
    },
    {
      title: 'Send one again',
      about: 'As it was, under the same webhook-id.',
      query: `mutation ReplayOne($id: ID!) {
  replayWebhookDelivery(id: $id) { id type status }
}`,
      variables: { id: '$delivery' },
    },
    {
      title: 'Send again since a time',
      about: 'What an endpoint missed since yesterday.',
      query: `mutation ReplaySince($id: ID!, $input: ReplayWebhookDeliveriesInput!) {
  replayWebhookDeliveries(id: $id, input: $input) { count nextSince }
}`,
      variables: { id: '$endpoint', input: { since: '$yesterday' } },
    },
    {
      title: 'Change an endpoint',
      about: 'Here it is paused: nothing is sent until it goes on.',
      query: `mutation UpdateEndpoint($id: ID!, $input: UpdateWebhookEndpointInput!) {
  updateWebhookEndpoint(id: $id, input: $input) { id status pausedAt events }
}`,
      variables: { id: '$endpoint', input: { paused: true } },
    },
    {
      title: 'Rotate the secret',
      about: 'For a while both the old and the new one sign.',
      query: `mutation RotateSecret($id: ID!) {
  rotateWebhookSecret(id: $id) { webhookEndpoint { url previousSecretExpiresAt } secret }
}`,
      variables: { id: '$endpoint' },
    },
    {
      title: 'Delete an endpoint',
      about: 'Nothing is sent there any more.',
      query: `mutation DeleteEndpoint($id: ID!) {
  deleteWebhookEndpoint(id: $id) { id }
}`,
      variables: { id: '$endpoint' },
    },
  ],
}
