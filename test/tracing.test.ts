import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import type { Reply } from './support/client.ts'
import { formatSpanTree, type Span, startCollector } from './support/collector.ts'
import { respondWithStatus, startReceiver } from './support/receiver.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

const [serverKind, clientKind] = [2, 3]
const errorStatus = 2

describe('Request traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let logLines: string[]
  let world: World
  beforeEach(async () => {
    logLines = []
    collector = await startCollector()
    world = await createWorld(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOKS_ALLOW_LOCAL: 'true' },
      { log: (line) => void logLines.push(line) },
    )
  })
  afterEach(() => collector.stop())

  const asOwner = () => world.as('owner')
  const createTraceId = (digit: number) => `${digit}`.repeat(32)
  const createTraceHeaders = (digit: number, isSampled = true) => ({
    traceparent: `00-${createTraceId(digit)}-00f067aa0ba902b7-0${Number(isSampled)}`,
  })

  /** Stops the server, which then sends its spans to the collector. @returns all spans */
  async function collectSpans(): Promise<Span[]> {
    await world.stop()
    return collector.spans()
  }
  const findRequestSpan = (spans: Span[], reply: Reply) =>
    spans.find(
      ({ kind, attributes }) =>
        kind === serverKind &&
        attributes['dealgraph.request_id'] === reply.headers.get('x-request-id'),
    ) as Span

  test('the trace of a REST request contains its route, steps and SQL statements', async () => {
    const { id } = (await asOwner().rest('POST', '/v1/people', { firstName: 'Ada' })).body.data
    const reply = await asOwner().rest('GET', `/v1/people/${id}`)
    const spans = await collectSpans()
    const requestSpan = findRequestSpan(spans, reply)
    expect(requestSpan).toMatchObject({
      name: 'GET /v1/people/{id}',
      kind: serverKind,
      status: 0,
      parentSpanId: undefined,
    })
    expect(requestSpan.attributes).toEqual({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'http.route': '/v1/people/{id}',
      'url.scheme': 'http',
      'network.protocol.version': '1.1',
      'dealgraph.operation': 'GetPerson',
      'dealgraph.request_id': reply.headers.get('x-request-id'),
      'dealgraph.key_id': expect.stringMatching(/^key_/),
      'dealgraph.units': 1,
    })
    expect(requestSpan.resource).toMatchObject({
      'service.name': 'dealgraph',
      'service.version': expect.stringMatching(/^\d/),
    })
    const spanTree = formatSpanTree(spans, requestSpan.traceId)
    expect(spanTree.filter((line) => !line.includes('database look'))).toEqual([
      'GET /v1/people/{id}',
      '  authenticate',
      '  wait for the concurrency limit',
      '  rate limit',
      '  database read',
      '    execute',
    ])
    const executeSpan = spans.find(
      ({ name, traceId }) => name === 'execute' && traceId === requestSpan.traceId,
    )
    expect(executeSpan?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'GetPerson',
    })
    expect(
      executeSpan?.events.map(({ name, attributes }) => [
        name,
        String(attributes['db.query.text']),
      ]),
    ).toContainEqual(['statement', expect.stringMatching(/from "people"/)])
  })

  test('the trace of a GraphQL mutation contains parsing, waiting, the transaction and its COMMIT', async () => {
    const reply = await asOwner().gql(
      'mutation Add($title: TaskTitle!) { createTask(input: { title: $title }) { task { id } } }',
      { title: 'Call' },
    )
    expect(reply.body.errors).toBeUndefined()
    const spans = await collectSpans()
    const requestSpan = findRequestSpan(spans, reply)
    expect([
      requestSpan.name,
      requestSpan.attributes['http.route'],
      requestSpan.attributes['dealgraph.operation'],
    ]).toEqual(['POST /graphql', '/graphql', 'createTask'])
    expect(
      formatSpanTree(spans, requestSpan.traceId).filter((line) => !line.includes('database look')),
    ).toEqual([
      'POST /graphql',
      '  authenticate',
      '  wait for the concurrency limit',
      '  rate limit',
      '  read body',
      '  parse',
      '  validate',
      '  database write',
      '    wait',
      '    transaction',
      '      execute',
      '    commit',
    ])
    expect(
      spans.find(({ name, traceId }) => name === 'execute' && traceId === requestSpan.traceId)
        ?.attributes['graphql.operation.name'],
    ).toBe('Add')
  })

  test('a request continues the trace of its caller and is logged with the trace id', async () => {
    await asOwner().rest('GET', '/v1/tasks', undefined, {
      ...createTraceHeaders(1),
      tracestate: 'vendor=value',
    })
    await asOwner().gql('{ me { id } }', {}, createTraceHeaders(2))
    const spans = await collectSpans()
    const requestSpans = spans.filter(
      ({ kind, traceId }) =>
        kind === serverKind && [createTraceId(1), createTraceId(2)].includes(traceId),
    )
    expect(requestSpans.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['GET /v1/tasks', '00f067aa0ba902b7'],
      ['POST /graphql', '00f067aa0ba902b7'],
    ])
    const loggedTraceIds = logLines.map((line) => JSON.parse(line).traceId).filter(Boolean)
    expect(loggedTraceIds).toEqual([createTraceId(1), createTraceId(2)])
  })

  test('an unsampled trace is not exported, but its id is logged', async () => {
    await asOwner().rest('GET', '/v1/tasks', undefined, createTraceHeaders(3, false))
    expect((await collectSpans()).filter(({ traceId }) => traceId === createTraceId(3))).toEqual([])
    expect(logLines.map((line) => JSON.parse(line).traceId)).toEqual([createTraceId(3)])
  })

  test('concurrent writes with a shared COMMIT have separate traces', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, digit) =>
        asOwner().rest('POST', '/v1/tasks', { title: `Task ${digit}` }),
      ),
    )
    const spans = await collectSpans()
    for (const reply of replies) {
      const { traceId } = findRequestSpan(spans, reply)
      const spanTree = formatSpanTree(spans, traceId).filter(
        (line) => !line.includes('database look'),
      )
      expect(spanTree).toHaveLength(10)
      expect(spanTree.slice(5)).toEqual([
        '  database write',
        '    wait',
        '    transaction',
        '      execute',
        '    commit',
      ])
      expect(
        spans.filter((span) => span.traceId === traceId && span.kind === serverKind),
      ).toHaveLength(1)
    }
  })

  test('only internal errors mark request spans as failed, and the spans of rejected requests contain the error code', async () => {
    const notFoundReply = await asOwner().rest('GET', '/v1/people/person_nobody')
    const invalidReply = await asOwner().gql('{ people(first: 0) { totalCount } }')
    const unknownReply = await world.client().rest('GET', '/v1/nowhere/at/all')
    const { store } = world.deps
    const forCompany = store.forCompany
    store.forCompany = () => {
      throw new Error('the cause')
    }
    const brokenReply = await asOwner()
      .rest('GET', '/v1/people')
      .finally(() => (store.forCompany = forCompany))
    const spans = await collectSpans()
    const outcomes = [notFoundReply, invalidReply, unknownReply, brokenReply].map((reply) => {
      const { name, status, attributes } = findRequestSpan(spans, reply)
      return [name, status === errorStatus, attributes['error.type']]
    })
    expect(outcomes).toEqual([
      ['GET /v1/people/{id}', false, 'NOT_FOUND'],
      ['POST /graphql', false, 'VALIDATION_ERROR'],
      ['GET', false, 'UNAUTHORIZED'],
      ['GET /v1/people', true, 'INTERNAL_ERROR'],
    ])
    expect(JSON.stringify(spans)).not.toContain('the cause')
  })

  test('traces contain no request bodies, request headers, queries, variables, API keys or responses', async () => {
    const secretWord = 'Hagebutte'
    await asOwner().rest(
      'POST',
      '/v1/people',
      { firstName: secretWord, emails: [{ value: `${secretWord}@example.com` }] },
      { 'Idempotency-Key': secretWord, Cookie: secretWord },
    )
    await asOwner().rest(
      'GET',
      `/v1/people?where=${encodeURIComponent(JSON.stringify({ source: { equals: secretWord } }))}&limit=5`,
      undefined,
      { 'User-Agent': secretWord },
    )
    await asOwner().gql(
      'query($name: String!) { searchPeople(by: { name: $name }, first: 1) { nodes { firstName } } }',
      { name: secretWord },
    )
    await asOwner().gql(
      `mutation { createTask(input: { title: "${secretWord}" }) { task { id title } } }`,
    )
    await asOwner().gql(
      `{ people(where: { source: { eq: "${secretWord}" } }) { totalCount } ${secretWord} }`,
    )
    await world.client(`dg_${secretWord}`).rest('GET', `/v1/${secretWord}`)
    const spans = await collectSpans()
    expect(spans.filter(({ kind }) => kind === serverKind)).toHaveLength(6)
    const exportedSpans = collector.received.map((message) => message.text).join()
    expect(exportedSpans).not.toMatch(new RegExp(secretWord, 'i'))
    expect(exportedSpans).not.toContain(asOwner().secret)
  })

  test('the trace of a subscription ends when its response starts', async () => {
    const stream = await openStream(asOwner(), {
      url: world.url,
      query: 'subscription News { events { id } }',
      headers: createTraceHeaders(4),
    })
    await asOwner().rest('POST', '/v1/tasks', { title: 'News' }, createTraceHeaders(5))
    await stream.take(1)
    stream.close()
    const spans = await collectSpans()
    // The request's trace contains only the read that finds the start position.
    expect(
      formatSpanTree(spans, createTraceId(4)).filter((line) => line.includes('database read')),
    ).toHaveLength(1)
    expect(
      formatSpanTree(spans, createTraceId(4)).filter((line) => !line.includes('database')),
    ).toEqual([
      'POST /graphql',
      '  authenticate',
      '  wait for the concurrency limit',
      '  rate limit',
      '  read body',
      '  parse',
      '  validate',
    ])
    expect(
      spans.filter(({ traceId }) => ![createTraceId(4), createTraceId(5)].includes(traceId)),
    ).toEqual([])
  })

  test('a webhook attempt has its own trace, which contains the id of the request and is propagated to the receiver', async () => {
    const receiver = await startReceiver()
    const endpointReply = await asOwner().rest('POST', '/v1/webhook-endpoints', {
      url: `${receiver.url}?secret=Hagebutte`,
      events: ['task.*'],
    })
    const dispatcher = new Dispatcher(world.deps, {
      owner: 'test',
      timeoutMs: 1500,
      repeat: () => () => {},
    })
    const taskReply = await asOwner().rest('POST', '/v1/tasks', { title: 'Told' })
    await dispatcher.waitUntilIdle()
    receiver.respondWith(respondWithStatus(500))
    await asOwner().rest('POST', '/v1/tasks', { title: 'Refused' })
    await dispatcher.waitUntilIdle()
    await dispatcher.stop()
    await receiver.stop()
    const spans = await collectSpans()
    const sendSpans = spans.filter(({ kind }) => kind === clientKind)
    expect(
      sendSpans.map((span) => [span.name, span.status === errorStatus, span.parentSpanId]),
    ).toEqual([
      ['send webhook', false, undefined],
      ['send webhook', true, undefined],
    ])
    expect(sendSpans[0]?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'server.address': '127.0.0.1',
      'dealgraph.webhook.endpoint_id': endpointReply.body.data.id,
      'dealgraph.webhook.delivery_id': receiver.received[0]?.id,
      'dealgraph.webhook.type': 'task.created',
      'dealgraph.request_id': taskReply.headers.get('x-request-id'),
    })
    expect(sendSpans[1]?.attributes).toMatchObject({
      'http.response.status_code': 500,
      'error.type': 'http',
    })
    expect(receiver.received.map(({ headers }) => headers['traceparent'])).toEqual(
      sendSpans.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
    )
    // The trace contains only the write of the request, because the transactions of the dispatcher
    // are not part of the request.
    const { traceId } = findRequestSpan(spans, taskReply)
    expect(
      spans.filter((span) => span.traceId === traceId && span.name === 'database write'),
    ).toHaveLength(1)
  })
})
