import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import {
  buildSchema,
  getIntrospectionQuery,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  printSchema,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deprecated, formatDeprecationReason, getDeprecation } from '../src/lib/deprecation.ts'
import { inlineReferences } from '../src/rest/openapi/components.ts'
import { createOpenApiDocument } from '../src/rest/openapi/document.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import { get, reply } from '../src/rest/route.ts'
import type { Client, Reply } from './support/client.ts'
import { futureSunset, routes, schema } from './support/deprecated-api.ts'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests access the document freely
type Json = Record<string, any>

interface SchemaElement {
  deprecationReason?: string | null | undefined
  extensions: object
}

const linkHeader = `<${futureSunset.link}>; rel="deprecation"; type="text/html", <${futureSunset.link}>; rel="sunset"; type="text/html"`
const getDeprecationHeaders = ({ headers }: Reply) => [
  headers.get('deprecation'),
  headers.get('sunset'),
  headers.get('link'),
]
const formatExpectedHeaders = (successor?: string) => [
  '@1768435200',
  'Mon, 01 Feb 2027 00:00:00 GMT',
  successor ? `${linkHeader}, <${successor}>; rel="successor-version"` : linkHeader,
]

let world: World
let personId: string
const logLines: string[] = []
beforeAll(async () => {
  world = await createWorld(
    { CORS_ORIGINS: 'https://app.test' },
    { api: { schema, routes }, log: (line) => void logLines.push(line) },
  )
  for (const firstName of ['Ann', 'Bob', 'Cid'])
    personId = (await asOwner().rest('POST', '/v1/people', { firstName })).body.data.id
})
afterAll(() => world.stop())
const asOwner = () => world.as('owner')

