/** A validated operation of GraphQL or REST, ready to run: its fields and its arguments. */
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import type { Variables } from './values.ts'

export interface SelectedField {
  field: GraphQLField<unknown, unknown>
  node: FieldNode
  depth: number
  parent: GraphQLObjectType
}

export class PreparedOperation {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly definition: OperationDefinitionNode
  readonly type: OperationDefinitionNode['operation']
  readonly name: string | undefined
  readonly rootType: GraphQLObjectType
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Each field of the document once, even if its fragment is spread twice; no introspection. */
  readonly selectedFields: readonly SelectedField[]
  readonly rootFields: readonly SelectedField[]
  readonly rootFieldNames: readonly string[]
  /** For each root field that requires a scope, the scopes of which any one is enough. */
  readonly rootScopes: readonly (readonly string[])[]

  /** @throws BAD_REQUEST if the operation selects too many fields */
  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.schema = schema
    this.document = document
    this.definition = definition
    this.type = definition.operation
    this.name = definition.name?.value
    this.rootType = schema.getRootType(this.type) as GraphQLObjectType
    this.fragments = new Map(
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((each) => [each.name.value, each]),
    )
    const fields: SelectedField[] = []
    walkFields<void>(this, undefined, (selected) => void fields.push(selected), true)
    this.selectedFields = fields
    this.rootFields = fields.filter(({ depth }) => depth === 1)
    this.rootFieldNames = [...new Set(this.rootFields.map(({ field }) => field.name))]
    this.rootScopes = this.rootFields
      .map(({ field }) => getRequiredScopes(field))
      .filter((scopes) => scopes.length > 0)
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

/** Maximum fields visited: fragments that spread each other select exponentially many. */
const maxVisits = 10_000

/** Visits each field with its parent's result, except introspection. @throws BAD_REQUEST */
export function walkFields<T>(
  operation: PreparedOperation,
  start: T,
  visit: Visit<T>,
  skipsRepeats = false,
): void {
  const walk = new FieldWalk(operation, visit, skipsRepeats)
  // Validation reports an operation type that the schema lacks.
  if (operation.rootType)
    walk.run(operation.definition.selectionSet, operation.rootType, 1, start, new Set())
}

type Visit<T> = (selected: SelectedField, parentResult: T) => T
type Parent = GraphQLObjectType
type Fragment = Exclude<SelectionNode, FieldNode>

class FieldWalk<T> {
  readonly #operation: Pick<PreparedOperation, 'schema' | 'fragments'>
  readonly #visit: Visit<T>
  readonly #fragmentsOnce: boolean
  #visits = 0

  constructor(operation: PreparedOperation, visit: Visit<T>, fragmentsOnce: boolean) {
    this.#operation = operation
    this.#visit = visit
    this.#fragmentsOnce = fragmentsOnce
  }

  run(set: SelectionSetNode, parent: Parent, depth: number, above: T, spread: Set<string>): void {
    for (const selection of set.selections) {
      if (++this.#visits > maxVisits)
        throw badRequest(`The document selects more than ${maxVisits} fields: request fewer`)
      if (selection.kind !== Kind.FIELD) {
        this.#runFragment(selection, parent, depth, above, spread)
        continue
      }
      const field = parent.getFields()[selection.name.value]
      if (!field) continue
      const result = this.#visit({ field, node: selection, depth, parent }, above)
      const type = getNamedType(field.type)
      if (selection.selectionSet && isCompositeType(type))
        this.run(selection.selectionSet, type as Parent, depth + 1, result, spread)
    }
  }

  #runFragment(node: Fragment, parent: Parent, depth: number, above: T, spread: Set<string>): void {
    const { schema, fragments } = this.#operation
    const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined
    if (name !== undefined && spread.has(name)) return
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
    const condition = fragment?.typeCondition
    const type = condition ? schema.getType(condition.name.value) : parent
    if (!fragment || !(isObjectType(type) || isInterfaceType(type))) return
    const innerSpread =
      name === undefined ? spread : (this.#fragmentsOnce ? spread : new Set(spread)).add(name)
    this.run(fragment.selectionSet, type as Parent, depth, above, innerSpread)
  }
}

/** Returns the scopes that a field declares, of which any one is enough. */
export const getRequiredScopes = (field: GraphQLField<unknown, unknown>): readonly string[] =>
  (field.extensions['scopes'] as string[] | undefined) ?? []
