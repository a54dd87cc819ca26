import { sql } from 'kysely'
import { type Deps, timestamp } from '../context.ts'
import { withTimeout } from '../lib/timeout.ts'
import { gauge, type MetricFamily, sampledMetric } from '../metrics/prometheus.ts'
import { query } from '../store/query.ts'
import '../resources/webhooks/table.ts'
import { type AtWork, endpointsAtWork } from './queries.ts'

interface Load {
  id: string
  attempts: number
  failures: number
  waiting: number
  oldest: string | null
}

/** More that wait are not counted one by one. */
const most = 100_000

/**
 * So many endpoints are told of one by one, those that were sent to most; of all together in any
 * case.
 */
const mostTold = 200

/** CROSSES COMPANIES: it is for whoever runs the server. */
export const webhookLoads = query(
  (
    _,
    p: { limit: number },
  ) => sql<Load>`select "endpoint"."id", "endpoint"."attempts", "endpoint"."failures",
    (select count(*) from (select 1 from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending' limit ${p.limit}) as "some") as "waiting",
    (select min("createdAt") from (select "createdAt" from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending'
      limit ${p.limit}) as "some") as "oldest"
    from "webhookEndpoints" as "endpoint" order by "endpoint"."id"`,
)

const written = query((k, _: object) =>
  k
    .selectFrom('companies')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('eventSequence'), eb.lit(0)).as('count')),
)

const sum = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sofar, row) => sofar + value(row), 0)
const largest = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((sofar, row) => Math.max(sofar, value(row)), 0)
const secondsSince = (time: string | null, now: number) =>
  time === null ? 0 : Math.max(0, (now - Date.parse(time)) / 1000)

/**
 * How long the database may take to tell, in milliseconds: whoever asks waits no longer than some
 * seconds for all of it.
 */
const patience = 3000

/**
 * What the database tells, which is the same for every process on it; where it does not answer,
 * that alone.
 */
export async function outboxMetrics(deps: Deps): Promise<MetricFamily[]> {
  const told = await withTimeout(patience, () => stateOf(deps)).catch(() => undefined)
  return [
    gauge('dealgraph_database_up', 'Whether the database answers.', Number(told !== undefined)),
    ...(told ?? []),
  ]
}

/**
 * The state of the outbox: the events that there are, what waits for each endpoint, and how its
 * tries went.
 */
async function stateOf(deps: Deps): Promise<MetricFamily[]> {
  const now = deps.now()
  const { events, loads, served } = await deps.store.allCompanies.readLatest(async (db) => ({
    events: Number((await db.first(written, {}))?.count ?? 0),
    loads: await db.all(webhookLoads, { limit: most }),
    served: await db.all(endpointsAtWork, {
      now: timestamp(deps),
      demo: Number(deps.settings.DEMO),
      owner: '',
    }),
  }))
  return [
    sampledMetric(
      'counter',
      'dealgraph_events_total',
      'Events that were written, in all companies.',
      events,
    ),
    ...ofAll(loads, served, now),
    ...ofEach(loads, now),
  ]
}

const ofAll = (loads: readonly Load[], served: readonly AtWork[], now: number): MetricFamily[] => [
  gauge(
    'dealgraph_webhook_deliveries_waiting',
    `Deliveries that wait to be sent, counted up to ${most} for each endpoint.`,
    sum(loads, ({ waiting }) => waiting),
  ),
  gauge(
    'dealgraph_webhook_oldest_waiting_seconds',
    'Age of the oldest delivery that waits; 0 where none does.',
    largest(loads, ({ oldest }) => secondsSince(oldest, now)),
  ),
  gauge(
    'dealgraph_webhook_overdue_seconds',
    'For how long the delivery has been due that has been due for longest; 0 where none is. What is paused or disabled is not due.',
    largest(served, ({ nextAt, pausedAt }) => (pausedAt ? 0 : secondsSince(nextAt, now))),
  ),
  gauge(
    'dealgraph_webhook_events_behind',
    'Events that have not been turned into deliveries, of the endpoint that has most of them.',
    largest(served, ({ newest, lastSequence }) => newest - lastSequence),
  ),
]

function ofEach(loads: readonly Load[], now: number): MetricFamily[] {
  const told = loads.toSorted((a, b) => b.attempts - a.attempts).slice(0, mostTold)
  const each = (value: (load: Load) => number) =>
    told.map((load) => ({ labels: { endpoint: load.id }, value: value(load) }))
  const busiest = `of the ${mostTold} endpoints that were sent to most`
  const age = each(({ oldest }) => secondsSince(oldest, now))
  return [
    gauge(
      'dealgraph_webhook_queue_depth',
      `Deliveries that wait to be sent, counted up to ${most}, ${busiest}.`,
      each(({ waiting }) => waiting),
    ),
    gauge(
      'dealgraph_webhook_oldest_undelivered_seconds',
      `Age of the oldest delivery that waits, ${busiest}; 0 where none does.`,
      age,
    ),
    sampledMetric(
      'counter',
      'dealgraph_webhook_attempts_total',
      `Tries to send, whatever came of them, ${busiest}.`,
      each(({ attempts }) => attempts),
    ),
    sampledMetric(
      'counter',
      'dealgraph_webhook_failures_total',
      `Tries that failed, ${busiest}.`,
      each(({ failures }) => failures),
    ),
  ]
}
