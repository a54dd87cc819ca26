/**
 * Tests that each field has the same value whether it is requested alone or with all other fields,
 * because a list reads only the selected columns from the database.
 */

import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../src/resources/index.ts'
import { createRecords } from './support/access-records.ts'
import { createWorld, type TestUser, type World } from './support/world.ts'

type Field = GraphQLField<unknown, unknown>

const listOptionalArgumentFields = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(({ args }) =>
    args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined),
  )
const getNamedFieldType = ({ type }: Field) => getNamedType(type)
const isConnection = (field: Field) =>
  getNamedFieldType(field).name.endsWith('Connection') &&
  field.args.some(({ name }) => name === 'first')
const getNodeType = (page: Field) =>
  getNamedFieldType(
    (getNamedFieldType(page) as GraphQLObjectType).getFields()['nodes'] as Field,
  ) as GraphQLObjectType
const formatSelection = (field: Field) => {
  if (isLeafType(getNamedFieldType(field))) return field.name
  const type = getNamedFieldType(field)
  return isConnection(field)
    ? `${field.name}(first: 2) { nodes { id } }`
    : `${field.name} { __typename ${isObjectType(type) && type.getFields()['id'] ? 'id' : ''} }`
}

const rootLists = listOptionalArgumentFields(schema.getQueryType() as GraphQLObjectType).filter(
  (field) => isConnection(field) && field.name !== 'searchPeople',
)
/**
 * Every root list, and every list nested in the records of a root list. `createQuery` returns a
 * query of the list with a selection of fields.
 */
const lists = rootLists.flatMap((root) => [
  {
    name: root.name,
    type: getNodeType(root),
    createQuery: (inner: string) => `{ ${root.name}(first: 20) { nodes { id ${inner} } } }`,
  },
  ...listOptionalArgumentFields(getNodeType(root))
    .filter(isConnection)
    .map((page) => ({
      name: `${root.name}.${page.name}`,
      type: getNodeType(page),
      createQuery: (inner: string) =>
        `{ ${root.name}(first: 20) { nodes { id ${page.name}(first: 3) { nodes { ${inner} } } } } }`,
    })),
])

type Node = Record<string, unknown>

describe('Selected fields of lists', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await createRecords(world)
  })
  afterAll(() => world.stop())

  /** Returns the records of a list, or an empty list if the caller is not permitted to read it. */
  async function listNodes(caller: TestUser, list: string, query: string): Promise<Node[]> {
    const { body, text } = await world.as(caller).gql(query)
    expect(body.data || caller !== 'owner', text).toBeTruthy()
    return body.data?.[list]?.nodes ?? []
  }

  test.each(lists)(
    'each field of the list $name has the same value whether it is requested alone or with all other fields',
    async ({ name, type, createQuery }) => {
      const fields = listOptionalArgumentFields(type)
      const [root = '', child] = name.split('.')
      const listFieldValues = (field: Field, nodes: Node[]) =>
        nodes.map((node) =>
          child
            ? (node[child] as { nodes: Node[] } | null)?.nodes.map(
                (childNode) => childNode[field.name],
              )
            : node[field.name],
        )
      for (const caller of ['owner', 'agent'] as const) {
        const nodes = await listNodes(
          caller,
          root,
          createQuery(fields.map(formatSelection).join(' ')),
        )
        for (const field of fields)
          expect(
            listFieldValues(
              field,
              await listNodes(caller, root, createQuery(formatSelection(field))),
            ),
            field.name,
          ).toEqual(listFieldValues(field, nodes))
      }
    },
  )

  test('a list returns fields selected by fragments on concrete and interface types', async () => {
    const expectedNodes = await listNodes(
      'owner',
      'people',
      '{ people(first: 20) { nodes { id version fullName stage { name } } } }',
    )
    const query = `{ people(first: 20) { ...Page edges { cursor } } }
      fragment Page on PersonConnection { nodes { ...Own ... on Record { version } ... on Node { id } } } fragment Own on Person { fullName stage { name } }`
    const fragmentNodes = await listNodes('owner', 'people', query)
    const sortFieldsByName = (nodes: Node[]) =>
      nodes.map((node) => Object.fromEntries(Object.entries(node).sort()))
    expect(sortFieldsByName(fragmentNodes)).toEqual(sortFieldsByName(expectedNodes))
  })
})
