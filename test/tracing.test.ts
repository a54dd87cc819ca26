import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import type { Reply } from './support/client.ts'
import { buildTree, type Span, startCollector } from './support/collector.ts'
import { respondWithStatus, startReceiver } from './support/receiver.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

const [serverKind, clientKind] = [2, 3]
const errorStatus = 2

describe('Request traces', () => {
  let collector: Awaited<ReturnType<typeof startCollector>>
  let lines: string[]
  let world: World
  beforeEach(async () => {
    lines = []
    collector = await startCollector()
    world = await createWorld(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WEBHOOKS_ALLOW_LOCAL: 'true' },
      { log: (line) => void lines.push(line) },
    )
  })
  afterEach(() => collector.stop())

  const asOwner = () => world.as('owner')
  const createTraceId = (digit: number) => `${digit}`.repeat(32)
  const createParent = (digit: number, isSampled = true) => ({
    traceparent: `00-${createTraceId(digit)}-00f067aa0ba902b7-0${Number(isSampled)}`,
  })

  /** Stops the server, which sends its spans. @returns all spans */
  async function collectSpans(): Promise<Span[]> {
    await world.stop()
    return collector.spans()
  }
  const createRequest = (spans: Span[], reply: Reply) =>
    spans.find(
      ({ kind, attributes }) =>
        kind === serverKind &&
        attributes['dealgraph.request_id'] === reply.headers.get('x-request-id'),
    ) as Span

  test('the trace of a REST request contains its route, steps and SQL statements', async () => {
    const { id } = (await asOwner().rest('POST', '/v1/people', { firstName: 'Ada' })).body.data
    const reply = await asOwner().rest('GET', `/v1/people/${id}`)
    const spans = await collectSpans()
    const request = createRequest(spans, reply)
    expect(request).toMatchObject({
      name: 'GET /v1/people/{id}',
      kind: serverKind,
      status: 0,
      parentSpanId: undefined,
    })
    expect(request.attributes).toEqual({
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
    expect(request.resource).toMatchObject({
      'service.name': 'dealgraph',
      'service.version': expect.stringMatching(/^\d/),
    })
    const tree = buildTree(spans, request.traceId)
    expect(tree.filter((line) => !line.includes('database look'))).toEqual([
      'GET /v1/people/{id}',
      '  authenticate',
      '  wait for the turn of the credential',
      '  rate limit',
      '  database read',
      '    execute',
    ])
    const execute = spans.find(
      ({ name, traceId }) => name === 'execute' && traceId === request.traceId,
    )
    expect(execute?.attributes).toEqual({
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'GetPerson',
    })
    expect(
      execute?.events.map(({ name, attributes }) => [name, String(attributes['db.query.text'])]),
    ).toContainEqual(['statement', expect.stringMatching(/from "people"/)])
  })

  test('the trace of a GraphQL mutation contains parsing, waiting, the transaction and its COMMIT', async () => {
    const reply = await asOwner().gql(
      'mutation Add($title: TaskTitle!) { createTask(input: { title: $title }) { task { id } } }',
      { title: 'Call' },
    )
    expect(reply.body.errors).toBeUndefined()
    const spans = await collectSpans()
    const request = createRequest(spans, reply)
    expect([
      request.name,
      request.attributes['http.route'],
      request.attributes['dealgraph.operation'],
    ]).toEqual(['POST /graphql', '/graphql', 'createTask'])
    expect(
      buildTree(spans, request.traceId).filter((line) => !line.includes('database look')),
    ).toEqual([
      'POST /graphql',
      '  authenticate',
      '  wait for the turn of the credential',
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
      spans.find(({ name, traceId }) => name === 'execute' && traceId === request.traceId)
        ?.attributes['graphql.operation.name'],
    ).toBe('Add')
  })

  test('a request continues the trace of its caller, including in the log', async () => {
    await asOwner().rest('GET', '/v1/tasks', undefined, {
      ...createParent(1),
      tracestate: 'vendor=value',
    })
    await asOwner().gql('{ me { id } }', {}, createParent(2))
    const spans = await collectSpans()
    const requests = spans.filter(
      ({ kind, traceId }) =>
        kind === serverKind && [createTraceId(1), createTraceId(2)].includes(traceId),
    )
    expect(requests.map(({ name, parentSpanId }) => [name, parentSpanId])).toEqual([
      ['GET /v1/tasks', '00f067aa0ba902b7'],
      ['POST /graphql', '00f067aa0ba902b7'],
    ])
    const traces = lines.map((line) => JSON.parse(line).traceId).filter(Boolean)
    expect(traces).toEqual([createTraceId(1), createTraceId(2)])
  })

  test('an unsampled trace is not exported, but its id is logged', async () => {
    await asOwner().rest('GET', '/v1/tasks', undefined, createParent(3, false))
    expect((await collectSpans()).filter(({ traceId }) => traceId === createTraceId(3))).toEqual([])
    expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([createTraceId(3)])
  })

  test('concurrent writes with a shared COMMIT have separate traces', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, digit) =>
        asOwner().rest('POST', '/v1/tasks', { title: `Task ${digit}` }),
      ),
    )
    const spans = await collectSpans()
    for (const reply of replies) {
      const { traceId } = createRequest(spans, reply)
      const tree = buildTree(spans, traceId).filter((line) => !line.includes('database look'))
      expect(tree).toHaveLength(10)
      expect(tree.slice(5)).toEqual([
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

  test('only internal errors mark spans as failed, and spans of rejected requests have the error code', async () => {
    const refusal = await asOwner().rest('GET', '/v1/people/person_nobody')
    const invalidQuery = await asOwner().gql('{ people(first: 0) { totalCount } }')
    const unknownReply = await world.client().rest('GET', '/v1/nowhere/at/all')
    const { store } = world.deps
    const restReads = store.forCompany
    store.forCompany = () => {
      throw new Error('the cause')
    }
    const brokenReply = await asOwner()
      .rest('GET', '/v1/people')
      .finally(() => (store.forCompany = restReads))
    const spans = await collectSpans()
    const outcomes = [refusal, invalidQuery, unknownReply, brokenReply].map((reply) => {
      const { name, status, attributes } = createRequest(spans, reply)
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

  test('traces contain no bodies, queries, variables, headers, keys or responses', async () => {
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
    const text = collector.received.map((message) => message.text).join()
    expect(text).not.toMatch(new RegExp(secretWord, 'i'))
    expect(text).not.toContain(asOwner().secret)
  })

  test('the trace of a subscription ends when its response starts', async () => {
    const stream = await openStream(asOwner(), {
      url: world.url,
      query: 'subscription News { events { id } }',
      headers: createParent(4),
    })
    await asOwner().rest('POST', '/v1/tasks', { title: 'News' }, createParent(5))
    await stream.take(1)
    stream.close()
    const spans = await collectSpans()
    // Only reading the start position belongs to the trace of the request.
    expect(
      buildTree(spans, createTraceId(4)).filter((line) => line.includes('database read')),
    ).toHaveLength(1)
    expect(buildTree(spans, createTraceId(4)).filter((line) => !line.includes('database'))).toEqual(
      [
        'POST /graphql',
        '  authenticate',
        '  wait for the turn of the credential',
        '  rate limit',
        '  read body',
        '  parse',
        '  validate',
      ],
    )
    expect(
      spans.filter(({ traceId }) => ![createTraceId(4), createTraceId(5)].includes(traceId)),
    ).toEqual([])
  })

  test('a webhook has its own trace, which links to the request and is propagated to the receiver', async () => {
    const receiver = await startReceiver()
    const creation = await asOwner().rest('POST', '/v1/webhook-endpoints', {
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
      'dealgraph.webhook.endpoint_id': creation.body.data.id,
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
    // The dispatcher's transactions belong to no request, so the trace contains only the write of
    // the request.
    const { traceId } = createRequest(spans, taskReply)
    expect(
      spans.filter((span) => span.traceId === traceId && span.name === 'database write'),
    ).toHaveLength(1)
  })
})
