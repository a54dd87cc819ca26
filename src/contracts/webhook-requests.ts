import { type ExampleRequest, responseId } from './example-request.ts'

const hook = {
  url: 'https://hooks.example/dealgraph',
  events: ['deal.*', 'person.created'],
  description: 'Tells the newsletter.',
}
const madeEndpoint: ExampleRequest = { after: ['CreateWebhookEndpoint'], made: responseId }
const madeDelivery: ExampleRequest = {
  after: ['CreateWebhookEndpoint', 'PingWebhookEndpoint'],
  made: responseId,
}

/** The example requests of the webhook operations. */
export const webhookRequests: Record<string, ExampleRequest> = {
  ListWebhookEndpoints: { after: ['CreateWebhookEndpoint'] },
  CreateWebhookEndpoint: { body: hook },
  GetWebhookEndpoint: madeEndpoint,
  UpdateWebhookEndpoint: { ...madeEndpoint, body: { events: ['deal.moved'], paused: false } },
  DeleteWebhookEndpoint: madeEndpoint,
  RotateWebhookSecret: madeEndpoint,
  PingWebhookEndpoint: madeEndpoint,
  ReplayWebhookDeliveries: { ...madeEndpoint, body: { failed: true } },
  ListWebhookDeliveries: { after: ['CreateWebhookEndpoint', 'PingWebhookEndpoint'] },
  GetWebhookDelivery: madeDelivery,
  ReplayWebhookDelivery: madeDelivery,
}
