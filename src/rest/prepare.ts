/** Prepares routes for requests: parses and validates their documents, and derives their inputs. */
import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
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
import { PreparedOperation, type SelectedField } from '../graphql/operation.ts'
import { getDeprecation } from '../lib/deprecation.ts'
import { uncapitalize } from '../lib/text.ts'
import { type Alternatives, extractAlternatives } from './alternatives.ts'
import type { Route } from './route.ts'
import {
  extendDocument,
  getOnlySelection,
  getResponseKey,
  lastVariable,
  listNarrowedPaths,
  versionVariable,
} from './route-document.ts'

/** An input of a route: a variable of the document, and the argument or input field using it. */
export interface RouteInput extends InputUse {
  name: string
  type: GraphQLInputType
  isRequired: boolean
  /** `header`: the version in `If-Match`. */
  source: 'path' | 'query' | 'body' | 'header'
}

interface InputUse {
  /** The path in the arguments of the root field: `argument.field…`. */
  argumentPath: string
  /** The argument or input field, with its description and limits. */
  target: GraphQLArgument | GraphQLInputField
}

export interface PreparedRoute extends Route {
  operation: PreparedOperation
  /** The name of the operation, which is the operationId and the label in logs and metrics. */
  name: string
  /** The field whose value is the result. */
  result: SelectedField
  /** The response keys of the root field and of the result, if it is nested. */
  resultPath: string[]
  /** The paths of fields that are narrowed to one type; objects of other types become null. */
  narrowedPaths: string[][]
  inputs: RouteInput[]
  /** The names in REST of row fields whose names differ, by those in errors. */
  rowNames: ReadonlyMap<string, string>
  alternatives: Alternatives[]
  /** Inputs of which one is required; the first that is present counts, the others are ignored. */
  requireOneOf: string[] | undefined
  isMutation: boolean
  acceptsIfMatch: boolean
  /** DELETE is idempotent without a key. */
  acceptsIdempotencyKey: boolean
}

/** @throws Error if the document is invalid, or does not fit the route */
export function prepareRoute(schema: GraphQLSchema, route: Route): PreparedRoute {
  const fail = (fault: string): never => {
    throw new Error(`${route.method} ${route.path}: ${fault}`)
  }
  const parsed = parse(route.document, { noLocation: true })
  const declared = extendDocument(schema, parsed, route.reply)
  const { document, alternatives } = extractAlternatives(schema, declared)
  const [error] = validate(schema, document)
  if (error) fail(error.message)
  const definition = getOperationAST(document)
  if (!definition?.name) return fail('the document has no named operation')
  const operation = new PreparedOperation(schema, document, definition)
  const [root, secondRoot] = operation.rootFields
  if (!root || secondRoot) return fail('the document must have one root field')
  const nestedNode = getOnlySelection(root.node)
  const nested = operation.selectedFields.find(({ node }) => node === nestedNode)
  const isMutation = operation.type === 'mutation'
  if (isMutation === (route.method === 'get')) fail('only a GET is a query')
  const inputs = findInputs(route, prepareDeclared(operation, declared), fail)
  const deprecated = route.deprecated ?? getDeprecation(root.field)
  return {
    ...route,
    ...(deprecated && { deprecated }),
    operation,
    name: definition.name.value,
    result: nested ?? root,
    resultPath: [root, ...(nested ? [nested] : [])].map(({ node }) => getResponseKey(node)),
    narrowedPaths: listNarrowedPaths(definition.selectionSet),
    inputs,
    rowNames: findRowNames(inputs),
    alternatives,
    requireOneOf: alternatives
      .filter(({ isRequired }) => isRequired)
      .map(({ fields }) => [...fields.keys()])[0],
    isMutation,
    acceptsIfMatch: inputs.some(({ source }) => source === 'header'),
    acceptsIdempotencyKey: ['post', 'put', 'patch'].includes(route.method),
  }
}

/** Returns the operation with the variables of the route, of which one that runs may have fewer. */
const prepareDeclared = (operation: PreparedOperation, declared: DocumentNode) =>
  operation.document === declared
    ? operation
    : new PreparedOperation(
        operation.schema,
        declared,
        getOperationAST(declared) as OperationDefinitionNode,
      )

/** `total` is used by a directive, not by an argument. */
const totalUse = {
  argumentPath: 'total',
  target: { description: 'Whether to count all records of the list, as `meta.total`.' },
} as InputUse