describe('Deprecated routes', () => {
  test('a deprecated route reports its deprecation dates, documentation and replacement URL', async () => {
    const reply = await asOwner().rest('GET', `/v1/test-contacts/${personId}`)
    expect([reply.status, reply.body.data.fullName]).toEqual([200, 'Cid'])
    expect(getDeprecationHeaders(reply)).toEqual(formatExpectedHeaders(`/v1/people/${personId}`))
    const successorReply = await asOwner().rest(
      'GET',
      /<([^>]*)>; rel="successor-version"/.exec(String(reply.headers.get('link')))?.[1] ?? '',
    )
    expect(successorReply.body.data.id).toBe(personId)
    expect(getDeprecationHeaders(successorReply)).toEqual([null, null, null])
  })

  test('the Link header of a deprecated list refers to the deprecation and the next page', async () => {
    const reply = await asOwner().rest('GET', '/v1/test-contacts?limit=1')
    expect(reply.headers.get('link')).toBe(
      `${formatExpectedHeaders('/v1/people')[2]}, </v1/test-contacts?limit=1&cursor=${reply.body.meta.nextCursor}>; rel="next"`,
    )
    const nextReply = await asOwner().rest(
      'GET',
      `/v1/test-contacts?limit=1&cursor=${reply.body.meta.nextCursor}`,
    )
    expect(nextReply.body.data).toHaveLength(1)
    expect((await asOwner().rest('GET', '/v1/people?limit=1')).headers.get('link')).toMatch(
      /^<\/v1\/people\?[^>]*>; rel="next"$/,
    )
  })

  test.each([
    [
      'without the scope',
      403,
      (client: Client) => client.rest('GET', `/v1/test-contacts/${personId}`),
    ],
    [
      'for an unknown record',
      404,
      () => asOwner().rest('GET', `/v1/test-contacts/${personId.slice(0, -1)}0`),
    ],
    [
      'with another version',
      400,
      () =>
        asOwner().rest('GET', `/v1/test-contacts/${personId}`, undefined, { 'X-API-Version': '2' }),
    ],
    ['with an invalid id', 400, () => asOwner().rest('GET', '/v1/test-contacts/%3E;%0Ax')],
  ])(
    'the error response of a deprecated route to a request %s also reports the deprecation',
    async (_, status, sendRequest) => {
      const reply = await sendRequest(await world.createKey('owner', ['tasks.manage']))
      expect(reply.status).toBe(status)
      expect(getDeprecationHeaders(reply).slice(0, 2)).toEqual(formatExpectedHeaders().slice(0, 2))
      expect(reply.headers.get('link')).toMatch(
        /rel="deprecation".*, <\/v1\/people\/[\w%]+>; rel="successor-version"$/,
      )
    },
  )

  test('browser scripts of an allowed origin can read the deprecation headers', async () => {
    const { headers } = await asOwner().rest('GET', '/v1/test-contacts', undefined, {
      Origin: 'https://app.test',
    })
    expect(String(headers.get('access-control-expose-headers')).split(', ')).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    )
  })

  test('a response to a request without an API key contains no deprecation headers', async () => {
    for (const path of [`/v1/test-contacts/${personId}`, '/v1/nothing'])
      expect(getDeprecationHeaders(await world.client().rest('GET', path))).toEqual([
        null,
        null,
        null,
      ])
  })

  test('a deprecated POST or PUT route, and the PATCH route that belongs to the PUT route, report their deprecation', async () => {
    const reply = await asOwner().rest('POST', '/v1/test-things/rename', { name: 'New' })
    expect([reply.status, ...getDeprecationHeaders(reply)]).toEqual([
      200,
      ...formatExpectedHeaders(),
    ])
    for (const method of ['PUT', 'PATCH']) {
      const changeReply = await asOwner().rest(method, `/v1/test-contacts/${personId}`, {
        source: method,
      })
      expect([changeReply.status, ...getDeprecationHeaders(changeReply)]).toEqual([
        200,
        ...formatExpectedHeaders(`/v1/people/${personId}`),
      ])
    }
  })

  test('a deprecated route still succeeds after its sunset date', async () => {
    const { body } = await asOwner().rest('POST', '/v1/people', { firstName: 'Dan' })
    const reply = await asOwner().rest('DELETE', `/v1/test-contacts/${body.data.id}`)
    expect([reply.status, ...getDeprecationHeaders(reply)]).toEqual([
      200,
      '@1704067200',
      'Sun, 01 Jun 2025 00:00:00 GMT',
      null,
    ])
    expect((await asOwner().gql('{ testOld }')).body.data.testOld).toBe('still here')
  })

  test('declaring a deprecation with an invalid date, a sunset within 12 months, a reason that is not a sentence or an invalid link throws an error', () => {
    const invalidDeclarations: [string, Parameters<typeof deprecated>[0]][] = [
      ['is not a date', { since: '2026-02-30', reason: 'Why.' }],
      ['is not a date', { since: '2026-01-15T00:00:00Z', reason: 'Why.' }],
      ['less than 12 months', { since: '2026-01-15', sunset: '2027-01-14', reason: 'Why.' }],
      ['not a sentence', { since: '2026-01-15', reason: 'why' }],
      [
        'neither a path nor an HTTPS URL',
        { since: '2026-01-15', reason: 'Why.', link: 'https://x.test/>; rel="evil"' },
      ],
    ]
    for (const [fault, options] of invalidDeclarations) {
      expect(() => deprecated(options)).toThrow(fault)
      expect(() => get('/v1/x', reply.record, 'x', { deprecated: options })``).toThrow(fault)
    }
    expect(
      deprecated({ since: '2024-02-29', sunset: '2025-03-01', reason: 'Why.' }).deprecationReason,
    ).toBe('Why. Deprecated since 2024-02-29; may be removed from 2025-03-01 on.')
  })
})

describe('The printed schema', () => {
  test('the printed schema contains deprecation reasons and can be parsed', () => {
    const printedSchema = printSchema(schema)
    expect(printedSchema).toContain(
      'title: String! @deprecated(reason: "It says less than its successor. Use `TestThing.name` instead. Deprecated since 2026-01-15; may be removed from 2027-02-01 on.")',
    )
    for (const expectedLine of [
      /testOld: String! @deprecated/,
      /^ {2}stale @deprecated/m,
      /^ {2}title: String @deprecated/m,
      /^ {4}id: Int @deprecated/m,
      /testRename\(.*\n.*\n.*\n.*\): TestThing! @deprecated/,
    ])
      expect(printedSchema).toMatch(expectedLine)
    expect(printSchema(buildSchema(printedSchema))).toBe(printedSchema)
  })

  test('GraphQL introspection omits deprecated elements by default', async () => {
    const introspectTypes = (args: string) =>
      asOwner().gql(`{ thing: __type(name: "TestThing") { fields${args} { name isDeprecated deprecationReason } } kind: __type(name: "TestKind") { enumValues${args} { name } }
        input: __type(name: "TestWhere") { inputFields${args} { name } } }`)
    const [defaultReply, completeReply] = [
      await introspectTypes(''),
      await introspectTypes('(includeDeprecated: true)'),
    ]
    const listNames = ({ body: { data } }: Reply) =>
      [data.thing.fields, data.kind.enumValues, data.input.inputFields].map((list) =>
        list.map(({ name }: { name: string }) => name).sort(),
      )
    expect(listNames(defaultReply)).toEqual([['name'], ['fresh'], ['inner', 'kind', 'name']])
    expect(listNames(completeReply)).toEqual([
      ['name', 'title'],
      ['fresh', 'stale'],
      ['inner', 'kind', 'name', 'title'],
    ])
    const toolIntrospectionReply = await asOwner().gql(
      getIntrospectionQuery({ inputValueDeprecation: true }),
    )
    expect(toolIntrospectionReply.body.errors).toBeUndefined()
  })
})

