/** Metrics of events and webhook queues, which are the same for every process on a database. */
import { sql } from 'kysely'
import { type Deps, timestamp } from '../context.ts'
import { withTimeout } from '../lib/async.ts'
import { gauge, type MetricFamily, sampledCounter } from '../metrics/prometheus.ts'
import { query } from '../store/query.ts'
import '../resources/webhooks/table.ts'
import { type EndpointWork, endpointWork } from './queries.ts'

interface Backlog {
  id: string
  attempts: number
  failures: number
  waitingCount: number
  oldestCreatedAt: string | null
}

/** Maximum number of waiting deliveries to count. */
const maxCounted = 100_000

/** The maximum number of endpoints with their own series: those with the most attempts. */
const maxEndpoints = 200

/** The time limit for the queries, so that a scrape ends within seconds. */
const timeoutMs = 3000

/** CROSSES COMPANIES, for the operator of the server. */
export const endpointBacklogs = query(
  (_, p: { limit: number }) => sql<Backlog>`
    select "endpoint"."id", "endpoint"."attempts", "endpoint"."failures",
    (select count(*) from (select 1 from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending' limit ${p.limit}) as "some") as "waitingCount",
    (select min("createdAt") from (select "createdAt" from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending'
      limit ${p.limit}) as "some") as "oldestCreatedAt"
    from "webhookEndpoints" as "endpoint" order by "endpoint"."id"`,
)

const countEvents = query((k, _: object) =>
  k
    .selectFrom('companies')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('eventSequence'), eb.lit(0)).as('count')),
)

const max = <Row>(rows: readonly Row[], value: (row: Row) => number) =>
  rows.reduce((largest, row) => Math.max(largest, value(row)), 0)
const secondsSince = (time: string | null, now: number) =>
  time === null ? 0 : Math.max(0, (now - Date.parse(time)) / 1000)

/** Reads the metrics; if the database does not respond in time, only `dealgraph_database_up`. */
export async function readOutboxMetrics(deps: Deps): Promise<MetricFamily[]> {
  const families = await withTimeout(timeoutMs, () => readOutbox(deps)).catch(() => undefined)
  const isUp = Number(families !== undefined)
  return [
    gauge('dealgraph_database_up', 'Whether the database responds.', isUp),
    ...(families ?? []),
  ]
}

async function readOutbox(deps: Deps): Promise<MetricFamily[]> {
  const now = deps.now()
  const { count, backlogs, endpoints } = await deps.store.allCompanies.readLatest(async (db) => ({
    count: Number((await db.first(countEvents, {}))?.count ?? 0),
    backlogs: await db.all(endpointBacklogs, { limit: maxCounted }),
    endpoints: await db.all(endpointWork, {
      now: timestamp(deps),
      demo: Number(deps.settings.DEMO),
      owner: '',
    }),
  }))
  return [
    sampledCounter('dealgraph_events_total', 'Events of all companies.', count),
    ...toTotals(backlogs, endpoints, now),
    ...toEndpointMetrics(backlogs, now),
  ]
}

const toTotals = (
  backlogs: readonly Backlog[],
  endpoints: readonly EndpointWork[],
  now: number,
) => [
  gauge(
    'dealgraph_webhook_deliveries_waiting',
    `Deliveries waiting to be sent, counted up to ${maxCounted} per endpoint.`,
    backlogs.reduce((total, { waitingCount }) => total + waitingCount, 0),
  ),
  gauge(
    'dealgraph_webhook_oldest_waiting_seconds',
    'Age of the oldest waiting delivery; 0 if none waits.',
    max(backlogs, ({ oldestCreatedAt }) => secondsSince(oldestCreatedAt, now)),
  ),
  gauge(
    'dealgraph_webhook_overdue_seconds',
    'How long the most overdue delivery has been due; 0 if none is. Paused and disabled endpoints do not count.',
    max(endpoints, ({ nextAttemptAt, pausedAt }) =>
      pausedAt ? 0 : secondsSince(nextAttemptAt, now),
    ),
  ),
  gauge(
    'dealgraph_webhook_events_behind',
    'Events not yet turned into deliveries, of the endpoint that is furthest behind.',
    max(endpoints, ({ newestSequence, lastSequence }) => newestSequence - lastSequence),
  ),
]

function toEndpointMetrics(backlogs: readonly Backlog[], now: number): MetricFamily[] {
  const busiest = backlogs.toSorted((a, b) => b.attempts - a.attempts).slice(0, maxEndpoints)
  const toSeries = (value: (backlog: Backlog) => number) =>
    busiest.map((backlog) => ({ labels: { endpoint: backlog.id }, value: value(backlog) }))
  const scopeText = `of the ${maxEndpoints} endpoints with the most attempts`
  return [
    gauge(
      'dealgraph_webhook_queue_depth',
      `Deliveries waiting to be sent, counted up to ${maxCounted}, ${scopeText}.`,
      toSeries(({ waitingCount }) => waitingCount),
    ),
    gauge(
      'dealgraph_webhook_oldest_undelivered_seconds',
      `Age of the oldest waiting delivery, ${scopeText}; 0 if none waits.`,
      toSeries(({ oldestCreatedAt }) => secondsSince(oldestCreatedAt, now)),
    ),
    sampledCounter(
      'dealgraph_webhook_attempts_total',
      `Delivery attempts, successful or not, ${scopeText}.`,
      toSeries(({ attempts }) => attempts),
    ),
    sampledCounter(
      'dealgraph_webhook_failures_total',
      `Failed delivery attempts, ${scopeText}.`,
      toSeries(({ failures }) => failures),
    ),
  ]
}
