import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FieldNode, Kind, type OperationDefinitionNode, parse, validate } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readDemoKeys } from '../db/seed/demo-keys.ts'
import { loadDemo } from '../db/seed.ts'
import { fillVariables } from '../src/graphiql/browser/fill.ts'
import { exampleGroups } from '../src/graphiql/examples.ts'
import { schema } from '../src/resources/index.ts'
import { type Client, createHttpClient } from './support/client.ts'
import { startServer, type TestServer } from './support/server.ts'
import { providerSettings, signInDemoOwner } from './support/sign-in.ts'
import { openStream } from './support/stream.ts'

const allExamples = exampleGroups.flatMap(({ title: group, examples }) =>
  examples.map((example) => ({ ...example, group })),
)
const getRootFields = ({ query }: { query: string }): string[] =>
  parse(query)
    .definitions.filter(
      (definition): definition is OperationDefinitionNode =>
        definition.kind === Kind.OPERATION_DEFINITION,
    )
    .flatMap(({ selectionSet }) =>
      selectionSet.selections.map((field) => (field as FieldNode).name.value),
    )

describe('GraphiQL examples', () => {
  test.each(allExamples)(
    'the GraphiQL example $group: $title is valid and has one operation, a unique name and a one-sentence description',
    (example) => {
      const document = parse(example.query)
      expect(validate(schema, document)).toEqual([])
      expect(document.definitions).toHaveLength(1)
      expect(allExamples.filter(({ name }) => name === example.name)).toHaveLength(1)
      expect(example.description).toMatch(/^[A-Z].{5,120}\.$/)
    },
  )

  test('the GraphiQL examples include every operation of the schema', () => {
    const exampleFields = new Set(allExamples.flatMap(getRootFields))
    const types = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    expect(
      types
        .flatMap((type) => Object.keys(type?.getFields() ?? {}))
        .filter((name) => !exampleFields.has(name)),
      'operations without an example in src/resources/*/examples.graphql',
    ).toEqual([])
  })
})

describe('GraphiQL examples in the demo company', () => {
  let server: TestServer
  let owner: Client
  const folder = mkdtempSync(join(tmpdir(), 'dealgraph-examples-'))
  beforeAll(async () => {
    server = await startServer({
      DATABASE_URL: `sqlite:${join(folder, 'demo.db')}`,
      RATE_LIMIT_PER_HOUR: '100000',
      WEBHOOKS_ALLOW_LOCAL: 'true',
      ...providerSettings,
    })
    await loadDemo(server.deps)
    await signInDemoOwner(server.deps)
    owner = createHttpClient(
      server.url,
      readDemoKeys(server.deps.settings).find(({ role }) => role === 'Owner')?.secret,
    )
  })
  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const sendQuery = async (query: string) => {
    const { body } = await owner.gql(query)
    expect(body.errors).toBeUndefined()
    return body.data
  }

  test('every GraphiQL example of a query or mutation succeeds in the demo company with its variables filled in', async () => {
    for (const { name, kind, query, variables = {} } of allExamples) {
      const input = await fillVariables(variables, sendQuery, server.clock.now())
      expect([name, input.missingPlaceholders]).toEqual([name, []])
      expect([name, JSON.stringify(input.variables)]).toEqual([
        name,
        expect.not.stringContaining('"$'),
      ])
      if (kind === 'subscription') continue
      const { status, body } = await owner.gql(query, input.variables as Record<string, unknown>)
      expect([name, status, body.errors]).toEqual([name, 200, undefined])
      expect([name, Object.values(body.data).includes(null)]).toEqual([name, false])
    }
  })

  test('the GraphiQL example of a subscription receives an event when a person is created', async () => {
    const { query } = allExamples.find(({ kind }) => kind === 'subscription') ?? { query: '' }
    const stream = await openStream(owner, { url: server.url, query })
    await owner.rest('POST', '/v1/people', { firstName: 'Now' })
    expect((await stream.next())?.data).toMatchObject({
      data: { events: { type: 'person.created', record: { fullName: 'Now' } } },
    })
    stream.close()
  })

  test('filling in the variables of a GraphiQL example reports placeholders without a matching record and keeps unknown placeholders', async () => {
    const findNoRecord = async () => ({ endpoint: { nodes: [] } })
    expect(await fillVariables({ id: '$endpoint', name: '$unknown' }, findNoRecord, 0)).toEqual({
      variables: { id: '$endpoint', name: '$unknown' },
      missingPlaceholders: ['$endpoint'],
    })
    const failLookup = async () => undefined
    expect(
      (await fillVariables({ input: { ids: ['$me'] } }, failLookup, 0)).missingPlaceholders,
    ).toEqual(['$me'])
  })
})
