/**
 * A list fetches only the selected columns, so each field must return the same value alone and with
 * all others.
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

const listFields = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(({ args }) =>
    args.every(({ type, defaultValue }) => !isNonNullType(type) || defaultValue !== undefined),
  )
const getType = ({ type }: Field) => getNamedType(type)
const isPage = (field: Field) =>
  getType(field).name.endsWith('Connection') && field.args.some(({ name }) => name === 'first')
const getNode = (page: Field) =>
  getType((getType(page) as GraphQLObjectType).getFields()['nodes'] as Field) as GraphQLObjectType
const toSelection = (field: Field) => {
  if (isLeafType(getType(field))) return field.name
  const type = getType(field)
  return isPage(field)
    ? `${field.name}(first: 2) { nodes { id } }`
    : `${field.name} { __typename ${isObjectType(type) && type.getFields()['id'] ? 'id' : ''} }`
}

/**
 * Every root list and every list of its records, with a function that wraps a selection of fields
 * in the query.
 */
const roots = listFields(schema.getQueryType() as GraphQLObjectType).filter(
  (field) => isPage(field) && field.name !== 'searchPeople',
)
const lists = roots.flatMap((root) => [
  {
    name: root.name,
    type: getNode(root),
    wrap: (inner: string) => `{ ${root.name}(first: 20) { nodes { id ${inner} } } }`,
  },
  ...listFields(getNode(root))
    .filter(isPage)
    .map((page) => ({
      name: `${root.name}.${page.name}`,
      type: getNode(page),
      wrap: (inner: string) =>
        `{ ${root.name}(first: 20) { nodes { id ${page.name}(first: 3) { nodes { ${inner} } } } } }`,
    })),
])

type Node = Record<string, unknown>

describe('List fields', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
    await createRecords(world)
  })
  afterAll(() => world.stop())

  /** Returns the records of a list, or none for a caller without permission to read it. */
  async function send(caller: TestUser, list: string, query: string): Promise<Node[]> {
    const { body, text } = await world.as(caller).gql(query)
    expect(body.data || caller !== 'owner', text).toBeTruthy()
    return body.data?.[list]?.nodes ?? []
  }

  test.each(lists)(
    'a field of the list $name has the same value whether requested alone or with all others',
    async ({ name, type, wrap }) => {
      const fields = listFields(type)
      const [root = '', child] = name.split('.')
      const getValues = (field: Field, nodes: Node[]) =>
        nodes.map((node) =>
          child
            ? (node[child] as { nodes: Node[] } | null)?.nodes.map((item) => item[field.name])
            : node[field.name],
        )
      for (const caller of ['owner', 'agent'] as const) {
        const nodes = await send(caller, root, wrap(fields.map(toSelection).join(' ')))
        for (const field of fields)
          expect(
            getValues(field, await send(caller, root, wrap(toSelection(field)))),
            field.name,
          ).toEqual(getValues(field, nodes))
      }
    },
  )

  test('a list returns fields selected by fragments on concrete and interface types', async () => {
    const plainNodes = await send(
      'owner',
      'people',
      '{ people(first: 20) { nodes { id version fullName stage { name } } } }',
    )
    const query = `{ people(first: 20) { ...Page edges { cursor } } }
      fragment Page on PersonConnection { nodes { ...Own ... on Record { version } ... on Node { id } } } fragment Own on Person { fullName stage { name } }`
    const fragmentNodes = await send('owner', 'people', query)
    const sortFields = (nodes: Node[]) =>
      nodes.map((node) => Object.fromEntries(Object.entries(node).sort()))
    expect(sortFields(fragmentNodes)).toEqual(sortFields(plainNodes))
  })
})
