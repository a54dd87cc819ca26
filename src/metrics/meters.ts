import {
  counter,
  defaultBuckets,
  histogram,
  type MetricFamily,
  upDownCounter,
} from './prometheus.ts'

/**
 * All that is counted while it happens. Labels are names of our own: of routes, fields of the
 * schema, codes. What a client wrote is never one, for each value is kept for as long as the
 * process lives.
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
      'Requests that were answered, by what they asked for and what came of it.',
      ['door', 'operation', 'status', 'code'],
    ),
    durations: histogram(
      'dealgraph_request_duration_seconds',
      'From the headers of a request to the end of its answer; without subscriptions.',
      ['door', 'operation'],
    ),
    inFlight: upDownCounter(
      'dealgraph_requests_in_flight',
      'Requests that are being worked on, or wait for the turn of their key.',
    ),
    subscriptions: upDownCounter(
      'dealgraph_subscriptions_open',
      'Subscriptions that somebody follows.',
    ),
    rootFields: counter(
      'dealgraph_graphql_root_fields_total',
      'Fields that GraphQL operations asked for at their top, once they were admitted.',
      ['type', 'field'],
    ),
    units: counter(
      'dealgraph_rate_limit_units_total',
      'Units of the rate limit that requests have cost.',
    ),
    limited: counter(
      'dealgraph_rate_limit_refusals_total',
      'Requests refused because their key, or their address, had asked for too much.',
    ),
    replays: counter(
      'dealgraph_idempotent_replays_total',
      'Requests answered with what the first one under their Idempotency-Key was answered.',
    ),
    database: histogram(
      'dealgraph_database_duration_seconds',
      'Time of a read, a look-up or a write: waiting for a connection or a turn, at work, and until it is committed, which those that wait may do together.',
      ['access', 'part'],
      [0.0001, 0.00025, ...defaultBuckets],
    ),
    queryWorkers,
    sends: histogram(
      'dealgraph_webhook_send_duration_seconds',
      'Time that a receiver took for a webhook, by what came of it.',
      ['outcome'],
    ),
  }
}

export type Meters = ReturnType<typeof createMeters>

export const familiesOf = (meters: Meters): MetricFamily[] => Object.values(meters)
