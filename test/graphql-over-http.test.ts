import { getIntrospectionQuery } from 'graphql'
import { auditServer } from 'graphql-http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

/**
 * Audits that expect the behavior of earlier drafts, by audit id. Each value contains the status
 * that the specification of September 2026 requires, and the section that requires the status.
 */
const outdatedAudits: Record<string, [status: number, section: string]> = {
  '423L': [422, 'Status Codes: the request is not a well-formed GraphQL-over-HTTP request'],
  '86EE': [422, 'Status Codes: the variable values cannot be coerced'],
}

const graphqlResponseType = 'application/graphql-response+json'
const createTaskField = 'createTask(input: { title: "x" }) { task { id } }'

describe('GraphQL over HTTP', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann' })
  })
  afterAll(() => world.stop())

  const postRequest = (body: unknown, accept = '*/*', headers: Record<string, string> = {}) =>
    world.as('owner').rest('POST', '/graphql', body, { Accept: accept, ...headers })
  const sendGetRequest = (parameters: Record<string, string>, accept = '*/*') =>
    world
      .as('owner')
      .rest('GET', `/graphql?${new URLSearchParams(parameters)}`, undefined, { Accept: accept })
  const getCodes = ({ body }: Reply) =>
    (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code)
  const getMediaType = ({ headers }: Reply) => headers.get('content-type')
  const countTasks = async () =>
    (await postRequest({ query: '{ tasks { totalCount } }' })).body.data.tasks.totalCount as number

  test('the server passes the audits of graphql-http, except two that contradict the released GraphQL over HTTP specification', async () => {
    const auditResults = await auditServer({
      url: `${world.url}/graphql`,
      fetchFn: (url: string, { headers, ...init }: RequestInit = {}) => {
        const Authorization = `Bearer ${world.as('owner').secret}`
        return fetch(url, { ...init, headers: { ...(headers as object), Authorization } })
      },
    })
    const failures = auditResults.flatMap((result) =>
      result.status === 'ok' ? [] : [[result.id, result.response.status]],
    )
    expect(auditResults.length).toBeGreaterThan(60)
    expect(Object.fromEntries(failures)).toEqual(
      Object.fromEntries(Object.entries(outdatedAudits).map(([id, [status]]) => [id, status])),
    )
  })

  const negotiationCases: [accept: string, type: string][] = [
    [graphqlResponseType, graphqlResponseType],
    [`${graphqlResponseType}, application/json`, graphqlResponseType],
    [`application/json, ${graphqlResponseType}`, graphqlResponseType],
    [`application/json;q=0.9, ${graphqlResponseType};charset=utf-8`, graphqlResponseType],
    [`${graphqlResponseType};q=0.8, application/json;q=0.9`, 'application/json'],
    [`${graphqlResponseType};q=0, application/json`, 'application/json'],
    [`${graphqlResponseType}, */*`, graphqlResponseType],
    ['application/json;q=0, */*', graphqlResponseType],
    ['APPLICATION/GRAPHQL-RESPONSE+JSON', graphqlResponseType],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html, */*;q=0.1', 'application/json'],
    ['text/event-stream, application/json', 'application/json'],
    ['', 'application/json'],
  ]
  test.each(negotiationCases)(
    'a GraphQL request with Accept: %s receives a response of type %s',
    async (accept, type) => {
      const reply = await postRequest({ query: '{ me { id } }' }, accept)
      expect([reply.status, getMediaType(reply)]).toEqual([200, `${type}; charset=utf-8`])
      expect(reply.body.data.me.id).toBe(world.users.owner.id)
    },
  )

  test('a GraphQL request that accepts no supported media type is rejected with 406 before execution', async () => {
    const countBefore = await countTasks()
    for (const accept of [
      'text/html',
      'application/xml, image/*',
      'application/json;q=0',
      '*/*;q=0',
      'text/event-stream;q=0',
      'multipart/mixed',
    ]) {
      const reply = await postRequest({ query: `mutation { ${createTaskField} }` }, accept)
      expect([accept, reply.status, getCodes(reply)]).toEqual([accept, 406, ['NOT_ACCEPTABLE']])
      expect(getMediaType(reply)).toBe('application/json; charset=utf-8')
    }
    expect(await countTasks()).toBe(countBefore)
  })

  test('a GraphQL client that accepts only an event stream receives the result of a query as an event stream', async () => {
    const reply = await postRequest({ query: '{ me { email } }' }, 'text/event-stream')
    expect([reply.status, getMediaType(reply)]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect(reply.text).toMatch(
      /^event: next\ndata: \{"data":\{"me":\{"email":"owner@acme\.test"\}\}.*\}\n\nevent: complete\ndata:\n\n$/,
    )
  })

  const faultCases: [fault: string, body: unknown, legacyStatus: number, status: number][] = [
    ['no body', '', 400, 422],
    ['JSON that cannot be parsed', '{', 400, 400],
    ['a JSON string', '"x"', 400, 422],
    ['a batch', [{ query: '{ me { id } }' }], 400, 422],
    ['no query', {}, 400, 422],
    ['a misspelled `query` parameter', { qeury: '{ me { id } }' }, 400, 422],
    ['an empty query', { query: ' ' }, 400, 422],
    ['a query that is not a string', { query: 5 }, 400, 422],
    ['variables that are not an object', { query: '{ me { id } }', variables: [] }, 400, 422],
    ['extensions that are not an object', { query: '{ me { id } }', extensions: 'x' }, 400, 422],
    [
      'an operation name that is not a string',
      { query: '{ me { id } }', operationName: 5 },
      400,
      422,
    ],
    ['a document that cannot be parsed', { query: '{' }, 200, 400],
    ['an unknown field', { query: '{ nope }' }, 200, 422],
    ['a missing argument', { query: '{ person { id } }' }, 200, 422],
    ['an invalid argument', { query: '{ people(first: 0) { nodes { id } } }' }, 200, 422],
    ['an ambiguous operation', { query: 'query A { me { id } } query B { me { id } }' }, 200, 422],
    ['an unknown operation name', { query: 'query A { me { id } }', operationName: 'B' }, 200, 422],
    [
      'a variable that cannot be coerced',
      {
        query: 'query($x: Boolean!) { me @include(if: $x) { id } }',
        variables: { x: 'yes' },
      },
      200,
      422,
    ],
    [
      'a query for too many records',
      { query: '{ people(first: 100) { nodes { tasks(first: 100) { nodes { id } } } } }' },
      200,
      422,
    ],
  ]
  test.each(faultCases)(
    'the response to a GraphQL request with %s omits `data` and has the HTTP status required for the accepted media type',
    async (_, body, legacyStatus, status) => {
      const countBefore = await countTasks()
      for (const [accept, expectedStatus] of [
        ['application/json', legacyStatus],
        [graphqlResponseType, status],
      ] as const) {
        const reply = await postRequest(body, accept)
        expect([reply.status, getMediaType(reply)]).toEqual([
          expectedStatus,
          `${accept}; charset=utf-8`,
        ])
        expect(['BAD_REQUEST', 'VALIDATION_ERROR']).toContain(getCodes(reply)[0])
        expect(reply.body).not.toHaveProperty('data')
      }
      expect(await countTasks()).toBe(countBefore)
    },
  )

  test('a GraphQL request that accepts application/graphql-response+json receives 403 without the required scope and 401 without an API key', async () => {
    const tasksKey = await world.createKey('agent', ['tasks.manage'])
    for (const [client, status] of [
      [tasksKey, 403],
      [world.client(), 401],
    ] as const) {
      const reply = await client.gql(
        '{ deals { nodes { id } } }',
        {},
        { Accept: graphqlResponseType },
      )
      expect([reply.status, 'data' in reply.body]).toEqual([status, false])
    }
  })

  test('a GraphQL response with errors and a `data` entry, even null, has status 294, or 200 if its media type is application/json', async () => {
    for (const [query, data] of [
      ['{ me { email } person(id: "person_zzzzzzzz") { id } }', { me: {}, person: null }],
      [`mutation { a: ${createTaskField} b: deleteTask(id: "task_zzzzzzzz") { deletedId } }`, null],
    ] as const)
      for (const [accept, status] of [
        [graphqlResponseType, 294],
        ['application/json', 200],
      ] as const) {
        const reply = await postRequest({ query }, accept)
        expect([reply.status, getCodes(reply), getMediaType(reply)]).toEqual([
          status,
          ['NOT_FOUND'],
          `${accept}; charset=utf-8`,
        ])
        expect(reply.body).toMatchObject({ data })
      }
    expect((await postRequest({ query: '{ me { id } }' }, graphqlResponseType)).status).toBe(200)
  })

  test('null, unknown and empty GraphQL request parameters are treated as absent', async () => {
    const query = '{ me { id } }'
    for (const reply of [
      await postRequest({ query, variables: null, operationName: null, extensions: null }),
      await postRequest({ query, extensions: { unknown: 1 }, unknown: 1 }),
      await sendGetRequest({
        query,
        variables: '',
        operationName: '',
        extensions: '',
        unknown: '1',
      }),
    ])
      expect([reply.status, reply.body.errors, reply.body.data.me.id]).toEqual([
        200,
        undefined,
        world.users.owner.id,
      ])
  })

  test('a GraphQL GET request accepts variables as JSON and executes no mutation, and /graphql accepts only GET and POST', async () => {
    const peopleQuery = 'query($n: Int) { people(first: $n) { nodes { firstName } } }'
    const reply = await sendGetRequest({ query: peopleQuery, variables: '{"n":1}' })
    expect(reply.body.data.people.nodes).toEqual([{ firstName: 'Ann' }])
    const countBefore = await countTasks()
    for (const accept of [graphqlResponseType, 'application/json']) {
      const rejectedReply = await sendGetRequest(
        { query: `mutation { ${createTaskField} }` },
        accept,
      )
      expect([
        rejectedReply.status,
        rejectedReply.headers.get('allow'),
        getCodes(rejectedReply),
      ]).toEqual([405, 'POST', ['METHOD_NOT_ALLOWED']])
    }
    expect(await countTasks()).toBe(countBefore)
    for (const [accept, status] of [
      ['application/json', 400],
      [graphqlResponseType, 422],
    ] as const)
      for (const query of [peopleQuery, ''])
        expect((await sendGetRequest({ query, variables: '{' }, accept)).status).toBe(status)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY']) {
      const rejectedReply = await world.as('owner').rest(method, '/graphql')
      expect([rejectedReply.status, rejectedReply.headers.get('allow')]).toEqual([405, 'GET, POST'])
    }
  })

  test('a GraphQL request body that is not declared as UTF-8 JSON is rejected with 415', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'application/graphql',
      'application/json; charset=iso-8859-1',
    ]) {
      const reply = await postRequest('query=%7Bme%7Bid%7D%7D', graphqlResponseType, {
        'Content-Type': type,
      })
      expect([type, reply.status, getCodes(reply)]).toEqual([type, 415, ['UNSUPPORTED_MEDIA_TYPE']])
    }
    for (const type of ['application/json', 'application/json; charset=UTF-8'])
      expect(
        (
          await postRequest({ query: '{ me { id } }' }, graphqlResponseType, {
            'Content-Type': type,
          })
        ).status,
      ).toBe(200)
  })

  test('a GraphQL request repeated with its Idempotency-Key receives the same status, media type and body', async () => {
    const body = { query: `mutation { ${createTaskField} }` }
    const headers = { 'Idempotency-Key': 'negotiated' }
    const [firstReply, repeatedReply] = [
      await postRequest(body, graphqlResponseType, headers),
      await postRequest(body, graphqlResponseType, headers),
    ]
    expect([firstReply.status, getMediaType(firstReply)]).toEqual([
      200,
      `${graphqlResponseType}; charset=utf-8`,
    ])
    expect([repeatedReply.status, getMediaType(repeatedReply), repeatedReply.text]).toEqual([
      firstReply.status,
      getMediaType(firstReply),
      firstReply.text,
    ])
  })

  test('GraphQL introspection requires a valid API key with any scope', async () => {
    const tasksKey = await world.createKey('agent', ['tasks.manage'])
    expect((await tasksKey.gql(getIntrospectionQuery())).body.data.__schema.queryType.name).toBe(
      'Query',
    )
    expect((await world.client().gql('{ __schema { queryType { name } } }')).status).toBe(401)
  })
})
