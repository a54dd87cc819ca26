/**
 * Tests that every requested record counts toward the record limit, regardless of the form of the
 * document.
 */

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStream } from './support/stream.ts'
import { createWorld, type World } from './support/world.ts'

let world: World
let personId = ''
beforeAll(async () => {
  world = await createWorld()
  personId = (
    await world.as('owner').rest('POST', '/v1/people', { firstName: 'Ann', tags: ['a', 'b'] })
  ).body.data.id
})
afterAll(() => world.stop())

type Variables = Record<string, unknown>
const sendAsOwner = (document: string, variables?: Variables) =>
  world.as('owner').gql(document, variables)
const repeatText = (times: number, createText: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => createText(index)).join(' ')

/** Operations above the limit of 5,000 records. Most request 100 people with 50 tasks each. */
const excessiveOperations: [label: string, document: string, variables?: Variables][] = [
  ['literal arguments', '{ people(first: 100) { nodes { tasks(first: 50) { nodes { id } } } } }'],
  ['`last` arguments', '{ people(last: 100) { nodes { tasks(last: 50) { nodes { id } } } } }'],
  [
    '`first: null` together with `last`',
    '{ people(first: null, last: 100) { nodes { tasks(first: null, last: 50) { nodes { id } } } } }',
  ],
  [
    'variables',
    'query($p: Int, $t: Int) { people(first: $p) { nodes { tasks(first: $t) { nodes { id } } } } }',
    { p: 100, t: 50 },
  ],
  [
    'variable defaults',
    'query($p: Int = 100, $t: Int! = 50) { people(first: $p) { nodes { tasks(last: $t) { nodes { id } } } } }',
  ],
  [
    'a variable that replaces its default',
    'query($p: Int = 1, $t: Int = 50) { people(first: $p) { nodes { tasks(first: $t) { nodes { id } } } } }',
    { p: 100 },
  ],
  [
    'a null variable for `first` together with `last`',
    'query($n: Int) { people(first: $n, last: 100) { nodes { tasks(first: 50) { nodes { id } } } } }',
    { n: null },
  ],
  [
    'an absent variable for `first` together with `last`',
    'query($n: Int) { people(first: $n, last: 100) { nodes { tasks(first: 50) { nodes { id } } } } }',
  ],
  [
    'a fragment',
    '{ people(first: 100) { nodes { ...a } } } fragment a on Person { tasks(first: 50) { nodes { id } } }',
  ],
  [
    'fragments in fragments, with variables',
    'query($t: Int = 50) { ...q } fragment q on Query { people(first: 100) { ...c } } fragment c on PersonConnection { nodes { ...a } } fragment a on Person { tasks(first: $t) { nodes { id } } }',
  ],
  [
    'inline fragments',
    '{ ... { people(first: 100) { ... on PersonConnection { nodes { ... on Node { ... on Person { tasks(first: 50) { nodes { id } } } } } } } } }',
  ],
  [
    '`edges`',
    '{ people(first: 100) { edges { node { tasks(first: 50) { edges { node { id } } } } } } }',
  ],
  [
    '`nodes` and `edges`',
    '{ people(first: 100) { nodes { tasks(first: 25) { nodes { id } } } edges { node { tasks(first: 25) { nodes { id } } } } } }',
  ],
  [
    'a fragment that is spread twice',
    `{ ${repeatText(2, (i) => `a${i}: people(first: 50) { nodes { ...t } }`)} } fragment t on Person { tasks(first: 50) { nodes { id } } }`,
  ],
  [
    'aliases',
    `{ people(first: 100) { nodes { ${repeatText(10, (i) => `a${i}: tasks(first: 5) { nodes { id } }`)} } } }`,
  ],
  [
    'fields with @include and @skip',
    '{ people(first: 100) { nodes { tasks(first: 50) @include(if: true) @skip(if: false) { nodes { id } } } } }',
  ],
  [
    'variables in @include and @skip',
    'query($x: Boolean!) { people(first: 100) @include(if: $x) { nodes { ...a @skip(if: $y) } } } fragment a on Person { tasks(first: 50) { nodes { id } } }'.replace(
      '$x: Boolean!',
      '$x: Boolean!, $y: Boolean = false',
    ),
    { x: true },
  ],
  [
    'literal ids in the argument of `nodes`',
    `{ nodes(ids: [${repeatText(100, () => '"person_zzzzzzzz"')}]) { ... on Person { tasks(first: 50) { nodes { id } } } } }`,
  ],
  [
    'ids in a variable',
    'query($ids: [ID!]!) { nodes(ids: $ids) { ... on Person { tasks(first: 50) { nodes { id } } } } }',
    { ids: Array(100).fill('person_zzzzzzzz') },
  ],
  [
    'ids from variables in a list',
    `query($a: ID!) { nodes(ids: [${repeatText(100, () => '$a')}]) { ...t } } fragment t on Person { tasks(first: 50) { nodes { id } } }`,
    { a: 'person_zzzzzzzz' },
  ],
  [
    'ids in a default',
    `query($ids: [ID!]! = [${repeatText(100, () => '"person_zzzzzzzz"')}]) { nodes(ids: $ids) { ... on Node { ... on Person { tasks(first: 50) { nodes { id } } } } } }`,
  ],
  [
    'lists in the payload of a mutation',
    'mutation($n: Int!) { createTask(input: { title: "x" }) { task { person { deals(first: $n) { nodes { people { tasks(first: 50) { nodes { id } } } } } tasks(first: 100) { nodes { id } } } } } }',
    { n: 100 },
  ],
  [
    'a search with its default page size of 50',
    '{ searchPeople(by: { name: "Ann" }) { nodes { tasks(first: 100) { nodes { id } } } } }',
  ],
]

