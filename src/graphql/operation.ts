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
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'
import { locateError, type SelectedField } from './selected-field.ts'
import type { Variables } from './values.ts'

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
  /** The root fields that require a scope, with alternatives of which any is enough. */
  readonly scopedRoots: readonly { selected: SelectedField; scopes: readonly string[] }[]

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
        .filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)
        .map((node) => [node.name.value, node]),
    )
    const fields: SelectedField[] = []
    walkFields<void>(this, undefined, (selected) => void fields.push(selected), true)
    this.selectedFields = fields
    this.rootFields = fields.filter(({ depth }) => depth === 1)
    this.rootFieldNames = [...new Set(this.rootFields.map(({ field }) => field.name))]
    this.scopedRoots = this.rootFields
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
    walk.run(
      operation.definition.selectionSet,
      { parent: operation.rootType, depth: 1, parentField: undefined, parentResult: start },
      new Set(),
    )
}

type Visit<T> = (selected: SelectedField, parentResult: T) => T
type Fragment = Exclude<SelectionNode, FieldNode>

/** Where a selection set is, with the result of visiting the field that contains it. */
interface Position<T> extends Pick<SelectedField, 'parent' | 'depth' | 'parentField'> {
  parentResult: T
}

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

  run(set: SelectionSetNode, at: Position<T>, spread: Set<string>): void {
    const { parent, depth, parentField, parentResult } = at
    for (const selection of set.selections) {
      if (++this.#visits > maxVisits) throw locateError(tooManyFields(), [selection])
      if (selection.kind !== Kind.FIELD) {
        this.#runFragment(selection, at, spread)
        continue
      }
      // A union has no fields of its own.
      const field = 'getFields' in parent && parent.getFields()[selection.name.value]
      if (!field) continue
      const selected = { field, node: selection, depth, parent, parentField }
      const result = this.#visit(selected, parentResult)
      const type = getNamedType(field.type)
      if (selection.selectionSet && isCompositeType(type))
        this.run(
          selection.selectionSet,
          {
            parent: type as GraphQLObjectType,
            depth: depth + 1,
            parentField: selected,
            parentResult: result,
          },
          spread,
        )
    }
  }

  #runFragment(node: Fragment, at: Position<T>, spread: Set<string>): void {
    const { schema, fragments } = this.#operation
    const name = node.kind === Kind.FRAGMENT_SPREAD ? node.name.value : undefined
    if (name !== undefined && spread.has(name)) return
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node
    const condition = fragment?.typeCondition
    const type = condition ? schema.getType(condition.name.value) : at.parent
    if (!fragment || !isCompositeType(type)) return
    const innerSpread =
      name === undefined ? spread : (this.#fragmentsOnce ? spread : new Set(spread)).add(name)
    this.run(fragment.selectionSet, { ...at, parent: type as GraphQLObjectType }, innerSpread)
  }
}

const tooManyFields = () =>
  badRequest(`The document selects more than ${maxVisits} fields: request fewer`)

/** Returns the scopes that a field declares, of which any one is enough. */
export const getRequiredScopes = (field: GraphQLField<unknown, unknown>): readonly string[] =>
  (field.extensions['scopes'] as string[] | undefined) ?? []
