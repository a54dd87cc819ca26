import { del, get, post, put, type Route, reply } from '../../rest/route.ts'

const briefSelection =
  'id endpointId type eventId eventSequence status attemptCount nextAttemptAt deliveredAt createdAt'
const deliverySelection = `${briefSelection} attempts { number at: attemptedAt status latencyMs error nextAttemptAt }`
const selection = `id url events description userId status pausedAt disabledAt disabledReason failingSince previousSecretExpiresAt pendingCount
  lastDelivery { ${briefSelection} } version createdAt updatedAt`

export const webhookRoutes: Route[] = [
  get('/v1/webhook-endpoints', reply.list, "List the company's webhook endpoints, newest first")`
    query ListWebhookEndpoints($limit: Int, $cursor: String, $status: WebhookEndpointStatus, $url: String, $userId: ID,
      $where: [WebhookEndpointWhere!], $orderBy: WebhookEndpointOrderField, $direction: SortDirection) {
      webhookEndpoints(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { status: { eq: $status }, url: { contains: $url }, userId: { eq: $userId }, and: $where }) {
        nodes { ${selection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/webhook-endpoints/{id}', reply.record, 'Get a webhook endpoint, without its secret')`
    query GetWebhookEndpoint($id: ID!) { webhookEndpoint(id: $id) { ${selection} } }`,
  post(
    '/v1/webhook-endpoints',
    reply.created('/v1/webhook-endpoints/{id}'),
    'Create a webhook endpoint and return its secret once',
  )`
    mutation CreateWebhookEndpoint($url: WebUrl!, $events: [EventPattern!]!, $description: LongText) {
      createWebhookEndpoint(input: { url: $url, events: $events, description: $description }) { id: webhookEndpoint { id } secret webhookEndpoint { ${selection} } }
    }`,
  put('/v1/webhook-endpoints/{id}', reply.record, 'Update, pause or resume a webhook endpoint')`
    mutation UpdateWebhookEndpoint($id: ID!, $url: WebUrl, $events: [EventPattern!], $description: LongText, $paused: Boolean) {
      updateWebhookEndpoint(id: $id, input: { url: $url, events: $events, description: $description, paused: $paused }) { webhookEndpoint { ${selection} } }
    }`,
  del(
    '/v1/webhook-endpoints/{id}',
    reply.message('Webhook endpoint deleted'),
    'Delete a webhook endpoint with all its deliveries',
  )`
    mutation DeleteWebhookEndpoint($id: ID!) { deleteWebhookEndpoint(id: $id) { deletedId } }`,
  post(
    '/v1/webhook-endpoints/{id}/rotate-secret',
    reply.record,
    "Rotate a webhook endpoint's secret; for 24 hours, the previous secret also signs messages",
  )`
    mutation RotateWebhookSecret($id: ID!) { rotateWebhookSecret(id: $id) { id: webhookEndpoint { id } secret webhookEndpoint { ${selection} } } }`,
  post(
    '/v1/webhook-endpoints/{id}/ping',
    reply.record,
    'Send a test message to a webhook endpoint',
  )`
    mutation PingWebhookEndpoint($id: ID!) { pingWebhookEndpoint(id: $id) { webhookDelivery { ${deliverySelection} } } }`,
  post(
    '/v1/webhook-endpoints/{id}/replay',
    reply.record,
    "Replay a webhook endpoint's failed deliveries, or all deliveries since a given time",
  )`
    mutation ReplayWebhookDeliveries($id: ID!, $failed: Boolean, $since: DateTime) {
      replayWebhookDeliveries(id: $id, input: { failed: $failed, since: $since }) { count nextSince }
    }`,
  get(
    '/v1/webhook-deliveries',
    reply.list,
    'List the webhook deliveries of the last 30 days, newest first',
  )`
    query ListWebhookDeliveries($limit: Int, $cursor: String, $endpointId: ID, $status: WebhookDeliveryStatus, $type: String, $from: DateTime, $before: DateTime,
      $where: [WebhookDeliveryWhere!], $orderBy: WebhookDeliveryOrderField, $direction: SortDirection) {
      webhookDeliveries(first: $limit, after: $cursor, orderBy: [{ field: $orderBy, direction: $direction }],
        where: { endpointId: { eq: $endpointId }, status: { eq: $status }, type: { eq: $type }, createdAt: { gte: $from, lt: $before }, and: $where }) {
        nodes { ${deliverySelection} } pageInfo { hasNextPage endCursor }
      }
    }`,
  get('/v1/webhook-deliveries/{id}', reply.record, 'Get a webhook delivery with its attempts')`
    query GetWebhookDelivery($id: ID!) { webhookDelivery(id: $id) { ${deliverySelection} } }`,
  post(
    '/v1/webhook-deliveries/{id}/replay',
    reply.record,
    'Replay a webhook delivery with the same `webhook-id`',
  )`
    mutation ReplayWebhookDelivery($id: ID!) { replayWebhookDelivery(id: $id) { webhookDelivery { ${deliverySelection} } } }`,
]
