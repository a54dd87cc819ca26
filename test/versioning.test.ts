/** Tests that the contracts contain each released element until its sunset date. */
import { readFileSync } from 'node:fs'
import { buildSchema, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { inlineReferences } from '../src/rest/openapi/components.ts'
import { createOpenApiDocument } from '../src/rest/openapi/document.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import * as apiWithDeprecations from './support/deprecated-api.ts'
import { findBreakingContractChanges, formatContracts, readRelease } from './support/released.ts'

// biome-ignore lint/suspicious/noExplicitAny: the tests change arbitrary parts of the document
type OpenApiObject = Record<string, any>

const createDocument = (api: { schema: typeof schema; routes: typeof routes }) =>
  inlineReferences(
    createOpenApiDocument(api.routes.map((route) => prepareRoute(api.schema, route))),
  )
const currentRelease = { schema, document: createDocument({ schema, routes }) }

describe('Compatibility with the last release', () => {
  test('the REST and GraphQL contracts keep every released element until its sunset date', () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(findBreakingContractChanges(currentRelease, readRelease(), today)).toEqual([])
  })

  test('the stored contracts of the last release have the version in package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(readRelease().schema.split('\n')[0], 'run node test/support/released.ts').toBe(
      `# Released as ${version}`,
    )
  })

  test('the stored contracts of a release contain every element of the GraphQL schema', () => {
    const { schema: releasedSdl, rest } = formatContracts(
      '1.2.3',
      printSchema(schema),
      currentRelease.document,
    )
    expect(
      findBreakingContractChanges(
        { ...currentRelease, schema: buildSchema(releasedSdl) },
        { schema: printSchema(schema), rest },
        '',
      ),
    ).toEqual([])
  })

  const previousRelease = formatContracts(
    '1.2.3',
    printSchema(apiWithDeprecations.schema),
    createDocument(apiWithDeprecations),
  )

  test('a deprecated field or route cannot be removed before its sunset date', () => {
    const breakingChanges = findBreakingContractChanges(
      currentRelease,
      previousRelease,
      '2027-01-31',
    )
    expect(breakingChanges).toEqual(
      expect.arrayContaining([
        'Field Query.testThing was removed.',
        'Field Mutation.testRename was removed.',
        'TestKind was removed.',
      ]),
    )
    expect(breakingChanges).toEqual(
      expect.arrayContaining([
        'get /v1/test-contacts was removed',
        'post /v1/test-things/rename was removed',
        'get /v1/test-things was removed',
      ]),
    )
    expect(
      breakingChanges.filter((change) => change.includes('testOld') || change.includes('delete')),
    ).toEqual([])
  })

  test('a deprecated field or route can be removed on or after its sunset date', () => {
    const breakingChanges = findBreakingContractChanges(
      currentRelease,
      previousRelease,
      '2027-02-01',
    )
    expect(breakingChanges).toContain('Field Query.testThing was removed.')
    expect(breakingChanges.filter((change) => change.includes('testRename'))).toEqual([])
    expect(
      breakingChanges.filter((change) => change.startsWith('get ') || change.startsWith('post ')),
    ).toEqual(['get /v1/test-things was removed'])
  })

  /** Changes `GET /v1/tasks/{id}` and lists the breaking changes since the last release. */
  const listBreakingChanges = (
    applyChange: (operation: OpenApiObject, properties: OpenApiObject) => void,
  ) => {
    const document = structuredClone(currentRelease.document) as OpenApiObject
    const operation = document['paths']['/v1/tasks/{id}'].get
    applyChange(operation, document['components'].schemas.Task.properties)
    // Changes to the `Task` schema also break other routes, which are omitted here.
    return findBreakingContractChanges({ schema, document }, readRelease(), '').filter((change) =>
      change.startsWith('get /v1/tasks/{id}'),
    )
  }

  test.each<[string, Parameters<typeof listBreakingChanges>[0], string[]]>([
    [
      'returns fewer fields',
      (_, properties) => delete properties['title'],
      ['get /v1/tasks/{id} no longer returns `data.title`'],
    ],
    [
      'returns a field with another type',
      (_, properties) => (properties['title'].type = 'integer'),
      ['get /v1/tasks/{id} no longer returns `data.title` with the same type'],
    ],
    [
      'can return null for a field that was never null',
      (_, properties) => (properties['title'].type = ['string', 'null']),
      ['get /v1/tasks/{id} no longer returns `data.title` with the same type'],
    ],
    [
      'accepts fewer parameters',
      (operation) => operation['parameters'].pop(),
      ['get /v1/tasks/{id} no longer accepts `X-API-Version`'],
    ],
    [
      'requires more parameters',
      (operation) => operation['parameters'].push({ name: 'more', in: 'query', required: true }),
      ['get /v1/tasks/{id} newly requires `more`'],
    ],
    [
      'no longer returns null for a nullable field (compatible)',
      (_, properties) => (properties['description'].type = 'string'),
      [],
    ],
    [
      'returns more fields (compatible)',
      (_, properties) => (properties['more'] = { type: 'string' }),
      [],
    ],
    [
      'accepts more parameters (compatible)',
      (operation) => operation['parameters'].push({ name: 'more', in: 'query' }),
      [],
    ],
    [
      'requires fewer parameters (compatible)',
      (operation) => (operation['parameters'][0].required = false),
      [],
    ],
  ])(
    'if a route %s, the comparison with the last release reports exactly the incompatible changes',
    (_, change, expected) => {
      expect(listBreakingChanges(change)).toEqual(expected)
    },
  )
})
