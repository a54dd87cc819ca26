import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { counter, formatExposition, gauge, histogram } from '../src/metrics/prometheus.ts'
import { routes, schema } from '../src/resources/index.ts'
import { parseMetrics, readMetrics } from './support/metrics.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

describe('The Prometheus format', () => {
  test('a histogram bucket counts the durations up to its upper bound', () => {
    const bounds = [0.001, 0.01, 0.1, 1]
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 })), (durationsMs) => {
        const metric = histogram('duration_seconds', 'Duration.', ['operation'], bounds)
        for (const durationMs of durationsMs) metric.at('x')(durationMs)
        const samples =
          parseMetrics(formatExposition([metric])).get('duration_seconds')?.samples ?? []
        const findValue = (name: string, le?: string) =>
          samples.find(
            (sample) => sample.name === `duration_seconds_${name}` && sample.labels['le'] === le,
          )?.value ?? 0
        for (const bound of bounds)
          expect(findValue('bucket', String(bound))).toBe(
            durationsMs.filter((durationMs) => durationMs / 1000 <= bound).length,
          )
        expect([findValue('bucket', '+Inf'), findValue('count')]).toEqual([
          durationsMs.length,
          durationsMs.length,
        ])
        expect(findValue('sum')).toBeCloseTo(
          durationsMs.reduce((sum, durationMs) => sum + durationMs / 1000, 0),
          6,
        )
      }),
    )
  })

  test('metric label values are escaped, and each combination of label values is one series', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string({ unit: 'binary' }), fc.nat(1000))),
        (additions) => {
          const printableAdditions = additions.filter(([a, b]) => !/[\n\r\u2028\u2029]/.test(a + b))
          const metric = counter('things_total', 'Things.', ['a', 'b'])
          const expectedCounts = new Map<string, number>()
          for (const [a, b, amount] of printableAdditions) {
            metric.add(amount, a, b)
            const labelKey = JSON.stringify([a, b])
            expectedCounts.set(labelKey, (expectedCounts.get(labelKey) ?? 0) + amount)
          }
          const samples =
            parseMetrics(formatExposition([metric])).get('things_total')?.samples ?? []
          expect(
            new Map(
              samples.map(({ labels, value }) => [
                JSON.stringify([labels['a'], labels['b']]),
                value,
              ]),
            ),
          ).toEqual(expectedCounts)
        },
      ),
    )
  })

  test('an unused counter is reported as 0 if it has no labels, and an unused counter with labels and a gauge without a value have no samples', () => {
    const exposition = formatExposition([
      counter('a_total', 'A.'),
      counter('b_total', 'B.', ['x']),
      gauge('c', 'C.', []),
    ])
    expect(
      [...parseMetrics(exposition)].map(([name, { samples }]) => [
        name,
        samples.map(({ value }) => value),
      ]),
    ).toEqual([
      ['a_total', [0]],
      ['b_total', []],
      ['c', []],
    ])
  })
})

