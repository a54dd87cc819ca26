/** The metrics that are updated while requests are being processed. */
import { type MaybePromise, mapMaybePromise } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import { type Store, wrapAccess } from '../store/store.ts'
import { counter, defaultBuckets, histogram, type Observe, upDownCounter } from './prometheus.ts'

/**
 * Creates the metrics. Labels are routes, schema fields and codes. They never contain client input,
 * because each label value stays in memory until the process ends.
 */
export function createMeters() {
  return {
    requests: counter(
      'dealgraph_requests_total',
      'Completed requests, by interface (`door`), operation, status and error code.',
      ['door', 'operation', 'status', 'code'],
    ),
    durations: histogram(
      'dealgraph_request_duration_seconds',
      'Time from the request headers to the end of the response; excludes subscriptions.',
      ['door', 'operation'],
    ),
    inFlight: upDownCounter(
      'dealgraph_requests_in_flight',
      'Requests in progress or queued by the concurrency limit of their credential.',
    ),
    subscriptions: upDownCounter('dealgraph_subscriptions_open', 'Open subscriptions.'),
    rootFields: counter(
      'dealgraph_graphql_root_fields_total',
      'Root fields of valid GraphQL operations.',
      ['type', 'field'],
    ),
    ...createLimitMeters(),
    database: histogram(
      'dealgraph_database_duration_seconds',
      'Duration of database access, by part: wait (for a connection or lock), work (SQL statements and processing) and commit (which writes may share).',
      ['access', 'part'],
      [0.0001, 0.00025, ...defaultBuckets],
    ),
    queryWorkers: createQueryWorkerMeter(),
    sends: histogram(
      'dealgraph_webhook_send_duration_seconds',
      'Duration of an attempt to deliver a webhook, by outcome.',
      ['outcome'],
    ),
  }
}

const createLimitMeters = () => ({
  tokenRejections: counter(
    'dealgraph_token_rejections_total',
    'Rejected access tokens, by reason.',
    ['reason'],
  ),
  units: counter('dealgraph_rate_limit_units_total', 'Rate limit units charged for requests.'),
  rateLimitRefusals: counter(
    'dealgraph_rate_limit_refusals_total',
    'Requests rejected by the rate limit of their credential or client address.',
  ),
  replays: counter(
    'dealgraph_idempotent_replays_total',
    'Requests that received the stored response for their Idempotency-Key.',
  ),
})

function createQueryWorkerMeter() {
  const queryCounter = counter(
    'dealgraph_query_worker_requests_total',
    'Queries sent to workers, by outcome; the main thread executes those with the outcome returned or failed.',
    ['outcome'],
  )
  for (const outcome of ['answered', 'returned', 'failed']) queryCounter.add(0, outcome)
  return queryCounter
}

export type Meters = ReturnType<typeof createMeters>

type Work<T> = (db: Db) => MaybePromise<T>

type AccessMeter = { wait: Observe; work: Observe; commit?: Observe }

/** Runs a database access, and records the durations of the wait, the last run and the commit. */
function timeAccess<T, Result extends MaybePromise<T>>(
  meter: AccessMeter,
  access: (work: Work<T>) => Result,
  work: Work<T>,
): Result {
  const requestedAt = performance.now()
  let startedAt: number | undefined
  let workDoneAt: number | undefined
  const finishWork = (value: T): T => {
    workDoneAt = performance.now()
    return value
  }
  const recordTimes = () => {
    const endedAt = performance.now()
    meter.wait((startedAt ?? endedAt) - requestedAt)
    if (startedAt !== undefined) meter.work((workDoneAt ?? endedAt) - startedAt)
    if (workDoneAt !== undefined) meter.commit?.(endedAt - workDoneAt)
  }
  let accessResult: Result | undefined
  try {
    accessResult = access((db) => {
      startedAt = performance.now()
      workDoneAt = undefined
      return meter.commit ? mapMaybePromise(work(db), finishWork) : work(db)
    })
    return accessResult
  } finally {
    if (accessResult instanceof Promise) void accessResult.then(recordTimes, recordTimes)
    else recordTimes()
  }
}

export function withStoreMetrics(store: Store, { database }: Pick<Meters, 'database'>): Store {
  const createMeter = (access: 'read' | 'look' | 'write'): AccessMeter => ({
    wait: database.at(access, 'wait'),
    work: database.at(access, 'work'),
  })
  const [readMeter, lookupMeter] = [createMeter('read'), createMeter('look')]
  const writeMeter = { ...createMeter('write'), commit: database.at('write', 'commit') }
  return wrapAccess(store, (access) => ({
    read: (work) => timeAccess(readMeter, access.read, work),
    readLatest: (work) => timeAccess(lookupMeter, access.readLatest, work),
    write: (work) => timeAccess(writeMeter, access.write, work),
  }))
}
