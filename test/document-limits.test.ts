/**
 * Tests the limits on the cost of parsing and validating a document. The server checks the nesting
 * before it parses the document, and counts the pairs of fields and fragments before it validates
 * the document.
 */

import { getIntrospectionQuery } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../src/resources/index.ts'
import type { Reply } from './support/client.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.stop())

const sendAsOwner = (document: string) => world.as('owner').gql(document)
const repeatText = (times: number, createText: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => createText(index)).join(' ')
const getMessages = ({ body }: Reply): string[] =>
  (body.errors ?? []).map((error: { message: string }) => error.message)
const getCodes = ({ body }: Reply): string[] =>
  (body.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code)

describe('GraphQL nesting limits', () => {
  const createNesting = (levels: number, [open, close]: [string, string], inner = '') =>
    open.repeat(levels) + inner + close.repeat(levels)
  const nestedDocuments: [caseName: string, document: (levels: number) => string][] = [
    ['lists', (n) => `{ people(where: ${createNesting(n, ['[', ']'])}) { totalCount } }`],
    ['unclosed lists', (n) => `{ people(where: ${'['.repeat(n)}`],
    [
      'objects',
      (n) => `{ people(where: ${createNesting(n, ['{ not: ', '}'], '{}')}) { totalCount } }`,
    ],
    [
      'objects in lists',
      (n) => `{ people(where: ${createNesting(n, ['{ and: [', ']}'])}) { totalCount } }`,
    ],
    ['fields', (n) => createNesting(n, ['{ me ', '}'], '{ id }')],
    ['inline fragments', (n) => `{ ${createNesting(n, ['... { ', '}'], 'me { id }')} }`],
    ['list types', (n) => `query($v: ${createNesting(n, ['[', ']'], 'Int')}) { me { id } }`],
    [
      'default values',
      (n) => `query($v: [Int] = ${createNesting(n, ['[', ']'], '1')}) { me { id } }`,
    ],
    [
      'arguments of directives',
      (n) => `{ me @include(if: ${createNesting(n, ['[', ']'])}) { id } }`,
    ],
    [
      'values in a fragment',
      (n) =>
        `{ ...f } fragment f on Query { people(where: ${createNesting(n, ['[', ']'])}) { totalCount } }`,
    ],
    [
      'list types in a type definition',
      (n) => `type T { f: ${createNesting(n, ['[', ']'], 'Int')} }`,
    ],
    ['unclosed parentheses', (n) => '('.repeat(n)],
  ]
  test.each(nestedDocuments)(
    'a GraphQL document that nests %s deeper than 64 levels is rejected',
    async (_, document) => {
      for (const levels of [66, 900, 10_000]) {
        const reply = await sendAsOwner(document(levels))
        expect([reply.status, getCodes(reply), getMessages(reply)]).toEqual([
          200,
          ['BAD_REQUEST'],
          [
            'The document nests brackets deeper than 64 levels (`GRAPHQL_MAX_NESTING`): reduce the nesting',
          ],
        ])
      }
    },
  )

  test('brackets in strings and comments of a GraphQL document do not count toward the nesting limit', async () => {
    const brackets = '['.repeat(1000)
    for (const document of [
      `{ me { id } } # ${brackets}`,
      `{ people(where: { name: { contains: "${brackets.slice(0, 150)}" } }) { totalCount } }`,
      `{ people(where: { name: { contains: """${brackets.slice(0, 150)}""" } }) { totalCount } }`,
    ])
      expect(getMessages(await sendAsOwner(document))).toEqual([])
  })

  test('JSON that nests deeper than 64 levels is rejected with an error that states the limit', async () => {
    const nestedFilter = `${'{"not":'.repeat(100)}{}${'}'.repeat(100)}`
    const query = 'query($w: PersonWhere) { people(where: $w) { totalCount } }'
    const graphqlReply = await world
      .as('owner')
      .rest('POST', '/graphql', `{"query":"${query}","variables":{"w":${nestedFilter}}}`)
    const bodyReply = await world.as('owner').rest('POST', '/v1/people', '['.repeat(100_000))
    const parameterReply = await world.as('owner').rest('GET', `/v1/people?where=${nestedFilter}`)
    expect([
      getMessages(graphqlReply),
      bodyReply.body.error.message,
      parameterReply.body.error.details[0].message,
    ]).toEqual([
      ['The JSON nests deeper than 64 levels'],
      'The JSON nests deeper than 64 levels',
      'The JSON nests deeper than 64 levels',
    ])
  })
})

