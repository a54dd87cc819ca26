import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql'
import { schema } from '../../src/resources/index.ts'

type Field = GraphQLField<unknown, unknown>

const listFields = (type: GraphQLObjectType): Field[] => Object.values(type.getFields())

/** Selects all fields of a type and of the records it refers to that need no arguments. */
export function selectAllFields(type: GraphQLNamedType, depth = 1): string {
  if (!isObjectType(type)) return '{ __typename }'
  const selections = listFields(type).flatMap((field) => {
    const fieldType = getNamedType(field.type)
    if (field.args.some(isRequiredArgument) || isConnection(field)) return []
    if (isLeafType(fieldType)) return [field.name]
    return depth > 0 && isObjectType(fieldType)
      ? [`${field.name} ${selectAllFields(fieldType, depth - 1)}`]
      : []
  })
  return `{ ${selections.join(' ') || '__typename'} }`
}

export const isConnection = (field: Field): boolean =>
  getNamedType(field.type).name.endsWith('Connection')

/** A connection, either at the root or of a record. */
export interface List {
  /** The type of the record that has the connection; undefined at the root. */
  owner?: string
  field: Field
  node: GraphQLNamedType
  /** The fields by which the list can be ordered. */
  orders: string[]
}

function toList(field: Field, owner?: string): List {
  const edges = getNamedType(field.type) as GraphQLObjectType
  const node = getNamedType((edges.getFields()['nodes'] as Field).type)
  const order = field.args.find(({ name }) => name === 'orderBy')
  const input = order && getNamedType(order.type)
  const orderEnum = isInputObjectType(input)
    ? getNamedType(input.getFields()['field']?.type)
    : undefined
  return {
    ...(owner && { owner }),
    field,
    node,
    orders: isEnumType(orderEnum) ? orderEnum.getValues().map(({ name }) => name) : [],
  }
}

const getLists = (type: GraphQLObjectType, owner?: string): List[] =>
  listFields(type)
    .filter((field) => isConnection(field) && !field.args.some(isRequiredArgument))
    .map((field) => toList(field, owner))

export const rootLists: List[] = getLists(schema.getQueryType() as GraphQLObjectType)

/** The connections of all types of records. */
export const ownedLists: List[] = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
    ? getLists(type, type.name)
    : [],
)