function findInputs(route: Route, operation: PreparedOperation, fail: (fault: string) => never) {
  const uses = findUses(operation)
  const definitions = operation.definition.variableDefinitions ?? []
  return definitions.flatMap(({ variable, type: typeNode, defaultValue }): RouteInput | [] => {
    const name = variable.name.value
    if (name === lastVariable) return []
    const type = typeFromAST(operation.schema, typeNode as never) as GraphQLInputType
    const use = uses.get(name) ?? (name === 'total' ? totalUse : fail(`$${name} is not used`))
    const isRequired = isNonNullType(type) && !defaultValue
    return { name, type, isRequired, source: findSource(route, name), ...use }
  })
}

function findSource({ path, method }: Route, name: string): RouteInput['source'] {
  if (name === versionVariable) return 'header'
  if (path.includes(`{${name}}`)) return 'path'
  return method === 'get' || method === 'delete' ? 'query' : 'body'
}

const isComparators = (type: { name: string }) => type.name.endsWith('Comparators')

/** Describes a comparator by the field that it compares, which can limit its values. */
function toComparatorUse(field: InputUse['target'], comparator: GraphQLInputField) {
  const limits = field.extensions['comparators'] as Record<string, object> | undefined
  return {
    ...comparator,
    description:
      comparator.name === 'eq'
        ? field.description
        : `${field.description?.replace(/\.( Indexed\.)?$/, '')}: ${uncapitalize(comparator.description ?? '')}`,
    extensions: { ...comparator.extensions, ...limits?.[comparator.name] },
  } as GraphQLInputField
}

/** Returns the first use of each variable. */
function findUses(operation: PreparedOperation): Map<string, InputUse> {
  const uses = new Map<string, InputUse>()
  const follow = (node: ValueNode, target: InputUse['target'], argumentPath: string): void => {
    if (node.kind === Kind.VARIABLE && !uses.has(node.name.value))
      uses.set(node.name.value, { argumentPath, target })
    if (node.kind === Kind.LIST)
      // The limits of the list are not those of its elements.
      for (const [index, value] of node.values.entries())
        follow(value, { ...target, extensions: {} } as typeof target, `${argumentPath}.${index}`)
    const type = getNamedType(target.type)
    if (node.kind !== Kind.OBJECT || !isInputObjectType(type)) return
    for (const { name, value } of node.fields) {
      const field = type.getFields()[name.value]
      if (!field) continue
      const use = isComparators(type) ? toComparatorUse(target, field) : field
      follow(value, use, `${argumentPath}.${name.value}`)
    }
  }
  for (const { field, node } of operation.selectedFields)
    for (const { name, value } of node.arguments ?? []) {
      const argument = field.args.find((arg) => arg.name === name.value)
      if (argument) follow(value, argument, argument.name)
    }
  return uses
}

/** Returns whether the input is a list of plain values, which a query separates by commas. */
export function isPlainList({ type }: RouteInput): boolean {
  const { isList, namedType } = unwrapType(type)
  return isList && !isInputObjectType(namedType)
}

/** Returns whether the input is a filter in the query, which is added to the route's filters. */
export function isFilterParameter({ source, type }: RouteInput): boolean {
  const { isList, namedType } = unwrapType(type)
  return source === 'query' && isList && isInputObjectType(namedType)
}

/** Returns the name of an input field of a row in REST. */
export const getRestName = ({ name, extensions }: GraphQLInputField): string =>
  (extensions['restName'] as string | undefined) ?? name

/** Returns the GraphQL names of a row's fields, by which errors name them, with those of REST. */
const findRowNames = (inputs: readonly RouteInput[]): Map<string, string> =>
  new Map(
    inputs
      .map(({ type }) => unwrapType(type))
      .flatMap(({ isList, namedType }) =>
        isList && isInputObjectType(namedType) ? Object.values(namedType.getFields()) : [],
      )
      .filter(({ extensions }) => extensions['restName'])
      .map((field) => [field.name, getRestName(field)]),
  )

/** Whether REST has one object where GraphQL has a list: a filter in the query, or an order. */
export function isOneObject(input: RouteInput): boolean {
  const { isList, namedType } = unwrapType(input.type)
  return isFilterParameter(input) || (isList && namedType.name.endsWith('OrderInput'))
}

/** Returns whether the input object is a filter, such as `PersonWhere`. */
export const isFilter = (type: { name: string }) => type.name.endsWith('Where')

export const unwrapType = (type: GraphQLInputType) => ({
  isList: isListType(getNullableType(type)),
  namedType: getNamedType(type),
})