test('every deprecation in the schema is declared with the function `deprecated`', () => {
  const elements = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type))
    .flatMap((type): readonly SchemaElement[] => {
      if (isEnumType(type)) return type.getValues()
      if (isInputObjectType(type)) return Object.values(type.getFields())
      return isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap((field) => [field, ...field.args])
        : []
    })
  const deprecatedElements = elements.filter(({ deprecationReason }) => deprecationReason != null)
  expect(deprecatedElements.length).toBeGreaterThan(7)
  expect(
    deprecatedElements
      .filter(
        (part) =>
          part.deprecationReason !==
          formatDeprecationReason(getDeprecation(part) ?? { since: '', reason: '' }),
      )
      .map(String),
  ).toEqual([])
})

describe('Deprecations in OpenAPI', () => {
  const document = inlineReferences(
    createOpenApiDocument(routes.map((route) => prepareRoute(schema, route))),
  ) as {
    paths: Record<string, Record<string, Json>>
    components: { schemas: Record<string, Json> }
  }
  const getOperation = (method: string, path: string) => document.paths[path]?.[method] as Json
  const getContentSchema = (part: Json) => part['content']['application/json'].schema
  const resolveSchema = (schema: Json) =>
    document.components.schemas[schema['$ref']?.split('/').at(-1)] ?? schema

  test('the OpenAPI document describes the reason, dates and headers of a deprecated route', () => {
    const { deprecated, description, responses, ...operation } = getOperation(
      'get',
      '/v1/test-contacts',
    )
    expect([deprecated, operation['x-sunset']]).toEqual([true, '2027-02-01'])
    expect(description).toMatch(
      /\n\nIt says less than its successor. Use `\/v1\/people` instead. Deprecated since 2026-01-15; may be removed from 2027-02-01 on.$/,
    )
    expect(Object.keys(responses[200].headers)).toEqual(
      expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
    )
    expect(getOperation('post', '/v1/test-things/rename').deprecated).toBe(true)
  })

  test('the OpenAPI document marks deprecated parameters, fields and enum values', () => {
    const { parameters, responses, deprecated } = getOperation('get', '/v1/test-things')
    const findParameter = (name: string) =>
      parameters.find((candidate: Json) => candidate['name'] === name)
    expect(deprecated).toBeUndefined()
    expect(findParameter('id')).toMatchObject({
      deprecated: true,
      description: 'Deprecated. It has another name. Deprecated since 2026-05-01.',
      schema: { type: 'integer' },
    })
    expect(findParameter('kind').deprecated).toBeUndefined()
    expect(resolveSchema(findParameter('kind').schema)['x-deprecated-values']).toEqual({
      stale: 'It has another name. Use `fresh` instead. Deprecated since 2026-05-01.',
    })
    expect(
      resolveSchema(getContentSchema(responses[200]).properties.data)['properties'].title,
    ).toMatchObject({
      type: 'string',
      deprecated: true,
      'x-sunset': '2027-02-01',
    })
    expect(
      resolveSchema(getContentSchema(responses[200]).properties.data)['properties'].name.deprecated,
    ).toBeUndefined()
    const { name, title } = getContentSchema(
      getOperation('post', '/v1/test-things/rename').requestBody,
    ).properties
    expect([name.deprecated, title.deprecated]).toEqual([undefined, true])
  })

  test('a REST response with a deprecated field matches the OpenAPI document', async () => {
    const ajv = addFormats
      .default(new Ajv2020({ strict: false }))
      .addSchema({ ...document, $id: 'api' })
    const { status, body } = await asOwner().rest('GET', '/v1/test-things')
    const validateBody = ajv.getSchema(
      'api#/paths/~1v1~1test-things/get/responses/200/content/application~1json/schema',
    )
    expect([
      status,
      validateBody?.(body),
      validateBody?.({ ...body, data: { name: 'x' } }),
    ]).toEqual([200, true, false])
  })
})

