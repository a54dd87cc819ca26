import { readFileSync } from 'node:fs'
import { buildSchema, printSchema } from 'graphql'
import { describe, expect, test } from 'vitest'
import { routes, schema } from '../src/resources/index.ts'
import { createOpenApiDocument } from '../src/rest/openapi/document.ts'
import { inlineReferences } from '../src/rest/openapi/inline.ts'
import { prepareRoute } from '../src/rest/prepare.ts'
import * as withDeprecated from './support/deprecated-api.ts'
import { broken, kept, promised } from './support/released.ts'

// biome-ignore lint/suspicious/noExplicitAny: the document is changed freely
type Told = Record<string, any>

/**
 * Both contracts only grow: what was released stays until it has been deprecated, and its sunset is
 * over.
 */
const documentOf = (api: { schema: typeof schema; routes: typeof routes }) =>
  inlineReferences(
    createOpenApiDocument(api.routes.map((route) => prepareRoute(api.schema, route))),
  )
const current = { schema, document: documentOf({ schema, routes }) }

describe('what was released last', () => {
  test('is not broken, unless it was deprecated and its sunset is over', () => {
    const today = new Date().toISOString().slice(0, 10)
    expect(broken(current, promised(), today)).toEqual([])
  })

  test('is kept of the version that this is: a release is not one until it is kept', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(promised().schema.split('\n')[0], 'run node test/support/released.ts').toBe(
      `# Released as ${version}`,
    )
  })

  test('is kept without its texts, and nothing else is lost', () => {
    const { schema: sdl, rest } = kept('1.2.3', printSchema(schema), current.document)
    expect(
      broken({ ...current, schema: buildSchema(sdl) }, { schema: printSchema(schema), rest }, ''),
    ).toEqual([])
  })

  const before = kept('1.2.3', printSchema(withDeprecated.schema), documentOf(withDeprecated))

  test('may not be removed before its sunset', () => {
    const found = broken(current, before, '2027-01-31')
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

  test('may be removed from its sunset on', () => {
    const found = broken(current, before, '2027-02-01')
    expect(found).toContain('Field Query.testThing was removed.')
    expect(found.filter((each) => each.includes('testRename'))).toEqual([])
    expect(found.filter((each) => each.startsWith('get ') || each.startsWith('post '))).toEqual([
      'get /v1/test-things is gone',
    ])
  })

  /** The call that reads a task, changed. */
  const changed = (change: (call: Told, answer: Told) => void) => {
    const document = structuredClone(current.document) as Told
    const call = document['paths']['/v1/tasks/{id}'].get
    change(call, document['components'].schemas.Task.properties)
    // Other calls answer tasks too.
    return broken({ schema, document }, promised(), '').filter((each) =>
      each.startsWith('get /v1/tasks/{id}'),
    )
  }

  test.each<[string, Parameters<typeof changed>[0], string[]]>([
    [
      'answers less',
      (_, answer) => delete answer['title'],
      ['get /v1/tasks/{id} answers data no title'],
    ],
    [
      'answers another type',
      (_, answer) => (answer['title'].type = 'integer'),
      ['get /v1/tasks/{id} answers data title something else'],
    ],
    [
      'can answer null',
      (_, answer) => (answer['title'].type = ['string', 'null']),
      ['get /v1/tasks/{id} answers data title something else'],
    ],
    [
      'takes less',
      (call) => call['parameters'].pop(),
      ['get /v1/tasks/{id} does not take X-API-Version'],
    ],
    [
      'requires more',
      (call) => call['parameters'].push({ name: 'more', in: 'query', required: true }),
      ['get /v1/tasks/{id} requires more'],
    ],
    ['answers more', (_, answer) => (answer['more'] = { type: 'string' }), []],
    ['takes more', (call) => call['parameters'].push({ name: 'more', in: 'query' }), []],
    ['requires less', (call) => (call['parameters'][0].required = false), []],
  ])('is held against a call that %s', (_, change, told) => {
    expect(changed(change)).toEqual(told)
  })
})
