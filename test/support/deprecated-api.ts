/** An API with a deprecated route, operation, field, argument and enum value. */
import { buildSchema } from '../../src/graphql/schema/build-schema.ts'
import { builder, requiredScopes } from '../../src/graphql/schema/builder.ts'
import { listArgs, orderInput, whereInput } from '../../src/graphql/schema/filter-inputs.ts'
import { deprecated } from '../../src/lib/deprecation.ts'
import { apiKeyFilterSpec } from '../../src/resources/api-keys/filter-spec.ts'
import { routes as shippedRoutes } from '../../src/resources/index.ts'
import { User } from '../../src/resources/users/graphql.ts'
import { del, get, post, put, type Route, reply, withPatchRoutes } from '../../src/rest/route.ts'

const documentationUrl = 'https://dealgraph.test/changes#contacts'
export const futureSunset = {
  since: '2026-01-15',
  sunset: '2027-02-01',
  reason: 'It says less than its successor.',
  link: documentationUrl,
}
/** A deprecation whose sunset has passed. The date has no effect on the API. */
const pastSunset = { since: '2024-01-01', sunset: '2025-06-01', reason: 'It has no use.' }
const withoutSunset = { since: '2026-05-01', reason: 'It has another name.' }

const TestKind = builder.enumType('TestKind', {
  description: 'For tests.',
  values: {
    fresh: { description: 'Not deprecated.' },
    stale: {
      description: 'Deprecated.',
      ...deprecated({ ...withoutSunset, replacement: 'fresh' }),
    },
  } as const,
})

const TestWhere = builder.inputRef<{
  name?: string | null
  title?: string | null
  inner?: object[] | null
}>('TestWhere')
TestWhere.implement({
  description: 'For tests.',
  fields: (t) => ({
    name: t.string({ description: 'Not deprecated.' }),
    title: t.string({
      description: 'Deprecated.',
      ...deprecated({ ...withoutSunset, replacement: 'TestWhere.name' }),
    }),
    inner: t.field({ type: [TestWhere], description: 'Nested filters.' }),
    kind: t.field({ type: TestKind, description: 'A kind.' }),
  }),
})

const TestThing = builder.objectRef<{ name: string }>('TestThing').implement({
  description: 'For tests.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    title: t.string({
      description: 'Its name.',
      ...deprecated({ ...futureSunset, replacement: 'TestThing.name' }),
      resolve: ({ name }) => name,
    }),
  }),
})

/** A filter spec with deprecated filters and sort orders. */
const deprecatedFilterSpec = {
  ...apiKeyFilterSpec,
  deprecated: { userId: withoutSunset, expiresAt: { ...futureSunset, replacement: 'expired' } },
}

builder.queryField('testKeys', (t) =>
  t.field({
    type: 'Boolean',
    description: 'For tests.',
    extensions: requiredScopes(),
    args: listArgs(
      t,
      whereInput('TestKey', deprecatedFilterSpec),
      orderInput('TestKey', deprecatedFilterSpec),
    ),
    resolve: () => true,
  }),
)

// Extends `User`, because subscriptions also return this type.
builder.objectField(User, 'testTitle', (t) =>
  t.string({
    description: 'For tests.',
    ...deprecated(withoutSunset),
    resolve: ({ firstName }) => firstName,
  }),
)

builder.queryFields((t) => ({
  testThing: t.field({
    type: TestThing,
    description: 'For tests.',
    extensions: requiredScopes('audit.view'),
    args: {
      id: t.arg.int({ description: 'Deprecated.', ...deprecated(withoutSunset) }),
      kind: t.arg({ type: TestKind, description: 'A kind.' }),
      where: t.arg({ type: TestWhere, description: 'A filter.' }),
    },
    resolve: () => ({ name: 'thing' }),
  }),
  testOld: t.string({
    description: 'For tests.',
    ...deprecated(pastSunset, requiredScopes()),
    resolve: () => 'still here',
  }),
}))

builder.mutationFields((t) => ({
  testRename: t.field({
    type: TestThing,
    description: 'For tests.',
    ...deprecated({ ...futureSunset, replacement: 'Mutation.updatePerson' }, requiredScopes()),
    args: { input: t.arg({ type: TestWhere, required: true, description: 'The new name.' }) },
    resolve: (_, { input }) => ({ name: input.name ?? '' }),
  }),
}))

export const schema = buildSchema()

const deprecatedRoutes = withPatchRoutes([
  get('/v1/test-contacts', reply.list, 'List contacts', {
    deprecated: { ...futureSunset, replacement: '/v1/people' },
  })`
    query ListTestContacts($limit: Int, $cursor: String) {
      people(first: $limit, after: $cursor) { nodes { id } pageInfo { hasNextPage endCursor } } }`,
  get('/v1/test-contacts/{id}', reply.record, 'Read a contact', {
    deprecated: { ...futureSunset, replacement: '/v1/people/{id}' },
  })`
    query GetTestContact($id: ID!) { person(id: $id) { id fullName } }`,
  put('/v1/test-contacts/{id}', reply.message('Contact updated'), 'Change a contact', {
    deprecated: { ...futureSunset, replacement: '/v1/people/{id}' },
  })`
    mutation UpdateTestContact($id: ID!, $source: ShortText) { updatePerson(id: $id, input: { source: $source }) { person { id } } }`,
  del('/v1/test-contacts/{id}', reply.message('Gone'), 'Trash a contact', {
    deprecated: { ...pastSunset, replacement: '/v1/people/{personId}' },
  })`
    mutation DeleteTestContact($id: ID!) { deletePerson(id: $id) { deletedId } }`,
  get('/v1/test-things', reply.record, 'Read a thing')`
    query GetTestThing($id: Int, $kind: TestKind, $where: TestWhere) { testThing(id: $id, kind: $kind, where: $where) { name title } }`,
  post('/v1/test-things/rename', reply.record, 'Rename a thing')`
    mutation RenameTestThing($name: String, $title: String) { testRename(input: { name: $name, title: $title }) { name } }`,
])

export const routes: Route[] = [...shippedRoutes, ...deprecatedRoutes]
