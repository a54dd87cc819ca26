/** Metrics of events and webhook queues. All processes read the same values from the database. */
import { sql } from 'kysely'
import { type Deps, timestamp } from '../context.ts'
import { withTimeout } from '../lib/async.ts'
import { gauge, type MetricFamily, sampledCounter } from '../metrics/prometheus.ts'
import { query } from '../store/query.ts'
import { type EndpointWork, endpointWorkQuery } from './queries.ts'

interface Backlog {
  id: string
  attempts: number
  failures: number
  waitingCount: number
  oldestCreatedAt: string | null
}

const maxCountedDeliveries = 100_000

/** Maximum number of endpoints with their own series; those with the most attempts are chosen. */
const maxEndpoints = 200

/** Maximum time for the queries, so that a scrape ends within seconds. */
const timeoutMs = 3000

/** CROSSES COMPANIES: the operator's metrics include all companies. */
export const endpointBacklogsQuery = query(
  (_, _p: object) => sql<Backlog>`
    select "endpoint"."id", "endpoint"."attempts", "endpoint"."failures",
    (select count(*) from (select 1 from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending' limit ${maxCountedDeliveries}) as "some") as "waitingCount",
    (select min("createdAt") from (select "createdAt" from "webhookDeliveries" where "companyId" = "endpoint"."companyId" and "endpointId" = "endpoint"."id" and "status" = 'pending'
      limit ${maxCountedDeliveries}) as "some") as "oldestCreatedAt"
    from "webhookEndpoints" as "endpoint" order by "endpoint"."id"`,
)

const eventCountQuery = query((k, _: object) =>
  k
    .selectFrom('companies')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('eventSequence'), eb.lit(0)).as('count')),
)

const findMax = <Row>(rows: readonly Row[], getValue: (row: Row) => number) =>
  rows.reduce((largest, row) => Math.max(largest, getValue(row)), 0)
const getSecondsSince = (time: string | null, nowMs: number) =>
  time === null ? 0 : Math.max(0, (nowMs - Date.parse(time)) / 1000)

/** Returns the metrics, or only `dealgraph_database_up` if the database fails or is too slow. */
export async function readDatabaseMetrics(deps: Deps): Promise<MetricFamily[]> {
  const families = await withTimeout(timeoutMs, () => readFamilies(deps)).catch(() => undefined)
  const isUp = Number(families !== undefined)
  return [
    gauge('dealgraph_database_up', 'Whether the database responds.', isUp),
    ...(families ?? []),
  ]
}

async function readFamilies(deps: Deps): Promise<MetricFamily[]> {
  const nowMs = deps.now()
  const { count, backlogs, endpoints } = await deps.store.allCompanies.readLatest(async (db) => ({
    count: Number((await db.first(eventCountQuery, {}))?.count ?? 0),
    backlogs: await db.all(endpointBacklogsQuery, {}),
    endpoints: await db.all(endpointWorkQuery, {
      now: timestamp(deps),
      demo: Number(deps.settings.DEMO),
      owner: '',
    }),
  }))
  return [
    sampledCounter('dealgraph_events_total', 'Events of all companies.', count),
    ...toTotalMetrics(backlogs, endpoints, nowMs),
    ...toEndpointMetrics(backlogs, nowMs),
  ]
}

const toTotalMetrics = (
  backlogs: readonly Backlog[],
  endpoints: readonly EndpointWork[],
  nowMs: number,
) => [
  gauge(
    'dealgraph_webhook_deliveries_waiting',
    `Deliveries waiting to be sent, counted up to ${maxCountedDeliveries} per endpoint.`,
    backlogs.reduce((total, { waitingCount }) => total + waitingCount, 0),
  ),
  gauge(
    'dealgraph_webhook_oldest_waiting_seconds',
    'Age of the oldest waiting delivery; 0 if no delivery is waiting.',
    findMax(backlogs, ({ oldestCreatedAt }) => getSecondsSince(oldestCreatedAt, nowMs)),
  ),
  gauge(
    'dealgraph_webhook_overdue_seconds',
    'Time since the most overdue delivery was due; 0 if no delivery is due. Excludes paused and disabled endpoints.',
    findMax(endpoints, ({ nextAttemptAt, pausedAt }) =>
      pausedAt ? 0 : getSecondsSince(nextAttemptAt, nowMs),
    ),
  ),
  gauge(
    'dealgraph_webhook_events_behind',
    'Events not yet processed into deliveries, for the endpoint with the largest backlog.',
    findMax(endpoints, ({ newestSequence, lastSequence }) => newestSequence - lastSequence),
  ),
]

function toEndpointMetrics(backlogs: readonly Backlog[], nowMs: number): MetricFamily[] {
  const topBacklogs = backlogs.toSorted((a, b) => b.attempts - a.attempts).slice(0, maxEndpoints)
  const toSeries = (getValue: (backlog: Backlog) => number) =>
    topBacklogs.map((backlog) => ({ labels: { endpoint: backlog.id }, value: getValue(backlog) }))
  const scopeText = `for each of the ${maxEndpoints} endpoints with the most attempts`
  return [
    gauge(
      'dealgraph_webhook_queue_depth',
      `Deliveries waiting to be sent, counted up to ${maxCountedDeliveries}, ${scopeText}.`,
      toSeries(({ waitingCount }) => waitingCount),
    ),
    gauge(
      'dealgraph_webhook_oldest_undelivered_seconds',
      `Age of the oldest waiting delivery, ${scopeText}; 0 if no delivery is waiting.`,
      toSeries(({ oldestCreatedAt }) => getSecondsSince(oldestCreatedAt, nowMs)),
    ),
    sampledCounter(
      'dealgraph_webhook_attempts_total',
      `Delivery attempts, including failures, ${scopeText}.`,
      toSeries(({ attempts }) => attempts),
    ),
    sampledCounter(
      'dealgraph_webhook_failures_total',
      `Failed delivery attempts, ${scopeText}.`,
      toSeries(({ failures }) => failures),
    ),
  ]
}
