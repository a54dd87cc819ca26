import type { Kysely } from 'kysely'
import { createTable } from '../../src/store/ddl.ts'

/** Creates the tables of webhook endpoints, their deliveries, and the attempts of each delivery. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTable(db, 'webhookEndpoints', {
    columns: {
      companyId: 'text',
      id: 'text',
      version: 'int',
      createdAt: 'time',
      updatedAt: 'time',
      url: 'text',
      events: 'text',
      description: 'text?',
      userId: 'text',
      scopes: 'text?',
      secret: 'text',
      previousSecret: 'text?',
      previousSecretExpiresAt: 'time?',
      pausedAt: 'time?',
      disabledAt: 'time?',
      disabledReason: 'text?',
      attempts: 'int',
      failures: 'int',
      failingSince: 'time?',
      lastSequence: 'int',
    },
    key: ['companyId', 'id'],
    references: { companyId: 'companies', userId: 'users' },
    indexes: [['companyId', 'userId', 'id']],
  })
  await createDeliveries(db)
  await createTable(db, 'webhookAttempts', {
    columns: {
      companyId: 'text',
      deliveryId: 'text',
      number: 'int',
      at: 'time',
      status: 'int?',
      latencyMs: 'int',
      error: 'text?',
      nextAttemptAt: 'time?',
      requestId: 'text',
    },
    key: ['companyId', 'deliveryId', 'number'],
    cascade: { deliveryId: 'webhookDeliveries' },
    clustered: true,
  })
}

/** Creates the table of deliveries. All except pings are unique per endpoint and event. */
async function createDeliveries(db: Kysely<unknown>): Promise<void> {
  const pendingCondition = `"status" = 'pending'`
  await createTable(db, 'webhookDeliveries', {
    columns: {
      companyId: 'text',
      id: 'text',
      endpointId: 'text',
      eventSequence: 'int?',
      eventId: 'text?',
      type: 'text',
      status: 'text',
      attempts: 'int',
      attemptsBefore: 'int',
      nextAttemptAt: 'time?',
      leasedUntil: 'time?',
      leaseOwner: 'text?',
      deliveredAt: 'time?',
      createdAt: 'time',
      payload: 'text?',
      requestId: 'text',
    },
    key: ['companyId', 'id'],
    references: { endpointId: 'webhookEndpoints' },
    unique: [['companyId', 'endpointId', 'eventSequence']],
    oneOf: { status: ['pending', 'delivered', 'dead'] },
    indexes: [
      { columns: ['nextAttemptAt'], where: pendingCondition },
      { columns: ['companyId', 'endpointId', 'nextAttemptAt', 'id'], where: pendingCondition },
      { columns: ['companyId', 'endpointId', 'leasedUntil'], where: '"leasedUntil" IS NOT NULL' },
      { columns: ['companyId', 'endpointId', 'id'], where: `"status" = 'dead'` },
      ['companyId', 'endpointId', 'id'],
      ['companyId', 'status', 'id'],
      ['companyId', 'type', 'id'],
    ],
  })
}
