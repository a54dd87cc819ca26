import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  parse,
  typeFromAST,
  type ValueNode,
  validate,
} from 'graphql'
import { PreparedOperation } from '../graphql/operation.ts'
import { deprecationOf } from '../lib/deprecation.ts'
import { addPagination, lastVariable } from './pagination.ts'
import type { Route } from './route.ts'
import { addVersions, versionVariable } from './versions.ts'

/** An input of a route: a variable of its document, followed to the place that it feeds. */
export interface RouteInput {
  name: string
  type: GraphQLInputType
  required: boolean
  /** `header`: the version in `If-Match`. */
  from: 'path' | 'query' | 'body' | 'header'
  /** The place in the root field's arguments, as `argument.field…`. */
  place: string
  /** The argument or input field that it feeds, with its description and limits. */
  target: GraphQLArgument | GraphQLInputField
}

export interface PreparedRoute extends Route {
  operation: PreparedOperation
  /** The operation's name: operationId, log label, metric label. */
  name: string
  /** The response key of the root field. */
  root: string
  inputs: RouteInput[]
  mutation: boolean
}

/**
 * Parses, validates and prepares a route's document. @throws when it is not good, which the
 * contracts and the tests find, for they prepare all of them
 */
export function prepareRoute(schema: GraphQLSchema, route: Route): PreparedRoute {
  const fail = (why: string): never => {
    throw new Error(`${route.method} ${route.path}: ${why}`)
  }
  const document = addPagination(
    schema,
    addVersions(schema, parse(route.document, { noLocation: true })),
    route,
  )
  const errors = validate(schema, document)
  if (errors[0]) fail(errors[0].message)
  const definition = document.definitions.find(
    (each): each is OperationDefinitionNode => each.kind === Kind.OPERATION_DEFINITION,
  )
  if (!definition?.name) return fail('the document has no named operation')
  const root = definition.selectionSet.selections[0]
  if (root?.kind !== Kind.FIELD || definition.selectionSet.selections.length !== 1)
    return fail('the document must have one root field')
  const prepared = new PreparedOperation(schema, document, definition)
  const targets = targetsOf(prepared)
  const inPath = new Set([...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
  const inputs = (definition.variableDefinitions ?? []).flatMap((variable): RouteInput | [] => {
    const name = variable.variable.name.value
    if (name === lastVariable) return []
    const type = typeFromAST(schema, variable.type as never) as GraphQLInputType
    const target =
      targets.get(name) ?? (name === 'total' ? counted : fail(`$${name} feeds nothing`))
    const from =
      name === versionVariable
        ? 'header'
        : inPath.has(name)
          ? 'path'
          : route.method === 'get' || route.method === 'delete'
            ? 'query'
            : 'body'
    return {
      name,
      type,
      required: isNonNullType(type) && !variable.defaultValue,
      from,
      ...target,
    }
  })
  const mutation = definition.operation === 'mutation'
  if (mutation === (route.method === 'get')) fail('only a GET is a query')
  const deprecated =
    route.deprecated ?? deprecationOf(prepared.rootType.getFields()[root.name.value])
  return {
    ...route,
    ...(deprecated && { deprecated }),
    operation: prepared,
    name: definition.name.value,
    root: root.alias?.value ?? root.name.value,
    inputs,
    mutation,
  }
}

type Target = Pick<RouteInput, 'place' | 'target'>

/** It feeds a directive, not an argument. */
const counted = {
  place: 'total',
  target: { description: 'Whether to count all records of the list, as `meta.total`.' },
} as Target

/** For each variable, the first place that it feeds. */
function targetsOf(operation: PreparedOperation): Map<string, Target> {
  const found = new Map<string, Target>()
  const follow = (
    node: ValueNode,
    target: GraphQLArgument | GraphQLInputField,
    place: string,
  ): void => {
    if (node.kind === Kind.VARIABLE && !found.has(node.name.value))
      found.set(node.name.value, { place, target })
    if (node.kind === Kind.LIST)
      for (const [index, value] of node.values.entries())
        follow(value, elementOf(target), `${place}.${index}`)
    if (node.kind !== Kind.OBJECT) return
    const type = getNamedType(target.type)
    if (!isInputObjectType(type)) return
    for (const field of node.fields) {
      const into = type.getFields()[field.name.value]
      if (into) follow(field.value, into, `${place}.${field.name.value}`)
    }
  }
  for (const { field, node } of operation.selectedFields) {
    for (const argument of node.arguments ?? []) {
      const into = field.args.find((each) => each.name === argument.name.value)
      if (into) follow(argument.value, into, into.name)
    }
  }
  return found
}

/** The limits of a list are not those of one of its elements. */
const elementOf = <T extends GraphQLArgument | GraphQLInputField>(list: T): T => ({
  ...list,
  extensions: {},
})

/** A list of plain values: in a query they are parted by commas, where one of objects is JSON. */
export function isPlainList({ type }: RouteInput): boolean {
  const { isList, named } = shapeOf(type)
  return isList && !isInputObjectType(named)
}

/** One filter in the query, which stands among those of the route. */
export function isFilterParameter({ from, type }: RouteInput): boolean {
  const { isList, named } = shapeOf(type)
  return from === 'query' && isList && isInputObjectType(named)
}

/** The type inside `!`, and whether it is a list. */
export function shapeOf(type: GraphQLInputType): { isList: boolean; named: GraphQLNamedInputType } {
  const bare = isNonNullType(type) ? type.ofType : type
  return { isList: isListType(bare), named: getNamedType(type) }
}