describe('Deprecations in GraphQL responses', () => {
  const readDeprecations = async (query: string, variables?: Record<string, unknown>) => {
    const { body } = await asOwner().gql(query, variables)
    expect(body.errors).toBeUndefined()
    return (body.extensions.deprecations as { coordinate: string }[] | undefined)
      ?.map(({ coordinate }) => coordinate)
      .sort()
  }

  test('a GraphQL response lists the deprecated elements used by the request with reasons and dates', async () => {
    const { body } = await asOwner().gql('{ testThing { name title } }')
    expect(body.extensions.deprecations).toEqual([
      {
        coordinate: 'TestThing.title',
        reason:
          'It says less than its successor. Use `TestThing.name` instead. Deprecated since 2026-01-15; may be removed from 2027-02-01 on.',
        since: '2026-01-15',
        sunset: '2027-02-01',
        link: futureSunset.link,
      },
    ])
    expect((await asOwner().gql('{ testThing { name } }')).body.extensions).toEqual({
      requestId: expect.any(String),
      cost: { nodes: 0, units: 1 },
    })
  })

  test.each<[string, string, Record<string, unknown> | undefined, string[] | undefined]>([
    [
      'a field in a fragment spread twice',
      '{ a: testThing { ...F } b: testThing { ...F title } } fragment F on TestThing { title }',
      undefined,
      ['TestThing.title'],
    ],
    ['an argument', '{ testThing(id: 1) { name } }', undefined, ['Query.testThing(id:)']],
    ['an enum value', '{ testThing(kind: stale) { name } }', undefined, ['TestKind.stale']],
    ['a current enum value', '{ testThing(kind: fresh) { name } }', undefined, undefined],
    [
      'an input field in a literal',
      '{ testThing(where: { inner: [{ title: "x" }] }) { name } }',
      undefined,
      ['TestWhere.title'],
    ],
    [
      'an enum value in a variable',
      'query ($kind: TestKind) { testThing(kind: $kind) { name } }',
      { kind: 'stale' },
      ['TestKind.stale'],
    ],
    [
      'a current enum value in a variable',
      'query ($kind: TestKind) { testThing(kind: $kind) { name } }',
      { kind: 'fresh' },
      undefined,
    ],
    [
      'an absent variable',
      'query ($kind: TestKind) { testThing(kind: $kind) { name } }',
      {},
      undefined,
    ],
    [
      'an input field in a variable',
      'query ($in: TestWhere) { testThing(where: $in) { name } }',
      { in: { inner: [{ name: 'x' }, { inner: { title: 'x', kind: 'stale' } }] } },
      ['TestKind.stale', 'TestWhere.title'],
    ],
    [
      'current input fields in a variable',
      'query ($in: TestWhere) { testThing(where: $in) { name } }',
      { in: { inner: [{ name: 'x', kind: 'fresh' }] } },
      undefined,
    ],
    [
      'the default of a variable',
      'query ($kind: TestKind = stale) { testThing(kind: $kind) { name } }',
      undefined,
      ['TestKind.stale'],
    ],
    [
      'a filter',
      '{ testKeys(where: { name: { contains: "x" }, not: { userId: { eq: "user_00000000" } } }) }',
      undefined,
      ['TestKeyWhere.userId'],
    ],
    [
      'an order in a variable',
      'query ($order: [TestKeyOrderInput!]) { testKeys(orderBy: $order) }',
      { order: { field: 'expiresAt' } },
      ['TestKeyOrderField.expiresAt'],
    ],
    [
      'a mutation',
      'mutation { testRename(input: { name: "x" }) { name } }',
      undefined,
      ['Mutation.testRename'],
    ],
  ])(
    'a GraphQL response lists exactly the deprecated elements in the request (%s)',
    async (_, query, variables, expected) => {
      for (let time = 0; time < 3; time++)
        expect(await readDeprecations(query, variables)).toEqual(expected)
    },
  )

  /** A filter input with deprecated and current names. */
  interface TestFilter {
    name?: string | null
    title?: string | null
    kind?: 'stale' | 'fresh' | null
    inner?: TestFilter[] | null
  }
  const anyFilter = fc.letrec<{ where: TestFilter }>((recurse) => ({
    where: fc.record(
      {
        name: fc.constantFrom('x', null),
        title: fc.constantFrom('x', null),
        kind: fc.constantFrom<TestFilter['kind'][]>('stale', 'fresh', null),
        inner: fc.option(fc.array(recurse('where'), { maxLength: 2 }), { maxDepth: 3 }),
      },
      { requiredKeys: [] },
    ),
  })).where
  const toLiteral = (value: unknown, name = ''): string => {
    if (Array.isArray(value)) return `[${value.map((item) => toLiteral(item)).join(', ')}]`
    if (value === null || typeof value !== 'object')
      return name === 'kind' && value ? String(value) : JSON.stringify(value)
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}: ${toLiteral(item, key)}`)
      .join(', ')}}`
  }
  const listDeprecatedNames = ({ inner, ...where }: TestFilter): string[] => [
    ...('title' in where ? ['TestWhere.title'] : []),
    ...(where.kind === 'stale' ? ['TestKind.stale'] : []),
    ...(inner ?? []).flatMap(listDeprecatedNames),
  ]

  test('a GraphQL response lists the same deprecated elements for literals as for variables', async () => {
    await fc.assert(
      fc.asyncProperty(anyFilter, async (where) => {
        const expectedNames = [...new Set(listDeprecatedNames(where))].sort()
        const reportedNames =
          (await readDeprecations('query ($in: TestWhere) { testThing(where: $in) { name } }', {
            in: where,
          })) ?? []
        expect([
          reportedNames,
          (await readDeprecations(`{ testThing(where: ${toLiteral(where)}) { name } }`)) ?? [],
        ]).toEqual([expectedNames, expectedNames])
      }),
      { numRuns: 60 },
    )
  })

  test('a GraphQL response reports only the deprecations of the executed operation', async () => {
    const query =
      'query A { testOld } query B { testThing { ...F } } fragment F on TestThing { title }'
    const readOperationDeprecations = async (operationName: string) =>
      (await asOwner().rest('POST', '/graphql', { query, operationName })).body.extensions
        .deprecations
    expect(
      (await readOperationDeprecations('A')).map(
        ({ coordinate }: { coordinate: string }) => coordinate,
      ),
    ).toEqual(['Query.testOld'])
    expect(
      (await readOperationDeprecations('B')).map(
        ({ coordinate }: { coordinate: string }) => coordinate,
      ),
    ).toEqual(['TestThing.title'])
  })
})

