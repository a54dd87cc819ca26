import { builder } from '../../graphql/schema/builder.ts'

export const EndpointStatus = builder.enumType('WebhookEndpointStatus', {
  description: 'The status of a webhook endpoint.',
  values: {
    active: { description: 'Events are delivered.' },
    paused: { description: 'A user paused it: nothing is delivered until it is resumed.' },
    disabled: { description: 'The server disabled it; `disabledReason` has the reason.' },
  },
})

export const DeliveryStatus = builder.enumType('WebhookDeliveryStatus', {
  description: 'The status of a delivery.',
  values: {
    pending: { description: 'The first or next try is pending.' },
    delivered: { description: 'The receiver responded with 2xx.' },
    dead: { description: 'The last try failed.' },
  },
})
