import { definePolicy } from '../../access/policy.ts'
import { byColumn, viewable } from '../../access/rules.ts'
import './table.ts'

/** A webhook endpoint is visible to the holders of `webhooks.manage`. */
export const endpointPolicy = definePolicy({
  table: 'webhookEndpoints',
  scope: 'webhooks.manage',
  view: 'everybody',
  credential: true,
})

/** A delivery is visible to callers who can view its endpoint. */
export const deliveryPolicy = definePolicy({
  table: 'webhookDeliveries',
  scope: 'webhooks.manage',
  view: [byColumn('endpointId', viewable(endpointPolicy), { required: true, fewTargets: true })],
})
