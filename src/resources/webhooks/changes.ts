import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { lookupOrSuspend } from '../../crud/external-lookups.ts'
import {
  applyChanges,
  checkVersion,
  deleteRecord,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import { conflict, invalid } from '../../errors.ts'
import { type Change, changesBetween } from '../../events/changes.ts'
import { recordEvent } from '../../events/record-event.ts'
import { inChunks } from '../../lib/event-loop.ts'
import { urlProblem, urlSyntaxProblem } from '../../lib/public-address.ts'
import { scopesInherited } from '../api-keys/narrowing.ts'
import { checkPatterns, newestSequence } from '../events/operations.ts'
import { requireUser } from '../users/operations.ts'
import { getEndpoint, statusOf, type WebhookEndpointRow } from './operations.ts'
import { endpointPolicy } from './policy.ts'
import { countEndpoints, removeDeliveries } from './queries.ts'
import { newWebhookSecret, sealSecret } from './secrets.ts'

/** Making, changing, rotating and deleting webhook endpoints. */
export interface EndpointInput {
  url?: string | null | undefined
  events?: readonly string[] | null | undefined
  description?: string | null | undefined
  paused?: boolean | null | undefined
}

export interface IssuedEndpoint {
  webhookEndpoint: WebhookEndpointRow
  /** Shown once. */
  secret: string
}

export const mostEndpoints = 100
const hoursOfBoth = 24

const logged = [
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

/** Lists are logged as lists; secrets never are. */
const shown = ({ events, scopes, ...row }: WebhookEndpointRow) => ({
  ...row,
  events: JSON.parse(events) as unknown,
  scopes: scopes === null ? null : (JSON.parse(scopes) as unknown),
})

const changesOf = (
  before: WebhookEndpointRow | undefined,
  after: WebhookEndpointRow | undefined,
): Change[] => changesBetween(before ? shown(before) : {}, after ? shown(after) : {}, logged)

/**
 * Why an address must not be sent to. Its name is looked up, which the transaction does not wait
 * for; not with `WEBHOOKS=off`, when nothing leaves the server.
 */
export function refusalOf(ctx: Context, url: string): string | undefined {
  const options = { allowLocal: ctx.settings.WEBHOOKS_ALLOW_LOCAL, resolve: ctx.resolve }
  return ctx.settings.WEBHOOKS === 'off'
    ? urlSyntaxProblem(url, options)
    : lookupOrSuspend(ctx, `where ${url} leads`, () => urlProblem(url, options))
}

/**
 * @throws VALIDATION_ERROR for patterns of events that are none, and an address that must not be
 * sent to
 */
function checkInput(ctx: Context, { url, events }: EndpointInput): void {
  if (events) checkPatterns(events, 'events')
  const refused = url && refusalOf(ctx, url)
  if (refused) throw invalid([{ field: 'url', code: 'INVALID_VALUE', message: refused }])
}

/** Whose sight decides what is sent: that of the caller, no wider than their key has it. */
async function teller(ctx: Context): Promise<Pick<WebhookEndpointRow, 'userId' | 'scopes'>> {
  const user = await requireUser(ctx, ctx.viewer.userId)
  const scopes = scopesInherited(ctx, user)
  return { userId: user.id, scopes: scopes && JSON.stringify(scopes) }
}

/**
 * Lets an address be told of events, from now on. @throws FORBIDDEN, VALIDATION_ERROR, CONFLICT
 * when there are too many
 */
export async function createEndpoint(
  ctx: Context,
  input: EndpointInput & { url: string; events: readonly string[] },
): Promise<IssuedEndpoint> {
  requireScope(ctx.viewer, 'webhooks.manage')
  checkInput(ctx, input)
  const { companyId } = ctx.viewer
  if (((await ctx.db.first(countEndpoints, { companyId }))?.total ?? 0) >= mostEndpoints)
    throw conflict(`There are ${mostEndpoints} webhook endpoints already, and no more can be`)
  const fresh = newRecord(ctx, 'webhook')
  const secret = newWebhookSecret(ctx)
  // What others did before it in the same transaction is not from now on.
  await ctx.db.flushDeferred()
  const row: WebhookEndpointRow = {
    ...fresh,
    url: input.url,
    events: patternsOf(input.events),
    description: input.description ?? null,
    ...(await teller(ctx)),
    secret: sealSecret(ctx, fresh, secret),
    previousSecret: null,
    previousSecretExpiresAt: null,
    pausedAt: null,
    disabledAt: null,
    disabledReason: null,
    attempts: 0,
    failures: 0,
    failingSince: null,
    lastSequence: await newestSequence(ctx.db, companyId),
  }
  await ctx.db.insert('webhookEndpoints', row)
  recordEvent(ctx, {
    type: 'webhookEndpoint.created',
    record: row,
    changes: changesOf(undefined, row),
  })
  return { webhookEndpoint: row, secret }
}

const patternsOf = (events: readonly string[]) => JSON.stringify([...new Set(events)])

/** What pausing or resuming means for an endpoint that stands as it does. */
function pausing(
  ctx: Context,
  row: WebhookEndpointRow,
  paused: boolean | null | undefined,
): Partial<WebhookEndpointRow> {
  if (paused) return { pausedAt: row.pausedAt ?? timestamp(ctx) }
  if (paused !== false || statusOf(row) === 'active') return {}
  return { pausedAt: null, disabledAt: null, disabledReason: null, failingSince: null }
}

/**
 * Changes the given fields; at least one. Whoever changes what is sent, or where to, is whose sight
 * decides from then on. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR
 */
export async function updateEndpoint(
  ctx: Context,
  id: string,
  input: EndpointInput,
): Promise<WebhookEndpointRow> {
  const endpoint = checkVersion(ctx, await getEndpoint(ctx, id))
  const { url, events, description, paused } = requireSomeField(input)
  checkInput(ctx, { url, events })
  const aim = omitUndefined({
    url: url ?? undefined,
    events: events ? patternsOf(events) : undefined,
  })
  const aimed = changesBetween(endpoint, { ...endpoint, ...aim }, Object.keys(aim)).length > 0
  const patch = {
    ...omitUndefined({ ...aim, description }),
    ...(aimed && (await teller(ctx))),
    ...pausing(ctx, endpoint, paused),
  }
  const { row, changes } = await applyChanges(ctx, 'webhookEndpoints', endpoint, patch)
  if (changes.length > 0)
    recordEvent(ctx, {
      type: 'webhookEndpoint.updated',
      record: row,
      changes: changesOf(endpoint, row),
    })
  return row
}

/** Gives an endpoint a new secret; for a day both sign. @throws NOT_FOUND, FORBIDDEN */
export async function rotateSecret(ctx: Context, id: string): Promise<IssuedEndpoint> {
  const endpoint = checkVersion(ctx, await getEndpoint(ctx, id))
  const secret = newWebhookSecret(ctx)
  const { row } = await applyChanges(ctx, 'webhookEndpoints', endpoint, {
    secret: sealSecret(ctx, endpoint, secret),
    previousSecret: endpoint.secret,
    previousSecretExpiresAt: new Date(ctx.now() + hoursOfBoth * 3_600_000).toISOString(),
  })
  recordEvent(ctx, {
    type: 'webhookEndpoint.rotated',
    record: row,
    changes: changesBetween(endpoint, row, ['previousSecretExpiresAt']),
  })
  return { webhookEndpoint: row, secret }
}

/** Deletes an endpoint with all its deliveries. @throws NOT_FOUND, FORBIDDEN */
export async function deleteEndpoint(ctx: Context, id: string): Promise<{ id: string }> {
  const endpoint = checkVersion(ctx, await getEndpoint(ctx, id))
  const { companyId } = endpoint
  await inChunks((limit) => ctx.db.run(removeDeliveries, { companyId, endpointId: id, limit }))
  await deleteRecord(ctx, endpointPolicy, endpoint, {
    type: 'webhookEndpoint.deleted',
    changes: changesOf(endpoint, undefined),
  })
  return { id }
}
