import { sql } from 'kysely'
import { holdsCredential } from '../../auth/holds-credential.ts'
import type { Sight, SightParams } from '../../auth/sight.ts'
import type { Way } from '../../store/ways.ts'

/**
 * Callers with `webhooks.manage` can view all endpoints and their deliveries; a narrowed key only
 * endpoints that hold no more than the key.
 */
export const seesEndpoint = (p: SightParams, sight: Sight) =>
  holdsCredential(p, sight, 'webhookEndpoints')

const visibleEndpoints = (p: SightParams, sight: Sight, as: 'id' | 'value') =>
  sql`select "id" as ${sql.ref(as)} from "webhookEndpoints" where "companyId" = ${p.companyId} and ${seesEndpoint(p, sight)}`

export const waysToSeeEndpoints = (p: SightParams, sight: Sight): Way[] =>
  sight.narrowed ? [{ ids: visibleEndpoints(p, sight, 'id') }] : []

export const seesDelivery = (p: SightParams, sight: Sight) =>
  sight.narrowed
    ? sql<boolean>`"webhookDeliveries"."endpointId" in (${visibleEndpoints(p, sight, 'id')})`
    : sql<boolean>`1 = 1`

export const waysToSeeDeliveries = (p: SightParams, sight: Sight): Way[] =>
  sight.narrowed ? [{ column: 'endpointId', values: visibleEndpoints(p, sight, 'value') }] : []
