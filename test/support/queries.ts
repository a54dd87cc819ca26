import { groups } from '../../src/graphiql/examples/index.ts'
import { reads } from '../bench/operations.ts'

const read = (text: string, variables: object = {}, name = '') => ({ text, variables, name })
/** Queries by what is written in them; where they have `ids`, these are to be filled in. */
export const written: Record<string, ReturnType<typeof read>> = {
  'a variable that is absent inside an object': read(
    'query($source: String, $tag: String) { people(where: { source: $source, tag: $tag, and: [{ source: $source }] }) { totalCount nodes { id } } }',
    { tag: 'VIP' },
  ),
  'a variable that is null inside an object': read(
    'query($source: String) { people(where: { source: $source }) { totalCount } }',
    { source: null },
  ),
  'a filter that contains itself': read(
    'query($where: PersonWhere) { people(where: $where) { totalCount } }',
    {
      where: { or: [{ not: { tag: 'VIP' } }, { and: [{ deals: { some: { status: 'open' } } }] }] },
    },
  ),
  'variables that are called as ours are': read(
    'query($_written0: Int) { people(first: $_written0) { nodes { id } } deals(first: 1) { nodes { id } } }',
    {
      _written0: 2,
    },
  ),
  'a default': read(
    'query($n: Int = 1, $name: String = "zo") { people(first: $n) { nodes { id } } searchPeople(name: $name) { nodes { id } } }',
  ),
  'a default that is replaced by null': read(
    'query($n: Int = 1) { people(first: $n) { nodes { id } } }',
    { n: null },
  ),
  'conditions on fields': read(
    'query($yes: Boolean!, $no: Boolean = false) { people { nodes { id @include(if: $yes) firstName @skip(if: $yes) lastName @include(if: $no) @skip(if: $no) } } }',
    { yes: true },
  ),
  'a field twice, once under a condition': read(
    'query($no: Boolean!) { people { nodes { id @include(if: $no) id tags @include(if: $no) { id } tags { name } } } }',
    {
      no: false,
    },
  ),
  'conditions on fragments': read(
    'query($yes: Boolean!, $no: Boolean!) { people { nodes { ...F @include(if: $no) ...F @include(if: $yes) ... @skip(if: $yes) { lastName } } } } fragment F on Person { firstName }',
    { yes: true, no: false },
  ),
  fragments: read(
    'query { people { ...Page } deals { nodes { people { ...Name } } } } fragment Page on PersonConnection { nodes { ...Name ... on Person { id } } } fragment Name on Person { __typename fullName }',
  ),
  'aliases of one field with different arguments': read(
    '{ a: people(first: 1) { nodes { id } } b: people(last: 1) { nodes { b: id } } }',
  ),
  'aliases that mean something to JavaScript': read(
    '{ __proto__: me { constructor: id toString: firstName __proto__: lastName then: role } }',
  ),
  'an interface': read(
    'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Person { fullName } ... on Deal { title } } }',
    { ids: [] },
  ),
  'an enum, a list and an object in the document': read(
    '{ people(where: { tags: ["VIP"], createdAt: { from: "2020-01-01T00:00:00Z" } }, orderBy: { field: name, direction: desc }) { nodes { fullName } } }',
  ),
  'the wrong variable': read('query($n: Int!) { people(first: $n) { nodes { id } } }', {
    n: 'ten',
  }),
  'a variable that is missing': read('query($id: ID!) { person(id: $id) { id } }'),
  'a condition that is none': read('query($yes: Boolean!) { me { id @include(if: $yes) } }', {
    yes: 'perhaps',
  }),
  'a record that is not there': read('{ person(id: "person_nowhere00") { id } me { id } }'),
  'one of several that fails': read(
    '{ good: people { nodes { id } } bad: person(id: "person_nowhere00") { id } worse: deal(id: "deal_nowhere000") { id } }',
  ),
  'several errors below one null': read(
    '{ deals { nodes { people { id merges(after: "nothing-of-this-list") { nodes { id } } } } } }',
  ),
  'a cursor that is none': read('{ people(after: "nothing-of-this-list") { nodes { id } } }'),
  'too much': read('{ people(first: 100) { nodes { deals(first: 100) { nodes { id } } } } }'),
  'the schema': read('{ __schema { queryType { name } } people { nodes { id } } }'),
  'a type': read('{ __type(name: "AsItIs") { name } __typename }'),
}
for (const example of groups.flatMap(({ examples }) => examples)) {
  const { kind, name } = example
  if (kind === 'query' && !example.variables)
    written[`the example ${name}`] = read(example.query, {}, name)
}
for (const { name, query, variables } of reads) if (query) written[name] = read(query, variables)
