/** The metrics that are recorded as events occur. */
import type { MaybePromise } from '../lib/async.ts'
import type { Db } from '../store/db.ts'
import { type Store, wrapAccess } from '../store/store.ts'
import { counter, defaultBuckets, histogram, type Observe, upDownCounter } from './prometheus.ts'

/**
 * Creates the metrics. Labels are routes, schema fields and codes, never client input, because each
 * label value stays in memory until the process ends.
 */
export function createMeters() {
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
    ...limitMeters(),
    database: histogram(
      'dealgraph_database_duration_seconds',
      'Time of a database access, by part: wait for a connection or lock, work, and commit (waiting writes may share one).',
      ['access', 'part'],
      [0.0001, 0.00025, ...defaultBuckets],
    ),
    queryWorkers: queryWorkerMeter(),
    sends: histogram(
      'dealgraph_webhook_send_duration_seconds',
      'Time to deliver a webhook, by outcome.',
      ['outcome'],
    ),
  }
}

const limitMeters = () => ({
  tokenRejections: counter(
    'dealgraph_token_rejections_total',
    'Rejected access tokens, by reason.',
    ['reason'],
  ),
  units: counter('dealgraph_rate_limit_units_total', 'Rate-limit units charged to requests.'),
  rateLimitRefusals: counter(
    'dealgraph_rate_limit_refusals_total',
    'Requests rejected by the rate limit of their key or address.',
  ),
  replays: counter(
    'dealgraph_idempotent_replays_total',
    'Requests that received the stored response of their Idempotency-Key.',
  ),
})

function queryWorkerMeter() {
  const queries = counter(
    'dealgraph_query_worker_requests_total',
    'Queries sent to workers, by outcome; the main thread runs those that are returned or fail.',
    ['outcome'],
  )
  for (const outcome of ['answered', 'returned', 'failed']) queries.add(0, outcome)
  return queries
}

export type Meters = ReturnType<typeof createMeters>

type Work<T> = (db: Db) => MaybePromise<T>

interface AccessMeter {
  wait: Observe
  work: Observe
  commit?: Observe
}

/** The times of one database access, by `performance.now()`. */
class AccessTimer {
  readonly #meter: AccessMeter
  readonly #requestedAt = performance.now()
  #startedAt: number | undefined
  #workDoneAt: number | undefined

  constructor(meter: AccessMeter) {
    this.#meter = meter
  }

  /** Starts the timer; called again if the work is repeated, so that only its last run counts. */
  start(): void {
    this.#startedAt = performance.now()
    this.#workDoneAt = undefined
  }

  finishWork(): void {
    this.#workDoneAt = performance.now()
  }

  readonly end = (): void => {
    const endedAt = performance.now()
    this.#meter.wait((this.#startedAt ?? endedAt) - this.#requestedAt)
    if (this.#startedAt !== undefined)
      this.#meter.work((this.#workDoneAt ?? endedAt) - this.#startedAt)
    if (this.#workDoneAt !== undefined) this.#meter.commit?.(endedAt - this.#workDoneAt)
  }
}

function timeRead<T>(
  meter: AccessMeter,
  read: (work: Work<T>) => MaybePromise<T>,
  work: Work<T>,
): MaybePromise<T> {
  const timer = new AccessTimer(meter)
  let result: MaybePromise<T> | undefined
  try {
    result = read((db) => {
      timer.start()
      return work(db)
    })
    return result
  } finally {
    if (result instanceof Promise) void result.then(timer.end, timer.end)
    else timer.end()
  }
}

function timeWrite<T>(
  meter: AccessMeter,
  write: (work: Work<T>) => Promise<T>,
  work: Work<T>,
): Promise<T> {
  const timer = new AccessTimer(meter)
  const result = write(async (db) => {
    timer.start()
    const value = await work(db)
    timer.finishWork()
    return value
  })
  void result.then(timer.end, timer.end)
  return result
}

/** Wraps a store so that the duration of each access is recorded. */
export function withStoreMetrics(store: Store, { database }: Pick<Meters, 'database'>): Store {
  const createMeter = (access: 'read' | 'look' | 'write'): AccessMeter => ({
    wait: database.at(access, 'wait'),
    work: database.at(access, 'work'),
  })
  const [readMeter, lookMeter] = [createMeter('read'), createMeter('look')]
  const writeMeter = { ...createMeter('write'), commit: database.at('write', 'commit') }
  return wrapAccess(store, (access) => ({
    read: (work) => timeRead(readMeter, access.read, work),
    readLatest: (work) => timeRead(lookMeter, access.readLatest, work),
    write: (work) => timeWrite(writeMeter, access.write, work),
  }))
}
