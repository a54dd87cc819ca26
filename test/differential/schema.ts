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

/**
 * Returns a selection of all fields of a type, and of the records to which the type refers, except
 * connections and fields with required arguments.
 */
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

const isConnection = (field: Field): boolean => getNamedType(field.type).name.endsWith('Connection')

/** A connection of the root type or of a record. */
export interface ConnectionField {
  /** The record type that has the connection; undefined for a root connection. */
  owner?: string
  field: Field
  node: GraphQLNamedType
  /** The fields by which the list can be ordered. */
  orders: string[]
}

function toConnectionField(field: Field, owner?: string): ConnectionField {
  const connectionType = getNamedType(field.type) as GraphQLObjectType
  const node = getNamedType((connectionType.getFields()['nodes'] as Field).type)
  const orderArgument = field.args.find(({ name }) => name === 'orderBy')
  const orderInput = orderArgument && getNamedType(orderArgument.type)
  const orderEnum = isInputObjectType(orderInput)
    ? getNamedType(orderInput.getFields()['field']?.type)
    : undefined
  return {
    ...(owner && { owner }),
    field,
    node,
    orders: isEnumType(orderEnum) ? orderEnum.getValues().map(({ name }) => name) : [],
  }
}

const listConnections = (type: GraphQLObjectType, owner?: string): ConnectionField[] =>
  listFields(type)
    .filter((field) => isConnection(field) && !field.args.some(isRequiredArgument))
    .map((field) => toConnectionField(field, owner))

export const rootLists: ConnectionField[] = listConnections(
  schema.getQueryType() as GraphQLObjectType,
)

/** The connections of all record types. */
export const ownedLists: ConnectionField[] = Object.values(schema.getTypeMap()).flatMap((type) =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node')
    ? listConnections(type, type.name)
    : [],
)
