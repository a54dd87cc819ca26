import { sql } from 'kysely'
import type { AccessParams, AccessScope } from '../../access/access-scope.ts'
import { holdsCredential } from '../../access/holds-credential.ts'
import type { AccessPath } from '../../store/ways.ts'

/**
 * Callers with `webhooks.manage` can view all endpoints and their deliveries; a narrowed key only
 * endpoints that hold no more than the key.
 */
export const canViewEndpoint = (p: AccessParams, sight: AccessScope) =>
  holdsCredential(p, sight, 'webhookEndpoints')

const visibleEndpoints = (p: AccessParams, sight: AccessScope, as: 'id' | 'value') =>
  sql`select "id" as ${sql.ref(as)} from "webhookEndpoints" where "companyId" = ${p.companyId} and ${canViewEndpoint(p, sight)}`

export const endpointAccessPaths = (p: AccessParams, sight: AccessScope): AccessPath[] =>
  sight.narrowed ? [{ ids: visibleEndpoints(p, sight, 'id') }] : []

export const canViewDelivery = (p: AccessParams, sight: AccessScope) =>
  sight.narrowed
    ? sql<boolean>`"webhookDeliveries"."endpointId" in (${visibleEndpoints(p, sight, 'id')})`
    : sql<boolean>`1 = 1`

export const deliveryAccessPaths = (p: AccessParams, sight: AccessScope): AccessPath[] =>
  sight.narrowed ? [{ column: 'endpointId', values: visibleEndpoints(p, sight, 'value') }] : []