describe('The record limit', () => {
  test.each(excessiveOperations)(
    'a GraphQL request for more than 5,000 records through %s is rejected',
    async (_, document, variables) => {
      const { body } = await sendAsOwner(document, variables)
      expect([body.errors?.[0]?.extensions.code, body.data]).toEqual(['BAD_REQUEST', undefined])
      expect(body.errors[0].message).toMatch(
        /may return 5,\d\d\d records.*; the limit is 5,000: (lower|shorten) /,
      )
    },
  )

  test('a GraphQL GET request for more than 5,000 records is rejected, and so is a subscription whose results may each contain more than 100 records', async () => {
    const document =
      'query($t: Int) { people(first: 100) { nodes { tasks(first: $t) { nodes { id } } } } }'
    const reply = await world
      .as('owner')
      .rest(
        'GET',
        `/graphql?query=${encodeURIComponent(document)}&variables=${encodeURIComponent('{"t":50}')}`,
      )
    expect(reply.body.errors[0].message).toMatch(/5,100 records/)
    const subscription =
      'subscription($n: Int = 100) { events { record { ... on Person { tasks(first: $n) { nodes { id } } deals(first: 1) { nodes { id } } } } } }'
    const stream = await openStream(world.as('owner'), { url: world.url, query: subscription })
    expect((await stream.readRemaining())[0]?.data.errors[0].message).toMatch(
      /may return 101 records, 100 of them .*; the limit is 100: lower `first` on `events.record.tasks`/,
    )
  })
})

