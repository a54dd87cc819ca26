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
  listFragmentPaths,
  versionVariable,
} from './route-document.ts'

/** A route's input: a variable of the document, with the argument or input field that uses it. */
export interface RouteInput extends InputUse {
  name: string
  type: GraphQLInputType
  isRequired: boolean
  /** The location of the input in the request; `header` is the version in `If-Match`. */
  source: 'path' | 'query' | 'body' | 'header'
}

interface InputUse {
  /** The path in the arguments of the field that uses the input, such as `input.price`. */
  argumentPath: string
  /** The argument or input field, with its description and limits. */
  target: GraphQLArgument | GraphQLInputField
}

export interface PreparedRoute extends Route {
  operation: PreparedOperation
  /** The operation name, which is the `operationId` and the label in logs and metrics. */
  name: string
  /** The definition of the document's root field. */
  rootField: SelectedField['field']
  /** The field whose value is the route's result. */
  result: SelectedField
  /** The response keys from the root field to the result field. */
  resultPath: string[]
  /** Paths of fields that select only an inline fragment, and are null if it does not apply. */
  fragmentPaths: string[][]
  inputs: RouteInput[]
  /** The REST names of row fields, by GraphQL name, if the names differ. */
  rowNames: ReadonlyMap<string, string>
  alternatives: Alternatives[]
  /** Inputs of which one is required; if a request has several, the first in this list is used. */
  requiredAlternatives: string[] | undefined
  isMutation: boolean
  acceptsIfMatch: boolean
  /** Whether the route accepts `Idempotency-Key`; a DELETE is idempotent without a key. */
  acceptsIdempotencyKey: boolean
}

/** @throws Error if the document is invalid or does not match the route */
export function prepareRoute(schema: GraphQLSchema, route: Route): PreparedRoute {
  const fail = (fault: string): never => {
    throw new Error(`${route.method} ${route.path}: ${fault}`)
  }
  const parsedDocument = parse(route.document, { noLocation: true })
  const routeDocument = extendDocument(schema, parsedDocument, route.reply)
  const { document, alternatives } = extractAlternatives(schema, routeDocument)
  const [error] = validate(schema, document)
  if (error) fail(error.message)
  const definition = getOperationAST(document)
  if (!definition?.name) return fail('the document has no named operation')
  const operation = new PreparedOperation(schema, document, definition)
  const [root, secondRoot] = operation.rootFields
  if (!root || secondRoot) return fail('the document must have one root field')
  const subfield = findOnlySubfield(operation, root)
  const isMutation = operation.type === 'mutation'
  if (isMutation === (route.method === 'get')) fail('GET needs a query, other methods a mutation')
  const inputs = findInputs(route, createRouteOperation(operation, routeDocument), fail)
  const deprecated = route.deprecated ?? getDeprecation(root.field)
  return {
    ...route,
    ...(deprecated && { deprecated }),
    operation,
    name: definition.name.value,
    rootField: root.field,
    result: subfield ?? root,
    resultPath: [root, ...(subfield ? [subfield] : [])].map(({ node }) => getResponseKey(node)),
    fragmentPaths: listFragmentPaths(definition.selectionSet),
    inputs,
    rowNames: findRowNames(inputs),
    alternatives,
    requiredAlternatives: alternatives
      .filter(({ isRequired }) => isRequired)
      .map(({ fields }) => [...fields.keys()])[0],
    isMutation,
    acceptsIfMatch: inputs.some(({ source }) => source === 'header'),
    acceptsIdempotencyKey: ['post', 'put', 'patch'].includes(route.method),
  }
}

const findOnlySubfield = ({ selectedFields }: PreparedOperation, { node }: SelectedField) => {
  const subfieldNode = getOnlySelection(node)
  return selectedFields.find((field) => field.node === subfieldNode)
}

