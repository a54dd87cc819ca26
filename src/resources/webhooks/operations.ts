import { requireScope } from '../../access/scopes.ts'
import { type Context, timestamp, toTimestamp } from '../../context.ts'
import { lookupOrSuspend } from '../../crud/external-lookups.ts'
import { createRecordReads } from '../../crud/record-reads.ts'
import {
  applyChanges,
  deleteRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
  updateCredential,
} from '../../crud/records.ts'
import { conflict, createDetail, invalid } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { createFilteredList } from '../../filtering/filtered-list.ts'
import { inChunks } from '../../lib/async.ts'
import { findUrlSyntaxProblem, resolveUrlProblem } from '../../lib/public-address.ts'
import { getInheritedScopes } from '../api-keys/operations.ts'
import { checkPatterns, readNewestSequence } from '../events/operations.ts'
import { requireUser } from '../users/operations.ts'
import { endpointFilterSpec } from './filter-spec.ts'
import { endpointPolicy } from './policy.ts'
import { endpointCount, removeDeliveries } from './queries.ts'
import { createWebhookSecret, encryptSecret } from './secrets.ts'
import type { WebhookEndpointRow } from './table.ts'

export type { WebhookEndpointRow }

export interface EndpointInput {
  url?: string | null | undefined
  events?: readonly string[] | null | undefined
  description?: string | null | undefined
  paused?: boolean | null | undefined
}

export interface EndpointWithSecret {
  webhookEndpoint: WebhookEndpointRow
  /** The secret, which is returned only once and stored encrypted. */
  secret: string
}

const maxEndpoints = 100

/** The number of hours after a rotation during which the previous secret also signs messages. */
const previousSecretHours = 24

const eventFields = [
  'url',
  'events',
  'description',
  'userId',
  'scopes',
  'pausedAt',
  'disabledAt',
  'disabledReason',
  'failingSince',
] as const

export const {
  get: getEndpoint,
  getForUpdate: getEndpointForUpdate,
  load: loadEndpoint,
} = createRecordReads(endpointPolicy, 'Webhook endpoint')

export const endpoints = createFilteredList({ spec: endpointFilterSpec })

/** Returns the status. An endpoint that is both disabled and paused is treated as disabled. */
export const getEndpointStatus = ({ disabledAt, pausedAt }: WebhookEndpointRow) =>
  disabledAt ? 'disabled' : pausedAt ? 'paused' : 'active'

/** Converts an endpoint to the format of event changes, with its lists parsed. */
const toEventValues = (row: WebhookEndpointRow | undefined): object =>
  row
    ? { ...row, events: JSON.parse(row.events), scopes: row.scopes && JSON.parse(row.scopes) }
    : {}

const compareEndpoints = (before?: WebhookEndpointRow, after?: WebhookEndpointRow): Change[] =>
  changesBetween(toEventValues(before), toEventValues(after), eventFields)

/**
 * Returns the problem with an endpoint's URL, or undefined. The DNS lookup suspends the operation,
 * so that no transaction waits for the lookup; `WEBHOOKS=off` skips the lookup.
 */
export function findUrlProblem(ctx: Context, url: string): string | undefined {
  const options = { allowLocal: ctx.settings.WEBHOOKS_ALLOW_LOCAL, resolve: ctx.resolve }
  return ctx.settings.WEBHOOKS === 'off'
    ? findUrlSyntaxProblem(url, options)
    : lookupOrSuspend(ctx, `address of ${url}`, () => resolveUrlProblem(url, options))
}

/** Checks the URL and the event patterns. @throws VALIDATION_ERROR */
function checkInput(ctx: Context, { url, events }: EndpointInput): void {
  if (events) checkPatterns(events, 'events')
  const problem = url && findUrlProblem(ctx, url)
  if (problem) throw invalid(createDetail('url', 'INVALID_VALUE', problem))
}

/** Returns the caller's user id and narrowed scopes, which determine the events that are sent. */
async function getReceivingUser(
  ctx: Context,
): Promise<Pick<WebhookEndpointRow, 'userId' | 'scopes'>> {
  const user = await requireUser(ctx, ctx.viewer.userId)
  const scopes = getInheritedScopes(ctx, user)
  return { userId: user.id, scopes: scopes && JSON.stringify(scopes) }
}