describe('Repeated GraphQL fields', () => {
  const limitMessage = /more than 10000 pairs of fields or fragments \(`GRAPHQL_MAX_FIELD_PAIRS`\)/
  const repeatedFields: [caseName: string, document: string][] = [
    ['a field', `{ me { ${repeatText(200, () => 'id')} } }`],
    [
      'a field and its alias',
      `{ me { ${repeatText(30, () => 'a: id')} ${repeatText(200, () => 'id')} } }`,
    ],
    ['fields with subfields', `{ me { ${repeatText(330, () => 'teams { id name }')} } }`],
    ['root fields', `{ ${repeatText(390, () => 'me { id fullName }')} }`],
    ['unknown fields', `{ ${repeatText(390, () => 'nothing { at all }')} }`],
    ['fields of a mutation', `mutation { ${repeatText(300, () => 'logOut { id }')} }`],
    [
      'deeply nested fields',
      `{ me { ${repeatText(100, () => 'teams { members { id teams { id } } }')} } }`,
    ],
    ['fields with arguments', `{ ${repeatText(180, () => 'people(first: 1) { totalCount }')} }`],
    ['fields with directives', `{ me { ${repeatText(200, () => 'id @include(if: true)')} } }`],
    ['inline fragments', `{ me { ${repeatText(240, () => '... on User { id }')} } }`],
    ['inline fragments without a type', `{ me { ${repeatText(300, () => '... { id }')} } }`],
    [
      'a field in 150 fragments',
      `{ me { ${repeatText(150, (i) => `...f${i}`)} } } ${repeatText(150, (i) => `fragment f${i} on User { id }`)}`,
    ],
    [
      'a field in a chain of fragments',
      `{ me { ...f0 id } } ${repeatText(160, (i) => `fragment f${i} on User { id ...f${i + 1} }`)} fragment f160 on User { id }`,
    ],
    [
      'fragment spreads in a repeated field',
      `{ ${repeatText(100, () => 'me { ...a ...b ...c }')} } ${repeatText(3, (i) => `fragment ${'abc'[i]} on User { id }`)}`,
    ],
    [
      'a field in an unused fragment',
      `{ me { id } } fragment f on User { ${repeatText(200, () => 'id')} }`,
    ],
    [
      'a field in one of two operations',
      `query A { me { id } } query B { me { ${repeatText(200, () => 'id')} } }`,
    ],
  ]
  test.each(repeatedFields)(
    'a GraphQL document that repeats %s so often that it exceeds `GRAPHQL_MAX_FIELD_PAIRS` is rejected before validation, and the error names the setting',
    async (_, document) => {
      const reply = await sendAsOwner(document)
      expect([reply.status, getCodes(reply), 'data' in reply.body]).toEqual([
        200,
        ['BAD_REQUEST'],
        false,
      ])
      expect(getMessages(reply)[0]).toMatch(limitMessage)
    },
  )

  test('the limit on repeated GraphQL fields counts pairs of fields with the same response name in a merged selection set', async () => {
    const smallWorld = await createWorld({ GRAPHQL_MAX_FIELD_PAIRS: '100' })
    const isRejected = async (document: string) =>
      getMessages(await smallWorld.as('owner').gql(document)).some((item) =>
        item.includes('FIELD_PAIRS'),
      )
    // 14 fields form 91 pairs, and 15 fields form 105 pairs, which exceeds the limit of 100.
    for (const [document, rejectedCount] of [
      [(n: number) => `{ me { ${repeatText(n, () => 'id')} } }`, 15],
      [(n: number) => `{ ...f } fragment f on Query { me { ${repeatText(n, () => 'id')} } }`, 15],
      // Each field has one nested field: 10 fields form 90 pairs, and 11 fields form 110.
      [(n: number) => `{ ${repeatText(n, () => 'me { id }')} }`, 11],
    ] as const) {
      expect(await isRejected(document(rejectedCount - 1))).toBe(false)
      expect(await isRejected(document(rejectedCount))).toBe(true)
    }
    const names = ['id', 'firstName', 'lastName', 'fullName', 'email', 'role']
    expect(
      await isRejected(`{ me { ${names.join(' ')} teams { members { ${names.join(' ')} } } } }`),
    ).toBe(false)
    await smallWorld.stop()
  })
})

test('a truncated list of GraphQL document errors ends with a note that there are more errors', async () => {
  for (const document of [
    `{ ${repeatText(900, (i) => `nothing${i}`)} }`,
    `{ me ${repeatText(500, (i) => `@x${i}`)} { id } }`,
    `query(${repeatText(400, (i) => `$v${i}: Int`)}) { me { id } }`,
  ]) {
    const errorMessages = getMessages(await sendAsOwner(document))
    expect(errorMessages.length).toBeLessThanOrEqual(100)
    expect(errorMessages.at(-1)).toBe('There are more errors: correct the reported errors first')
    expect(errorMessages.join()).not.toContain('aborted')
  }
})

test('an error in a GraphQL document of 1,001 lines has a location, and an error in a document of 3,001 lines has none', async () => {
  const findLocationsAfter = async (lines: number) =>
    (await sendAsOwner(`${'\n'.repeat(lines)}{ nothing }`)).body.errors[0].locations
  expect(await findLocationsAfter(1000)).toEqual([{ line: 1001, column: 3 }])
  expect(await findLocationsAfter(3000)).toBeUndefined()
})

/**
 * Returns a query as Relay generates it: one fragment for each component, with `__typename` in each
 * fragment.
 */
const createComponentQuery = (count: number) =>
  `query Page { people(first: 5) { nodes { id __typename ${repeatText(count, (i) => `...Card${i}`)} } } } ${repeatText(count, (i) => `fragment Card${i} on Person { id __typename fullName stage { id __typename name } assignee { id __typename fullName } }`)}`

test('introspection, a query with 30 component fragments, and the query of every GET route stay within the GraphQL document limits', async () => {
  for (const document of [
    getIntrospectionQuery({ descriptions: true, inputValueDeprecation: true }),
    getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true }),
    createComponentQuery(30),
  ])
    expect(getMessages(await sendAsOwner(document))).toEqual([])
  for (const { document } of routes.filter(({ method }) => method === 'get')) {
    const reply = await sendAsOwner(document)
    expect(
      getMessages(reply).filter((item) => /GRAPHQL_MAX_|more than|deeper than/.test(item)),
    ).toEqual([])
  }
})
