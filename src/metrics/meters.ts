import {
  counter,
  defaultBuckets,
  histogram,
  type MetricFamily,
  upDownCounter,
} from './prometheus.ts'

/**
 * Creates the metrics that are recorded as events occur. Labels are routes, schema fields and codes,
 * never client input, because each label value stays in memory until the process ends.
 */
export function createMeters() {
  const queryWorkers = counter(
    'dealgraph_query_worker_requests_total',
    'Queries sent to workers, by outcome; the main thread runs those that are returned or fail.',
    ['outcome'],
  )
  for (const outcome of ['answered', 'returned', 'failed']) queryWorkers.add(0, outcome)
  return {
    requests: counter(
      'dealgraph_requests_total',
      'Completed requests, by operation, status and error code.',
      ['door', 'operation', 'status', 'code'],
    ),
    durations: histogram(
      'dealgraph_request_duration_seconds',
      'Time from the headers of a request to the end of its response; excludes subscriptions.',
      ['door', 'operation'],
    ),
    inFlight: upDownCounter(
      'dealgraph_requests_in_flight',
      'Requests in progress or queued by the concurrency limit of their key.',
    ),
    subscriptions: upDownCounter('dealgraph_subscriptions_open', 'Open subscriptions.'),
    rootFields: counter(
      'dealgraph_graphql_root_fields_total',
      'Root fields of valid GraphQL operations.',
      ['type', 'field'],
    ),
    units: counter('dealgraph_rate_limit_units_total', 'Rate-limit units charged to requests.'),
    limited: counter(
      'dealgraph_rate_limit_refusals_total',
      'Requests rejected by the rate limit of their key or address.',
    ),
    replays: counter(
      'dealgraph_idempotent_replays_total',
      'Requests that received the stored response of their Idempotency-Key.',
    ),
    database: histogram(
      'dealgraph_database_duration_seconds',
      'Time of a database access, by part: wait for a connection or lock, work, and commit (waiting writes may share one).',
      ['access', 'part'],
      [0.0001, 0.00025, ...defaultBuckets],
    ),
    queryWorkers,
    sends: histogram(
      'dealgraph_webhook_send_duration_seconds',
      'Time to deliver a webhook, by outcome.',
      ['outcome'],
    ),
  }
}

export type Meters = ReturnType<typeof createMeters>

export const familiesOf = (meters: Meters): MetricFamily[] => Object.values(meters)