/** Creates an endpoint for future matching events. @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT */
export async function createEndpoint(
  ctx: Context,
  input: EndpointInput & { url: string; events: readonly string[] },
): Promise<EndpointWithSecret> {
  requireScope(ctx.viewer, 'webhooks.manage')
  checkInput(ctx, input)
  const { companyId } = ctx.viewer
  if (((await ctx.db.first(endpointCount, { companyId }))?.total ?? 0) >= maxEndpoints)
    throw conflict(`The limit of ${maxEndpoints} webhook endpoints is reached: delete one first`)
  const columns = newRecord(ctx, 'webhook')
  const secret = createWebhookSecret(ctx)
  const row: WebhookEndpointRow = {
    ...columns,
    url: input.url,
    events: serializePatterns(input.events),
    description: input.description ?? null,
    ...(await getReceivingUser(ctx)),
    secret: encryptSecret(ctx, columns, secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    pausedAt: null,
    disabledAt: null,
    disabledReason: null,
    attempts: 0,
    failures: 0,
    failingSince: null,
    lastSequence: await readNewestSequence(ctx.db, companyId),
  }
  await ctx.db.insert('webhookEndpoints', row)
  const changes = compareEndpoints(undefined, row)
  recordEvent(ctx, { type: 'webhookEndpoint.created', record: row, changes })
  return { webhookEndpoint: row, secret }
}

const serializePatterns = (events: readonly string[]) => JSON.stringify([...new Set(events)])

/** Returns the column changes that pause or resume an endpoint. */
function createPausePatch(
  ctx: Context,
  row: WebhookEndpointRow,
  paused: boolean | null | undefined,
): Partial<WebhookEndpointRow> {
  if (paused) return { pausedAt: row.pausedAt ?? timestamp(ctx) }
  if (paused !== false || getEndpointStatus(row) === 'active') return {}
  return { pausedAt: null, disabledAt: null, disabledReason: null, failingSince: null }
}

/**
 * Updates an endpoint. After a change of the URL or events, the caller's permissions determine
 * which events are delivered. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function updateEndpoint(ctx: Context, id: string, input: EndpointInput) {
  const endpoint = await getEndpointForUpdate(ctx, id)
  const { url, events, description, paused } = requireSomeField(input)
  checkInput(ctx, { url, events })
  const targetPatch = omitUndefined({
    url: url ?? undefined,
    events: events ? serializePatterns(events) : undefined,
  })
  const newTarget = { ...endpoint, ...targetPatch }
  const isTargetChanged = changesBetween(endpoint, newTarget, ['url', 'events']).length > 0
  const patch = {
    ...omitUndefined({ ...targetPatch, description }),
    ...(isTargetChanged && (await getReceivingUser(ctx))),
    ...createPausePatch(ctx, endpoint, paused),
  }
  const { row } = await applyChanges(ctx, 'webhookEndpoints', endpoint, patch)
  const changes = compareEndpoints(endpoint, row)
  if (row !== endpoint) recordEvent(ctx, { type: 'webhookEndpoint.updated', record: row, changes })
  return row
}

/** Issues a new secret. For a day, both secrets sign messages. @throws NOT_FOUND, FORBIDDEN */
export async function rotateSecret(ctx: Context, id: string): Promise<EndpointWithSecret> {
  const endpoint = await getEndpointForUpdate(ctx, id)
  const secret = createWebhookSecret(ctx)
  const patch = {
    secret: encryptSecret(ctx, endpoint, secret),
    previousSecret: endpoint.secret,
    previousSecretExpiresAt: toTimestamp(ctx.now() + previousSecretHours * 3_600_000),
  }
  const eventType = 'webhookEndpoint.rotated'
  const columns = ['previousSecretExpiresAt']
  const row = await updateCredential(ctx, 'webhookEndpoints', endpoint, patch, eventType, columns)
  return { webhookEndpoint: row, secret }
}

/** Deletes an endpoint with all its deliveries. @throws NOT_FOUND, FORBIDDEN */
export async function deleteEndpoint(ctx: Context, id: string): Promise<{ id: string }> {
  const endpoint = await getEndpointForUpdate(ctx, id)
  const { companyId } = endpoint
  await inChunks((limit) => ctx.db.run(removeDeliveries, { companyId, endpointId: id, limit }))
  const changes = compareEndpoints(endpoint)
  return deleteRecord(ctx, endpointPolicy, endpoint, 'webhookEndpoint.deleted', [], changes)
}
