import { Policy } from '../../access/policy.ts'
import { byColumn } from '../../access/rules.ts'
import { viewableRecords } from '../../access/targets.ts'
import './table.ts'

/** Endpoints require `webhooks.manage`; a narrowed key can view only those whose scopes it has. */
export const endpointPolicy = new Policy({
  table: 'webhookEndpoints',
  scope: 'webhooks.manage',
  view: 'everybody',
  isCredential: true,
})

/** A delivery is visible to callers who can view its endpoint. */
export const deliveryPolicy = new Policy({
  table: 'webhookDeliveries',
  scope: 'webhooks.manage',
  view: [
    byColumn('endpointId', viewableRecords(endpointPolicy), {
      isRequired: true,
      hasFewTargets: true,
    }),
  ],
})
