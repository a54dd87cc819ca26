import type { Deps } from '../context.ts'
import { signingSecrets } from '../resources/webhooks/secrets.ts'
import type { Job, Result } from './leasing.ts'
import { bodyOf } from './payload.ts'
import { eventFor } from './planning.ts'
import { type Outcome, send } from './send.ts'
import { signed } from './sign.ts'

export interface Means {
  /** Milliseconds for one try. */
  timeout: number
  /** Breaks off what is being sent. */
  signal: AbortSignal
}

/**
 * Tries a delivery once. Each try is signed anew, over what the endpoint's user may know at that
 * moment.
 */
export async function deliver(deps: Deps, job: Job, { timeout, signal }: Means): Promise<Result> {
  const { endpoint, delivery } = job
  const body = await contentOf(deps, job)
  if (typeof body === 'string') return body
  const outcome = await followed(deps, job, (headers) =>
    send({
      url: endpoint.url,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Dealgraph-Webhooks/1.0',
        ...headers,
        ...signed(delivery.id, deps.now(), body, signingSecrets(deps, endpoint)),
      },
      body,
      allowLocal: deps.settings.WEBHOOKS_ALLOW_LOCAL,
      timeout,
      resolve: deps.resolve,
      signal,
    }),
  )
  if (signal.aborted && outcome.error) return 'undone'
  const { status, latencyMs, error } = outcome
  deps.meters.sends.at(error ?? 'delivered')(latencyMs)
  const attempt = delivery.attempts + delivery.attemptsBefore + 1
  const told = {
    requestId: delivery.requestId,
    companyId: endpoint.companyId,
    endpointId: endpoint.id,
    deliveryId: delivery.id,
    type: delivery.type,
  }
  deps.log.info(
    { ...told, attempt, status, latencyMs, error },
    error ? 'webhook failed' : 'webhook delivered',
  )
  return outcome
}

/**
 * Where requests are followed, each try is a trace of its own, which the receiver can go on with;
 * it names the request that it comes of.
 */
function followed(
  deps: Deps,
  { endpoint, delivery }: Job,
  trial: (headers: Record<string, string>) => Promise<Outcome>,
): Promise<Outcome> {
  if (!deps.tracing) return trial({})
  const about = {
    'http.request.method': 'POST',
    'server.address': new URL(endpoint.url).hostname,
    'dealgraph.webhook.endpoint_id': endpoint.id,
    'dealgraph.webhook.delivery_id': delivery.id,
    'dealgraph.webhook.type': delivery.type,
    'dealgraph.request_id': delivery.requestId,
  }
  return deps.tracing.traceSend('send webhook', about, async (headers) => {
    const result = await trial(headers)
    return {
      result,
      attributes: { 'http.response.status_code': result.status },
      failed: result.error,
    }
  })
}

async function contentOf(
  deps: Deps,
  { endpoint, delivery }: Job,
): Promise<Buffer | 'hidden' | 'undone'> {
  if (delivery.payload !== null) return Buffer.from(delivery.payload)
  const event =
    delivery.eventSequence === null
      ? 'hidden'
      : await eventFor(deps, endpoint, delivery.eventSequence)
  return typeof event === 'string' ? event : bodyOf(event)
}