/** Operations within the limit, with their record counts. */
const validOperations: [label: string, count: number, document: string, variables?: Variables][] = [
  ['no list', 0, '{ me { id } }'],
  ['the default page', 10, '{ people { nodes { id } } }'],
  ['an absent variable', 10, 'query($n: Int) { people(first: $n) { nodes { id } } }'],
  [
    'null in place of a default',
    10,
    'query($n: Int = 100) { people(first: $n) { nodes { id } } }',
    { n: null },
  ],
  ['the default page of a search', 50, '{ searchPeople(by: { name: "Ann" }) { nodes { id } } }'],
  [
    'one id in place of a list',
    3,
    '{ nodes(ids: "person_zzzzzzzz") { ... on Person { tasks(first: 2) { nodes { id } } } } }',
  ],
  [
    'a skipped field',
    510,
    'query($x: Boolean!) { people { nodes { tasks(first: 50) @skip(if: $x) { nodes { id } } } } }',
    { x: true },
  ],
  ['unknown variables', 10, '{ people { nodes { id } } }', { first: 100, n: 5 }],
  ['the same field twice', 20, '{ people { nodes { id } } people { nodes { id } } }'],
  [
    'fragments on types that exclude each other',
    21,
    '{ node(id: "person_zzzzzzzz") { ... on Person { tasks { nodes { id } } } ... on Deal { stageHistory(first: 11) { nodes { id } } } } }',
  ],
  [
    'rows in a variable',
    3,
    'mutation($r: [CreatePersonInput!]!) { createPeople(input: $r) { results { error { code } } } }',
    { r: [{}, {}, {}] },
  ],
  [
    'rows in a list in an input',
    3,
    'mutation($i: ID!, $t: [TagName!]) { tagPeople(input: { ids: [$i, $i, $i], add: $t }) { results { error { code } } } }',
    { i: 'person_zzzzzzzz', t: ['x'] },
  ],
  [
    'ids in an input in a variable',
    3,
    'mutation($i: TagPeopleInput!) { tagPeople(input: $i) { results { error { code } } } }',
    { i: { ids: Array(3).fill('person_zzzzzzzz'), add: ['x'] } },
  ],
]

test.each(validOperations)(
  'the response to a GraphQL request with %s reports a cost of %i records',
  async (_, count, document, variables) => {
    const { body } = await sendAsOwner(document, variables)
    expect([body.errors, body.extensions.cost?.nodes]).toEqual([undefined, count])
  },
)

test('the record count of a cached GraphQL document depends on its variable values', async () => {
  const document =
    'query Cached($p: Int, $t: Int = 1) { people(first: $p) { nodes { tasks(first: $t) { nodes { id } } } } }'
  const readRecordCount = async (variables: Variables) => {
    const { body } = await sendAsOwner(document, variables)
    return body.extensions.cost?.nodes ?? body.errors[0].extensions.code
  }
  const recordCounts = []
  for (const variables of [
    { p: 1 },
    { p: 100, t: 50 },
    { p: 100, t: 49 },
    { p: 1, t: 100 },
    { t: 500 },
    { p: 2 },
  ])
    recordCounts.push(await readRecordCount(variables))
  expect(recordCounts).toEqual([2, 'BAD_REQUEST', 5000, 101, 'VALIDATION_ERROR', 4])
})

test('fields in fragments count toward the GraphQL limits on depth, aliases, root fields and mutations, skipped fields count toward the root field limit, and the alias limit also applies to operations that are not executed', async () => {
  const createFragmentChain = (depth: number) =>
    `{ ...f0 } fragment f0 on Query { node(id: $id) { ...f1 } } ${repeatText(depth, (i) => `fragment f${i + 1} on Person { deals(first: 1) { nodes { people { ...f${i + 2} } } } }`)} fragment f${depth + 1} on Person { id }`
  const limitCases: [string, RegExp][] = [
    [`query($id: ID!) ${createFragmentChain(4)}`, /deeper than 12 levels/],
    [
      `query($id: ID!) { node(id: $id) { ...a } } fragment a on Person { ${repeatText(16, (i) => `a${i}: id`)} ...b } fragment b on Person { ${repeatText(15, (i) => `b${i}: id`)} }`,
      /more than 30 aliases/,
    ],
    [
      `query First($id: ID!) { me { id } } query Other { me { ${repeatText(31, (i) => `a${i}: id`)} } }`,
      /more than 30 aliases/,
    ],
    [
      `query($id: ID!) { ...r ...r ...r } fragment r on Query { ${repeatText(7, () => 'node(id: $id) @skip(if: true) { id }')} }`,
      /more than 20 root fields/,
    ],
    [
      `mutation($id: ID!) { ...m ...m } fragment m on Mutation { ${repeatText(6, () => 'deleteTask(id: $id) { deletedId }')} }`,
      /more than 10 mutations/,
    ],
  ]
  for (const [document, message] of limitCases) {
    const { body } = await world.as('owner').rest('POST', '/graphql', {
      query: document,
      variables: { id: personId },
      ...(document.includes('First') && { operationName: 'First' }),
    })
    expect([body.errors[0].message, body.data]).toEqual([expect.stringMatching(message), undefined])
  }
})
