/** SQL statements of the command line, most of which are not limited to one company. */
import { sql } from 'kysely'
import type { Company } from '../access/scopes.ts'
import { query } from '../store/query.ts'
import { orderedJoin } from '../store/sql.ts'

export const usersByEmail = query((k, p: { emailKey: string }) =>
  k
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.companyId')
    .selectAll('users')
    .select('companies.name as companyName')
    .where('users.emailKey', '=', p.emailKey)
    .orderBy('users.companyId'),
)

export const companyUpdate = query((k, { id, name, region, currency, timeZone }: Company) =>
  k.updateTable('companies').set({ name, region, currency, timeZone }).where('id', '=', id),
)

export const importById = query((k, p: { id: string }) =>
  k.selectFrom('imports').selectAll().where('id', '=', p.id),
)

export const latestImports = query((k, _p: object) =>
  k
    .selectFrom('imports')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'imports.companyId')
        .onRef('users.id', '=', 'imports.userId'),
    )
    .selectAll('imports')
    .select('users.email')
    .orderBy('imports.id', 'desc')
    .limit(200),
)

export const keyById = query((k, p: { id: string }) =>
  k.selectFrom('apiKeys').selectAll().where('id', '=', p.id),
)

export const eventSequenceSkip = query((k, p: { by: number }) =>
  k.updateTable('companies').set((eb) => ({ eventSequence: eb('eventSequence', '+', p.by) })),
)

export const newestEvent = query(
  (_, _p: object) => sql<{
    createdAt: string | null
  }>`select max("events"."createdAt") as "createdAt" from "companies"
    ${orderedJoin} "events" on "events"."companyId" = "companies"."id" and "events"."sequence" = "companies"."eventSequence"`,
)

export const endpointPatterns = query((k, _p: object) =>
  k.selectFrom('webhookEndpoints').select(['id', 'events']).orderBy('id'),
)

export const webhookFailures = query(
  (_, _p: object) => sql<{
    disabled: number
    dead: number
  }>`select (select count(*) from "webhookEndpoints" where "disabledAt" is not null) as "disabled",
    (select count(*) from "webhookDeliveries" where "status" = 'dead') as "dead"`,
)

export const companyKeyIds = query((k, p: { companyId: string }) =>
  k.selectFrom('apiKeys').select('id').where('companyId', '=', p.companyId),
)

export const allKeys = query((k, _p: object) =>
  k
    .selectFrom('apiKeys')
    .innerJoin('users', (join) =>
      join
        .onRef('users.companyId', '=', 'apiKeys.companyId')
        .onRef('users.id', '=', 'apiKeys.userId'),
    )
    .selectAll('apiKeys')
    .select(['users.email', 'users.emailKey', 'users.role', 'users.suspendedAt'])
    .orderBy('apiKeys.id'),
)