describe('Server metrics', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld({ SSE_HEARTBEAT_SECONDS: '1' })
  })
  afterAll(() => world.stop())

  const readAllMetrics = () => readMetrics(world.client())
  const asOwner = () => world.as('owner')

  /** Runs `action`. @returns a function that returns by how much `action` changed a metric */
  async function measureChange(action: () => Promise<unknown>) {
    const metricsBefore = await readAllMetrics()
    await action()
    const metricsAfter = await readAllMetrics()
    return (name: string, labels?: Record<string, string>) =>
      metricsAfter.sum(name, labels) - metricsBefore.sum(name, labels)
  }

  test('/metrics is valid Prometheus text with descriptions, base units and conventional names', async () => {
    const { families } = await readAllMetrics()
    expect(families.size).toBeGreaterThan(30)
    for (const [name, { type, help, samples }] of families) {
      expect([
        name,
        /^(dealgraph|process|nodejs)_[a-z_]+$/.test(name),
        help.length > 10,
        ['counter', 'gauge', 'histogram'].includes(type),
      ]).toEqual([name, true, true, true])
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
      expect([name, /_(milliseconds|ms|kb|mb|percent)(_|$)/.test(name)]).toEqual([name, false])
      if (type === 'counter')
        for (const { value } of samples) expect([name, value >= 0]).toEqual([name, true])
    }
  })

  test('/metrics counts and times each request once by protocol, operation and result', async () => {
    const getChange = await measureChange(async () => {
      await asOwner().rest('GET', '/v1/people')
      await asOwner().rest('GET', '/v1/people/person_nobody')
      await asOwner().rest('POST', '/v1/people', { firstName: 5 })
      await asOwner().gql('query Anything { people { totalCount } }')
      await asOwner().gql('{ me { id } people { totalCount } }')
      await asOwner().gql('{ __schema { description } }')
      await asOwner().gql('{ person(id: "person_nobody") { id } deal(id: "deal_nobody") { id } }')
      await asOwner().gql('{ people(first: 0) { totalCount } }')
      await asOwner().gql('{ nonsense }')
      await world.client().rest('GET', '/v1/people')
      await asOwner().rest('GET', '/v1/nowhere')
      await world.client().rest('GET', '/health')
    })
    const countRequests = (door: string, operation: string, status: string, code = 'OK') =>
      getChange('dealgraph_requests_total', { door: door, operation, status, code })
    expect([
      countRequests('rest', 'ListPeople', '200'),
      countRequests('rest', 'GetPerson', '404', 'NOT_FOUND'),
      countRequests('rest', 'CreatePerson', '400', 'VALIDATION_ERROR'),
      countRequests('graphql', 'people', '200'),
      countRequests('graphql', 'several', '200'),
      countRequests('graphql', 'several', '200', 'NOT_FOUND'),
      countRequests('graphql', 'introspection', '200'),
      countRequests('graphql', 'people', '200', 'VALIDATION_ERROR'),
      countRequests('graphql', 'none', '200', 'BAD_REQUEST'),
      countRequests('rest', 'none', '401', 'UNAUTHORIZED'),
      countRequests('rest', 'none', '404', 'NOT_FOUND'),
      countRequests('page', '/health', '200'),
    ]).toEqual(Array(12).fill(1))
    expect([
      getChange('dealgraph_requests_total'),
      getChange('dealgraph_request_duration_seconds_count'),
    ]).toEqual([13, 13])
    expect(
      getChange('dealgraph_request_duration_seconds_bucket', {
        le: '+Inf',
        operation: 'people',
      }),
    ).toBe(2)
    expect(
      getChange('dealgraph_graphql_root_fields_total', { type: 'query', field: 'people' }),
    ).toBe(3)
    expect(
      getChange('dealgraph_graphql_root_fields_total', { type: 'query', field: 'person' }),
    ).toBe(1)
  })

  test('metric labels never contain client-supplied text', async () => {
    const clientText = 'Zebra'
    await asOwner().gql(
      `query ${clientText} { ${clientText}1: me { id } ...${clientText} } fragment ${clientText} on Query { tags { nodes { ${clientText}2: name } } }`,
    )
    await asOwner().gql(`query ${clientText}($${clientText}: String) { ${clientText} }`)
    await asOwner().gql(
      `mutation ${clientText} { ${clientText}: createTask(input: { title: "${clientText}" }) { task { id } } }`,
      { [clientText]: clientText },
      { 'Idempotency-Key': clientText, 'User-Agent': clientText },
    )
    await asOwner().rest('GET', `/v1/people/${clientText}?${clientText}=${clientText}`)
    await asOwner().rest('GET', `/${clientText}`, undefined, { [`X-${clientText}`]: clientText })
    await asOwner().rest('GET', `/v1/${clientText}`)
    await world.client(`dg_${clientText}`).rest('GET', `/v1/people`)
    await asOwner().rest('PROPFIND', `/v1/people`)
    const { text, samples } = await readAllMetrics()
    expect(text).not.toMatch(new RegExp(clientText, 'i'))
    const rootFieldNames = [
      schema.getQueryType(),
      schema.getMutationType(),
      schema.getSubscriptionType(),
    ].flatMap((type) => Object.keys(type?.getFields() ?? {}))
    const operationNames = routes.map(
      ({ document }) => /(?:query|mutation) (\w+)/.exec(document)?.[1],
    )
    const knownLabels = new Set([
      ...rootFieldNames,
      ...operationNames,
      'none',
      'several',
      'introspection',
      'GraphiQL',
      '/health',
      '/ready',
      '/metrics',
      '/openapi.json',
      '/schema.graphql',
      '/',
    ])
    expect(
      samples.flatMap(({ labels: { operation, field } }) =>
        [operation, field].filter((label) => label !== undefined && !knownLabels.has(label)),
      ),
    ).toEqual([])
    expect(new Set(samples.map(({ labels }) => labels['door']))).toEqual(
      new Set(['rest', 'graphql', 'page', undefined]),
    )
  })

  test('/metrics contains the rate limit units used by requests and the number of requests over the limit', async () => {
    const limitedWorld = await createWorld({ RATE_LIMIT_PER_HOUR: '3' })
    try {
      await limitedWorld.as('agent').rest('GET', '/v1/tasks')
      await limitedWorld
        .as('agent')
        .gql('{ a: people(first: 100) { totalCount } b: people(first: 100) { totalCount } }')
      for (let i = 0; i < 2; i++)
        expect((await limitedWorld.as('agent').rest('GET', '/v1/tasks')).status).toBe(429)
      const { sum } = await readMetrics(limitedWorld.client())
      expect([
        sum('dealgraph_rate_limit_units_total'),
        sum('dealgraph_rate_limit_refusals_total'),
      ]).toEqual([3, 2])
    } finally {
      await limitedWorld.stop()
    }
  })

  test('/metrics counts replayed responses', async () => {
    const getChange = await measureChange(async () => {
      for (let i = 0; i < 3; i++)
        await asOwner().rest('POST', '/v1/tasks', { title: 'Once' }, { 'Idempotency-Key': 'once' })
    })
    expect(getChange('dealgraph_idempotent_replays_total')).toBe(2)
  })

  test('/metrics contains the waiting, execution and COMMIT times of database reads and writes', async () => {
    const getChange = await measureChange(async () => {
      await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          asOwner().rest('POST', '/v1/tasks', { title: `Task ${n}` }),
        ),
      )
      for (let i = 0; i < 5; i++) await asOwner().rest('GET', '/v1/tasks')
      await asOwner().rest('PUT', '/v1/tasks/task_nobody', { title: 'Refused' })
    })
    const countOperations = (access: string, phase: string) =>
      getChange('dealgraph_database_duration_seconds_count', { access, part: phase })
    expect([
      countOperations('write', 'wait'),
      countOperations('write', 'work'),
      countOperations('write', 'commit'),
    ]).toEqual([11, 11, 10])
    expect([countOperations('read', 'wait'), countOperations('read', 'work')]).toEqual([5, 5])
    expect(countOperations('look', 'work')).toBeGreaterThan(0)
  })

  test('/metrics contains the hits, misses and entries of each cache under its name', async () => {
    const readTwice = async () => {
      for (let i = 0; i < 2; i++) await asOwner().rest('GET', '/v1/tasks')
    }
    await readTwice()
    const getChange = await measureChange(readTwice)
    const { families } = await readAllMetrics()
    const listCacheNames = (family: string) =>
      families.get(family)?.samples.map(({ labels }) => labels['cache']) ?? []
    expect(listCacheNames('dealgraph_cache_hits_total')).toContain('shaped_queries')
    expect(listCacheNames('dealgraph_cache_misses_total')).toEqual(
      listCacheNames('dealgraph_cache_hits_total'),
    )
    expect(getChange('dealgraph_cache_hits_total', { cache: 'shaped_queries' })).toBeGreaterThan(1)
    expect(getChange('dealgraph_cache_misses_total', { cache: 'shaped_queries' })).toBe(0)
    const { sum } = await readAllMetrics()
    expect(sum('dealgraph_cache_entries', { cache: 'shaped_queries' })).toBeGreaterThan(0)
  })

  test('/metrics contains the number of open subscriptions and in-flight requests', async () => {
    const readGauges = async () => {
      const { sum } = await readAllMetrics()
      return [
        sum('dealgraph_subscriptions_open'),
        sum('dealgraph_requests_in_flight'),
        sum('dealgraph_requests_total', { operation: 'events', code: 'OK' }),
      ]
    }
    // The request to /metrics is itself counted as in flight.
    expect(await readGauges()).toEqual([0, 1, 0])
    const stream = await openStream(asOwner(), {
      url: world.url,
      query: 'subscription { events { id } }',
    })
    expect(await readGauges()).toEqual([1, 1, 0])
    stream.close()
    while ((await readGauges())[0] !== 0) await wait(5)
    expect(await readGauges()).toEqual([0, 1, 1])
    const { sum } = await readAllMetrics()
    expect(sum('dealgraph_request_duration_seconds_count', { operation: 'events' })).toBe(0)
  })

  test('/metrics contains the number of recorded events, client connections and database connections', async () => {
    const getChange = await measureChange(async () => {
      await asOwner().rest('POST', '/v1/tasks', { title: 'One' })
      await asOwner().gql(
        'mutation { a: createTask(input: { title: "Two" }) { task { id } } b: createTask(input: { title: "Three" }) { task { id } } }',
      )
      await asOwner().gql(
        'mutation { a: createTask(input: { title: "Four" }) { task { id } } deleteTask(id: "nothing") { deletedId } }',
      )
    })
    expect(getChange('dealgraph_events_total')).toBe(3)
    const { sum, families } = await readAllMetrics()
    expect(sum('dealgraph_database_up')).toBe(1)
    expect(sum('dealgraph_connections_open')).toBeGreaterThan(0)
    expect(sum('dealgraph_database_connections')).toBeGreaterThan(0)
    expect(
      families
        .get('dealgraph_database_waiting')
        ?.samples.map(({ labels, value }) => [labels['for'], value]),
    ).toEqual([
      ['connection', 0],
      ['turn', 0],
    ])
  })

  test("/metrics contains the server process's memory, CPU time and version", async () => {
    const { sum } = await readAllMetrics()
    expect(sum('process_resident_memory_bytes')).toBeGreaterThan(sum('nodejs_heap_size_used_bytes'))
    expect(sum('nodejs_heap_size_used_bytes')).toBeGreaterThan(1e6)
    expect(sum('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(sum('dealgraph_event_loop_busy_seconds_total')).toBeGreaterThan(0)
    expect(sum('dealgraph_version_info')).toBe(1)
  })
})