/** Returns the operation with all inputs of the route as variables, as in the route's document. */
const createRouteOperation = (operation: PreparedOperation, routeDocument: DocumentNode) =>
  operation.document === routeDocument
    ? operation
    : new PreparedOperation(
        operation.schema,
        routeDocument,
        getOperationAST(routeDocument) as OperationDefinitionNode,
      )

/** The use of the variable `total`, which is in a directive instead of an argument. */
const totalUse = {
  argumentPath: 'total',
  target: { description: "Whether to return the list's total count as `meta.total`." },
} as InputUse

function findInputs(route: Route, operation: PreparedOperation, fail: (fault: string) => never) {
  const uses = findUses(operation)
  const definitions = operation.definition.variableDefinitions ?? []
  return definitions.flatMap(({ variable, type: typeNode, defaultValue }): RouteInput | [] => {
    const name = variable.name.value
    if (name === lastVariable) return []
    const type = typeFromAST(operation.schema, typeNode as never) as GraphQLInputType
    const use = uses.get(name) ?? (name === 'total' ? totalUse : fail(`unused variable $${name}`))
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

function describeComparison(text: string, { name, description }: GraphQLInputField): string {
  if (name === 'eq') return text
  if (name === 'source') return description ?? ''
  return `${text.replace(/[.,].*/, '')} ${uncapitalize(description ?? '')}`
}

/** Adds the description and the limits of the compared field to a comparator. */
function toComparatorUse(field: InputUse['target'], comparator: GraphQLInputField) {
  const limits = field.extensions['comparators'] as Record<string, object> | undefined
  return {
    ...comparator,
    description: describeComparison(field.description ?? '', comparator),
    extensions: { ...comparator.extensions, ...limits?.[comparator.name] },
  } as GraphQLInputField
}

/** Returns the first use of each variable. */
function findUses(operation: PreparedOperation): Map<string, InputUse> {
  const uses = new Map<string, InputUse>()
  const visit = (node: ValueNode, target: InputUse['target'], argumentPath: string): void => {
    if (node.kind === Kind.VARIABLE && !uses.has(node.name.value))
      uses.set(node.name.value, { argumentPath, target })
    if (node.kind === Kind.LIST)
      // The limits of a list do not apply to its elements.
      for (const [index, value] of node.values.entries())
        visit(value, { ...target, extensions: {} } as typeof target, `${argumentPath}.${index}`)
    const type = getNamedType(target.type)
    if (node.kind !== Kind.OBJECT || !isInputObjectType(type)) return
    for (const { name, value } of node.fields) {
      const field = type.getFields()[name.value]
      if (!field) continue
      const use = isComparators(type) ? toComparatorUse(target, field) : field
      visit(value, use, `${argumentPath}.${name.value}`)
    }
  }
  for (const { field, node } of operation.selectedFields)
    for (const { name, value } of node.arguments ?? []) {
      const argument = field.args.find((arg) => arg.name === name.value)
      if (argument) visit(value, argument, argument.name)
    }
  return uses
}

/** Returns whether an input is a filter that a query parameter contains as a JSON object. */
export function isFilterParameter({ source, type }: RouteInput): boolean {
  const { isList, namedType } = unwrapType(type)
  return source === 'query' && isList && isInputObjectType(namedType)
}

/** Returns the REST name of an input field: by default, its GraphQL name. */
export const getRestName = ({ name, extensions }: GraphQLInputField): string =>
  (extensions['restName'] as string | undefined) ?? name

/** Maps the GraphQL names of row fields, which error details contain, to the REST names. */
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

/** Returns whether REST accepts an object where GraphQL accepts a list: a filter or an order. */
export function isOneObject(input: RouteInput): boolean {
  const { isList, namedType } = unwrapType(input.type)
  return isFilterParameter(input) || (isList && namedType.name.endsWith('OrderInput'))
}

/** Returns whether an input type is a filter, such as `PersonWhere`. */
export const isFilter = (type: { name: string }) => type.name.endsWith('Where')

export const unwrapType = (type: GraphQLInputType) => ({
  isList: isListType(getNullableType(type)),
  namedType: getNamedType(type),
})
