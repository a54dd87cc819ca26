/** Attempts deliveries: creates and signs the payload, sends the request, and logs the outcome. */
import type { Deps } from '../context.ts'
import { type Change, isDifferent } from '../events/table.ts'
import { idWithPrefix } from '../lib/ids.ts'
import { toVisibleEvents, type VisibleEvent } from '../resources/events/operations.ts'
import { listSigningSecrets } from '../resources/webhooks/secrets.ts'
import type { WebhookEndpointRow } from '../resources/webhooks/table.ts'
import { createEndpointContext } from './create-deliveries.ts'
import { eventBySequenceQuery } from './queries.ts'
import type { AttemptResult, Job } from './queue.ts'
import { createSignatureHeaders, type Outcome, sendWebhook, type WebhookPost } from './send.ts'

export type AttemptOptions = Pick<WebhookPost, 'timeoutMs' | 'signal'>

/** Attempts a delivery, with a new signature and, unless the payload is stored, a new payload. */
export async function attemptDelivery(
  deps: Deps,
  job: Job,
  options: AttemptOptions,
): Promise<AttemptResult> {
  const body = await createBody(deps, job)
  if (typeof body === 'string') return body
  const { endpoint, delivery } = job
  const signingSecrets = listSigningSecrets(deps, endpoint)
  const outcome = await traceAttempt(deps, job, (traceHeaders) =>
    sendWebhook({
      url: endpoint.url,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Dealgraph-Webhooks/1.0',
        ...traceHeaders,
        ...createSignatureHeaders(delivery.id, deps.now(), body, signingSecrets),
      },
      body,
      allowLocal: deps.settings.WEBHOOKS_ALLOW_LOCAL,
      resolve: deps.resolve,
      ...options,
    }),
  )
  if (options.signal.aborted && outcome.error) return 'aborted'
  logAttempt(deps, job, outcome)
  return outcome
}

function logAttempt(
  { meters, log }: Deps,
  { endpoint, delivery }: Job,
  { status, latencyMs, error }: Outcome,
): void {
  meters.sends.at(error ?? 'delivered')(latencyMs)
  const logFields = {
    requestId: delivery.requestId,
    companyId: endpoint.companyId,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    type: delivery.type,
    attempt: delivery.attempts + delivery.attemptsBefore + 1,
    status,
    latencyMs,
    error,
  }
  log.info(logFields, error ? 'webhook failed' : 'webhook delivered')
}

function traceAttempt(
  deps: Deps,
  { endpoint, delivery }: Job,
  work: (headers: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!deps.tracing) return work({})
  const attributes = {
    'http.request.method': 'POST',
    'server.address': new URL(endpoint.url).hostname,
    'dealgraph.webhook.endpoint_id': endpoint.id,
    'dealgraph.webhook.delivery_id': delivery.id,
    'dealgraph.webhook.type': delivery.type,
    'dealgraph.request_id': delivery.requestId,
  }
  return deps.tracing.traceSend('send webhook', attributes, work)
}

async function createBody(deps: Deps, { endpoint, delivery: { payload, eventSequence } }: Job) {
  if (payload !== null) return Buffer.from(payload)
  if (eventSequence === null) return 'hidden'
  const event = await loadEvent(deps, endpoint, eventSequence)
  return typeof event === 'string' ? event : createPayload(event)
}

/** Loads an event; `hidden` if the user cannot view it, `aborted` if the user is suspended. */
const loadEvent = async (deps: Deps, endpoint: WebhookEndpointRow, sequence: number) =>
  deps.store.forCompany(endpoint.companyId).read(async (db) => {
    const ctx = await createEndpointContext(deps, db, endpoint)
    if (!ctx) return 'aborted'
    const row = await db.first(eventBySequenceQuery, { companyId: endpoint.companyId, sequence })
    return (row && (await toVisibleEvents(ctx, [row]))[0]) ?? 'hidden'
  })

/** Maximum size of the changes; longer lists are truncated to keep payloads below 20 kB. */
const maxChangesBytes = 17_000

/** Creates the webhook payload of an event, with the changes that the endpoint's user can view. */
export function createPayload(event: VisibleEvent): Buffer {
  const changes = event.changes.filter(isDifferent)
  const includedChanges = truncateChanges(changes)
  const identityId = idWithPrefix(event.keyId, 'identity')
  const data = {
    id: event.recordId,
    kind: event.recordKind,
    version: event.recordVersion,
    eventId: event.id,
    sequence: event.sequence,
    actor: {
      userId: event.actorId,
      keyId: idWithPrefix(event.keyId, 'key'),
      ...(identityId && { identityId }),
    },
    ...(event.type === 'deal.moved' && {
      from: getDealPosition(event.changes, 'from'),
      to: getDealPosition(event.changes, 'to'),
    }),
    changes: includedChanges,
    ...(includedChanges.length < changes.length && { truncated: true }),
  }
  return Buffer.from(JSON.stringify({ type: event.type, timestamp: event.createdAt, data }))
}

function truncateChanges(changes: Change[]): Change[] {
  let byteCount = 0
  const endIndex = changes.findIndex((change) => {
    byteCount += Buffer.byteLength(JSON.stringify(change)) + 1
    return byteCount > maxChangesBytes
  })
  return endIndex === -1 ? changes : changes.slice(0, endIndex)
}

/** Returns a deal's position before or after a move, so that receivers can update a board. */
function getDealPosition(changes: Change[], side: 'from' | 'to') {
  const read = (field: string) => changes.find((change) => change.field === field)?.[side] ?? null
  return { stageId: read('stageId'), pipelineId: read('pipelineId'), order: read('order') }
}
