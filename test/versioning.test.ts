import { readFileSync } from 'node:fs'
import { buildSchema, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { createOpenApiDocument } from '../src/rest/openapi/document.ts'
import { inlineReferences } from '../src/rest/openapi/inline.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import * as withDeprecated from './support/deprecated-api.ts'
import { findBreakages, promised, withoutDescriptions } from './support/released.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is changed freely
type OpenApiObject = Record<string, any>

/** Both contracts only grow: a released part stays until the sunset after its deprecation. */
const documentOf = (api: { schema: typeof schema; routes: typeof routes }) =>
  inlineReferences(
    createOpenApiDocument(api.routes.map((route) => prepareRoute(api.schema, route))),
  )
const current = { schema, document: documentOf({ schema, routes }) }

describe('The last release', () => {
  test('both contracts keep what was released until its sunset', () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(findBreakages(current, promised(), today)).toEqual([])
  })

  test('the released contracts are stored for the current version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(promised().schema.split('\n')[0], 'run node test/support/released.ts').toBe(
      `# Released as ${version}`,
    )
  })

  test('the stored contracts omit only descriptions', () => {
    const { schema: sdl, rest } = withoutDescriptions(
      '1.2.3',
      printSchema(schema),
      current.document,
    )
    expect(
      findBreakages(
        { ...current, schema: buildSchema(sdl) },
        { schema: printSchema(schema), rest },
        '',
      ),
    ).toEqual([])
  })

  const previous = withoutDescriptions(
    '1.2.3',
    printSchema(withDeprecated.schema),
    documentOf(withDeprecated),
  )

  test('a deprecated field or route cannot be removed before its sunset date', () => {
    const found = findBreakages(current, previous, '2027-01-31')
    expect(found).toEqual(
      expect.arrayContaining([
        'Field Query.testThing was removed.',
        'Field Mutation.testRename was removed.',
        'TestKind was removed.',
      ]),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'get /v1/test-contacts is gone',
        'post /v1/test-things/rename is gone',
        'get /v1/test-things is gone',
      ]),
    )
    expect(found.filter((each) => each.includes('testOld') || each.includes('delete'))).toEqual([])
  })

  test('a deprecated part can be removed from its sunset on', () => {
    const found = findBreakages(current, previous, '2027-02-01')
    expect(found).toContain('Field Query.testThing was removed.')
    expect(found.filter((each) => each.includes('testRename'))).toEqual([])
    expect(found.filter((each) => each.startsWith('get ') || each.startsWith('post '))).toEqual([
      'get /v1/test-things is gone',
    ])
  })

  /** Compares a changed `GET /v1/tasks/{id}` to the release. */
  const changed = (change: (call: OpenApiObject, properties: OpenApiObject) => void) => {
    const document = structuredClone(current.document) as OpenApiObject
    const call = document['paths']['/v1/tasks/{id}'].get
    change(call, document['components'].schemas.Task.properties)
    // Other routes also return tasks.
    return findBreakages({ schema, document }, promised(), '').filter((each) =>
      each.startsWith('get /v1/tasks/{id}'),
    )
  }

  test.each<[string, Parameters<typeof changed>[0], string[]]>([
    [
      'returns less',
      (_, properties) => delete properties['title'],
      ['get /v1/tasks/{id} answers data no title'],
    ],
    [
      'returns another type',
      (_, properties) => (properties['title'].type = 'integer'),
      ['get /v1/tasks/{id} answers data title something else'],
    ],
    [
      'can return null',
      (_, properties) => (properties['title'].type = ['string', 'null']),
      ['get /v1/tasks/{id} answers data title something else'],
    ],
    [
      'accepts less',
      (call) => call['parameters'].pop(),
      ['get /v1/tasks/{id} does not take X-API-Version'],
    ],
    [
      'requires more',
      (call) => call['parameters'].push({ name: 'more', in: 'query', required: true }),
      ['get /v1/tasks/{id} requires more'],
    ],
    ['returns more (no fault)', (_, properties) => (properties['more'] = { type: 'string' }), []],
    [
      'accepts more (no fault)',
      (call) => call['parameters'].push({ name: 'more', in: 'query' }),
      [],
    ],
    ['requires less (no fault)', (call) => (call['parameters'][0].required = false), []],
  ])('the comparison to the last release detects that a route %s', (_, change, expected) => {
    expect(changed(change)).toEqual(expected)
  })
})