describe('Deprecations in the access log', () => {
  /** Sends requests and returns the `deprecated` field of each request's log line. */
  async function readDeprecatedUses(...requests: (() => Promise<unknown>)[]): Promise<unknown[]> {
    logLines.splice(0)
    for (const request of requests) await request()
    while (logLines.length < requests.length) await new Promise((resolve) => setTimeout(resolve, 2))
    return logLines.map((line) => (JSON.parse(line) as { deprecated?: string[] }).deprecated)
  }

  test('the access log names the deprecated routes and schema elements of a request', async () => {
    const where = encodeURIComponent('{"inner":[{"title":"x"}]}')
    expect(
      await readDeprecatedUses(
        () => asOwner().rest('GET', '/v1/people'),
        () => asOwner().rest('GET', '/v1/test-contacts'),
        () => asOwner().rest('GET', '/v1/test-things?id=1&kind=stale'),
        () => asOwner().rest('GET', '/v1/test-things?kind=fresh'),
        () => asOwner().rest('GET', `/v1/test-things?where=${where}`),
        () => asOwner().rest('POST', '/v1/test-things/rename', { title: 'x' }),
        () => asOwner().gql('{ testThing { name } }'),
        () => asOwner().gql('{ testThing { name title } testOld }'),
      ),
    ).toEqual([
      undefined,
      ['ListTestContacts'],
      ['Query.testThing(id:)', 'TestKind.stale'],
      undefined,
      ['TestWhere.title'],
      ['RenameTestThing', 'TestWhere.title'],
      undefined,
      ['TestThing.title', 'Query.testOld'],
    ])
  })

  test('the access log names no deprecated routes or schema elements for a request without the required scope', async () => {
    const client = await world.createKey('owner', ['tasks.manage'])
    expect(
      await readDeprecatedUses(
        () => client.rest('GET', '/v1/test-contacts'),
        () => client.gql('{ testThing { title } }'),
      ),
    ).toEqual([undefined, undefined])
  })

  test('the access log and each message of a subscription name the deprecated elements of the subscription', async () => {
    const receiveMessage = async () => {
      const stream = await openStream(asOwner(), {
        url: world.url,
        query: 'subscription { events(types: ["task.*"]) { type actor { testTitle } } }',
      })
      await asOwner().rest('POST', '/v1/tasks', { title: 'One' })
      const [message] = await stream.take(1)
      expect(message?.data.extensions.deprecations).toMatchObject([
        { coordinate: 'User.testTitle' },
      ])
      stream.close()
    }
    const deprecatedUses = await readDeprecatedUses(receiveMessage, () => Promise.resolve())
    expect(deprecatedUses.filter(Boolean)).toEqual([['User.testTitle']])
  })
})
