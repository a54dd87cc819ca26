import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

interface LogLine {
  level: number
  time: number
  requestId?: string
  [field: string]: unknown
}

const [infoLevel, errorLevel] = [30, 50]

describe('The access log', () => {
  let world: World
  const logLines: string[] = []
  beforeAll(async () => {
    world = await createWorld({}, { log: (line) => void logLines.push(line) })
  })
  afterAll(() => world.stop())
  beforeEach(() => void logLines.splice(0))

  const asOwner = () => world.as('owner')
  /**
   * Waits for log lines, which follow their responses. @returns all lines since the last call
   */
  async function takeLines(lineCount = 1): Promise<LogLine[]> {
    while (logLines.length < lineCount) await new Promise((resolve) => setTimeout(resolve, 2))
    return logLines.splice(0).map((line) => JSON.parse(line) as LogLine)
  }

  test('a REST request is logged on one line with its request id, method, path, operation, status, API key id, rate limit units and duration', async () => {
    const { headers } = await asOwner().rest('GET', '/v1/people?limit=2')
    const [line, ...extraLines] = await takeLines()
    expect(extraLines).toEqual([])
    expect(line).toEqual({
      level: infoLevel,
      time: expect.any(Number),
      requestId: headers.get('x-request-id'),
      method: 'GET',
      path: '/v1/people',
      door: 'rest',
      operation: 'ListPeople',
      status: 200,
      keyId: expect.stringMatching(/^key_/),
      units: 1,
      via: 'executed',
      ms: expect.any(Number),
    })
  })

  test('the access log states whether a response was produced by graphql-js, by a compiled operation or by an idempotent replay', async () => {
    const listTeamsByRest = () => asOwner().rest('GET', '/v1/teams')
    const listTeamsByGraphql = () => asOwner().gql('query Teams { teams { nodes { id } } }')
    for (const sendRequest of [listTeamsByRest, listTeamsByGraphql]) {
      await sendRequest()
      await sendRequest()
      expect((await takeLines(2)).map(({ via }) => via)).toEqual(['executed', 'compiled'])
    }
    const createTaskMutation = 'mutation { createTask(input: { title: "Once" }) { task { id } } }'
    for (const idempotencyKey of ['log-rest', 'log-graphql']) {
      const headers = { 'Idempotency-Key': idempotencyKey }
      const createTask = () =>
        idempotencyKey === 'log-rest'
          ? asOwner().rest('POST', '/v1/tasks', { title: 'Once' }, headers)
          : asOwner().gql(createTaskMutation, {}, headers)
      await createTask()
      await createTask()
      expect((await takeLines(2)).map(({ via }) => via)).toEqual(['executed', 'replayed'])
    }
    await asOwner().rest('GET', '/v1/teams?limit=none')
    await asOwner().gql('{ nonsense }')
    for (const line of await takeLines(2)) expect(line).not.toHaveProperty('via')
  })

  test('QUERY_COMPILER=off compiles no operation, and QUERY_COMPILER=always compiles every operation', async () => {
    for (const [QUERY_COMPILER, execution] of [
      ['off', 'executed'],
      ['always', 'compiled'],
    ] as const) {
      const otherWorld = await createWorld(
        { QUERY_COMPILER },
        { log: (line) => void logLines.push(line) },
      )
      logLines.splice(0)
      for (let i = 0; i < 3; i++) {
        await otherWorld.as('owner').gql('{ me { id } }')
        await otherWorld.as('owner').rest('GET', '/v1/me')
      }
      expect(new Set((await takeLines(6)).map((line) => line['via']))).toEqual(new Set([execution]))
      await otherWorld.stop()
    }
  })

  test('a GraphQL request is logged on one line with its operation name and first root field', async () => {
    await asOwner().gql(
      'query Board { a: people(first: 100) { nodes { id } } b: people(first: 100) { nodes { id } } }',
    )
    await asOwner().gql('{ me { id } }')
    const [boardLine, anonymousLine] = await takeLines(2)
    expect(boardLine).toMatchObject({
      method: 'POST',
      door: 'graphql',
      operation: 'Board',
      field: 'people',
      status: 200,
      units: 2,
    })
    expect(boardLine).not.toHaveProperty('code')
    expect(anonymousLine).toMatchObject({ operation: 'anonymous', field: 'me', units: 1 })
  })

  test('the access log contains the error code of a rejected REST or GraphQL request', async () => {
    await asOwner().rest('GET', '/v1/people/person_nobody')
    await asOwner().rest('POST', '/v1/people', { firstName: 5 })
    await asOwner().gql('{ person(id: "person_nobody") { id } }')
    await asOwner().gql('{ nonsense }')
    await world.client().rest('GET', '/v1/people')
    const rejectionLines = await takeLines(5)
    expect(
      rejectionLines.map(({ level, operation, status, code }) => [level, operation, status, code]),
    ).toEqual([
      [infoLevel, 'GetPerson', 404, 'NOT_FOUND'],
      [infoLevel, 'CreatePerson', 400, 'VALIDATION_ERROR'],
      [infoLevel, 'anonymous', 200, 'NOT_FOUND'],
      [infoLevel, '/graphql', 200, 'BAD_REQUEST'],
      [infoLevel, '/v1/people', 401, 'UNAUTHORIZED'],
    ])
    expect(rejectionLines.map((line) => 'keyId' in line)).toEqual([true, true, true, true, false])
  })

  test('the access log marks a replayed response', async () => {
    for (let i = 0; i < 2; i++)
      await asOwner().rest('POST', '/v1/tasks', { title: 'Once' }, { 'Idempotency-Key': 'once' })
    expect((await takeLines(2)).map(({ replayed }) => replayed)).toEqual([undefined, true])
  })

  test('the access log has one line for each page request and one line for each ended subscription', async () => {
    await world.client().rest('GET', '/health')
    expect(await takeLines()).toMatchObject([
      { door: 'page', operation: '/health', status: 200, units: 0 },
    ])
    const stream = await openStream(asOwner(), {
      url: world.url,
      query: 'subscription News { events { id } }',
    })
    expect(logLines).toEqual([])
    stream.close()
    expect(await takeLines()).toMatchObject([
      { door: 'graphql', operation: 'News', field: 'events', status: 200, units: 1 },
    ])
  })

  test("an internal error is logged with its cause and the response's request id", async () => {
    const { store } = world.deps
    const forCompany = store.forCompany
    store.forCompany = () => {
      throw new Error('the cause')
    }
    const { body, headers } = await asOwner()
      .rest('GET', '/v1/people')
      .finally(() => (store.forCompany = forCompany))
    expect([body.error.code, JSON.stringify(body)]).toEqual([
      'INTERNAL_ERROR',
      expect.not.stringContaining('the cause'),
    ])
    const requestId = headers.get('x-request-id')
    expect(await takeLines(2)).toMatchObject([
      {
        level: errorLevel,
        requestId,
        msg: 'unexpected error',
        err: { message: 'the cause', stack: expect.any(String) },
      },
      {
        level: errorLevel,
        requestId,
        operation: 'ListPeople',
        status: 500,
        code: 'INTERNAL_ERROR',
      },
    ])
  })

  test('the access log contains no values from REST request bodies, query parameters, GraphQL arguments, GraphQL variables or request headers, and neither record data nor API keys', async () => {
    const secretWord = 'Hagebuttentee'
    await asOwner().rest('POST', '/v1/people', {
      firstName: secretWord,
      emails: [{ value: `${secretWord}@example.com` }],
    })
    await asOwner().rest('GET', `/v1/people?limit=5&search=${secretWord}`, undefined, {
      'User-Agent': secretWord,
      'X-Forwarded-For': '203.0.113.77',
      Cookie: secretWord,
    })
    await asOwner().gql(
      `query($name: String!) { searchPeople(by: { name: $name }, first: 1) { nodes { firstName } } a: people(where: { source: { eq: "${secretWord}" } }) { totalCount } }`,
      { name: secretWord },
    )
    await asOwner().gql(
      `mutation { createTask(input: { title: "${secretWord}", priority: ${secretWord} }) { task { id } } }`,
    )
    await asOwner().rest('POST', '/v1/tasks', { title: 'x' }, { 'Idempotency-Key': secretWord })
    await world.client(`dg_${secretWord}`).rest('GET', '/v1/me')
    await world.client().rest('GET', `/v1/people/dg_${secretWord}`)
    const log = JSON.stringify(await takeLines(7))
    expect(log).not.toMatch(new RegExp(secretWord, 'i'))
    expect(log).not.toContain('203.0.113.77')
    expect(log).not.toContain(asOwner().secret)
  })

  test('long operation names and paths in the access log are truncated to 100 characters', async () => {
    await asOwner().gql(`query ${'x'.repeat(300)} { me { id } }`)
    await asOwner().rest('GET', `/v1/${'y'.repeat(300)}%0A%22`)
    const truncatedLines = await takeLines(2)
    expect(truncatedLines.map(({ operation }) => String(operation).length)).toEqual([100, 100])
  })
})
