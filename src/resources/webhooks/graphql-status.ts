import { builder } from '../../graphql/builder.ts'

export const EndpointStatus = builder.enumType('WebhookEndpointStatus', {
  description: 'Whether a webhook endpoint is told of events.',
  values: {
    active: { description: 'It is told of events.' },
    paused: { description: 'Somebody paused it: nothing is told until it is resumed.' },
    disabled: { description: 'The server gave up on it; `disabledReason` says why.' },
  },
})

export const DeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'How a delivery stands.',
  values: {
    pending: { description: 'It waits for its first try, or between two.' },
    delivered: { description: 'It was answered with 2xx.' },
    dead: { description: 'It was given up after the last try.' },
  },
})
