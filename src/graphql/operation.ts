/** A GraphQL operation that is ready to run, from a request or written for a REST route. */
import {
  type ASTNode,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { RequiredScope, Viewer } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { type ApiError, badRequest, missingScope } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import type { Variables } from './values.ts'

/** A field that a document selects, with its definition in the schema. */
export interface SelectedField {
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  depth: number
  parent: GraphQLObjectType
  /** The field whose selection set contains this field; undefined for a root field. */
  parentField: SelectedField | undefined
}

export class PreparedOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  readonly type: OperationDefinitionNode['operation']
  readonly name: string | undefined
  readonly rootType: GraphQLObjectType
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** The operation's fields except introspection; fields of a fragment are listed only once. */
  readonly selectedFields: readonly SelectedField[]
  readonly rootFields: readonly SelectedField[]
  readonly rootFieldNames: readonly string[]
  /** The root fields that require a scope; any one of `scopes` is sufficient. */
  readonly scopedRootFields: readonly { selected: SelectedField; scopes: readonly string[] }[]

  /** @throws BAD_REQUEST if the operation selects more than `maxVisitedFields` fields */
  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.schema = schema
    this.document = document
    this.definition = definition
    this.type = definition.operation
    this.name = definition.name?.value
    this.rootType = schema.getRootType(this.type) as GraphQLObjectType
    this.fragments = new Map(
      document.definitions
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
    const fields: SelectedField[] = []
    walkFields<void>(this, undefined, (selected) => void fields.push(selected), true)
    this.selectedFields = fields
    this.rootFields = fields.filter(({ depth }) => depth === 1)
    this.rootFieldNames = [...new Set(this.rootFields.map(({ field }) => field.name))]
    this.scopedRootFields = this.rootFields
      .map((selected) => ({ selected, scopes: getRequiredScopes(selected.field) }))
      .filter(({ scopes }) => scopes.length > 0)
  }
}

export const executeWithGraphqlJs = (
  { schema, document, name }: PreparedOperation,
  contextValue: Context,
  variableValues: Variables,
  rootValue?: unknown,
) =>
  execute({
    schema,
    document,
    operationName: name,
    rootValue,
    variableValues,
    contextValue,
  }) as MaybePromise<ExecutionResult>

/** Maximum fields to visit, since nested fragments can select exponentially many fields. */
export const maxVisitedFields = 10_000

type VisitField<T> = (selected: SelectedField, parentResult: T) => T

interface Walk<T> extends Pick<PreparedOperation, 'schema' | 'fragments'> {
  visit: VisitField<T>
  /** Whether a fragment is visited only at its first spread. */
  skipsRepeats: boolean
  visitCount: number
}

/** The position of a selection set, with the result of visiting the field that contains it. */
interface Position<T> extends Pick<SelectedField, 'parent' | 'depth' | 'parentField'> {
  parentResult: T
  spreadNames: Set<string>
}

/** Calls `visit` with each field and its parent's result. @throws BAD_REQUEST above the limit */
export function walkFields<T>(
  { schema, fragments, definition, rootType }: PreparedOperation,
  rootResult: T,
  visit: VisitField<T>,
  skipsRepeats = false,
): void {
  // Validation rejects an operation type that the schema does not define.
  if (!rootType) return
  const walk = { schema, fragments, visit, skipsRepeats, visitCount: 0 }
  const position = { parent: rootType, depth: 1, parentField: undefined, parentResult: rootResult }
  walkSelections(walk, definition.selectionSet, { ...position, spreadNames: new Set() })
}

function walkSelections<T>(walk: Walk<T>, { selections }: SelectionSetNode, at: Position<T>): void {
  const { parent, depth, parentField } = at
  for (const node of selections) {
    if (++walk.visitCount > maxVisitedFields) throw createTooManyFieldsError(node)
    if (node.kind !== Kind.FIELD) {
      walkFragment(walk, node, at)
      continue
    }
    // A union type has no fields.
    const field = 'getFields' in parent && parent.getFields()[node.name.value]
    if (!field) continue
    const selected = { field, node, depth, parent, parentField }
    const parentResult = walk.visit(selected, at.parentResult)
    const type = getNamedType(field.type) as GraphQLObjectType
    if (!node.selectionSet || !isCompositeType(type)) continue
    const position = { ...at, parent: type, depth: depth + 1, parentField: selected, parentResult }
    walkSelections(walk, node.selectionSet, position)
  }
}

function walkFragment<T>(walk: Walk<T>, node: Exclude<SelectionNode, FieldNode>, at: Position<T>) {
  let { spreadNames } = at
  if (node.kind === Kind.FRAGMENT_SPREAD) {
    const name = node.name.value
    if (spreadNames.has(name)) return
    spreadNames = (walk.skipsRepeats ? spreadNames : new Set(spreadNames)).add(name)
  }
  const fragment = node.kind === Kind.FRAGMENT_SPREAD ? walk.fragments.get(node.name.value) : node
  const condition = fragment?.typeCondition
  const type = condition ? walk.schema.getType(condition.name.value) : at.parent
  if (!fragment || !isCompositeType(type)) return
  const parent = type as GraphQLObjectType
  walkSelections(walk, fragment.selectionSet, { ...at, parent, spreadNames })
}

export const createTooManyFieldsError = (node: ASTNode): GraphQLError =>
  locateError(
    badRequest(`The document selects more than ${maxVisitedFields} fields: select fewer fields`),
    [node],
  )

/** Returns the scopes that a field declares; any one of them is sufficient. */
export const getRequiredScopes = (field: GraphQLField<unknown, unknown>): readonly string[] =>
  (field.extensions['scopes'] as string[] | undefined) ?? []

/** @throws FORBIDDEN if a root field requires a scope that the caller lacks */
export function checkScopes({ scopedRootFields }: PreparedOperation, { rights }: Viewer): void {
  for (const { selected, scopes } of scopedRootFields)
    if (!scopes.some((scope) => rights.has(scope as RequiredScope)))
      throw locateAtField(missingScope(scopes.join(' or ')), selected)
}

/** Adds document locations to an error that is detected before execution. */
export const locateError = (error: ApiError, nodes: readonly ASTNode[], path?: readonly string[]) =>
  new GraphQLError(error.message, { nodes, ...(path && { path }), originalError: error })

/** Adds a field's locations and path to an error that is detected before execution. */
export const locateAtField = (
  error: ApiError,
  selected: SelectedField,
  nodes: readonly ASTNode[] = [selected.node],
): GraphQLError => locateError(error, nodes, getResponsePath(selected))

/** Returns a field's response path; undefined inside a list, whose indexes are not yet known. */
function getResponsePath({ node, parentField }: SelectedField): string[] | undefined {
  const key = (node.alias ?? node.name).value
  if (!parentField) return [key]
  if (isListType(getNullableType(parentField.field.type))) return undefined
  return getResponsePath(parentField)?.concat(key)
}
