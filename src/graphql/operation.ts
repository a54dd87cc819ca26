/** A validated operation, ready to run, and its traversal. Both interfaces run operations of this form. */
import {
  type DocumentNode,
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
  type SelectionSetNode,
} from 'graphql'
import { badRequest } from '../errors.ts'

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
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  #selectedFields: readonly SelectedField[] | undefined
  #rootFields: readonly SelectedField[] | undefined
  #rootFieldNames: readonly string[] | undefined

  constructor(schema: GraphQLSchema, document: DocumentNode, definition: OperationDefinitionNode) {
    this.schema = schema
    this.document = document
    this.definition = definition
    this.fragments = new Map(
      document.definitions
        .filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
        .map((each) => [each.name.value, each]),
    )
  }

  get type() {
    return this.definition.operation
  }

  get name(): string | undefined {
    return this.definition.name?.value
  }

  get rootType(): GraphQLObjectType {
    return this.schema.getRootType(this.type) as GraphQLObjectType
  }

  /** Each field of the text once, however often its fragment is spread; without introspection. */
  get selectedFields(): readonly SelectedField[] {
    if (!this.#selectedFields) {
      const fields: SelectedField[] = []
      walkFields<void>(this, undefined, (selected) => void fields.push(selected), true)
      this.#selectedFields = fields
    }
    return this.#selectedFields
  }

  get rootFields(): readonly SelectedField[] {
    this.#rootFields ??= this.selectedFields.filter(({ depth }) => depth === 1)
    return this.#rootFields
  }

  get rootFieldNames(): readonly string[] {
    this.#rootFieldNames ??= [...new Set(this.rootFields.map(({ field }) => field.name))]
    return this.#rootFieldNames
  }
}

const preparedOperations = new WeakMap<OperationDefinitionNode, PreparedOperation>()

/** Prepares each operation of a cached document once, with everything derived from it. */
export function prepareOperation(
  schema: GraphQLSchema,
  document: DocumentNode,
  definition: OperationDefinitionNode,
): PreparedOperation {
  let operation = preparedOperations.get(definition)
  if (!operation) {
    operation = new PreparedOperation(schema, document, definition)
    preparedOperations.set(definition, operation)
  }
  return operation
}

/** Maximum fields visited: fragments that spread each other select exponentially many. */
const maxVisits = 10_000

/**
 * Visits the fields that an operation selects, fragments included, introspection excepted. The
 * result of `visit` is passed to the visits of the field's own selection.
 */
export function walkFields<T>(
  operation: PreparedOperation,
  start: T,
  visit: (selected: SelectedField, above: T) => T,
  fragmentsOnce = false,
): void {
  const { schema, fragments } = operation
  let visits = 0
  const walk = (
    set: SelectionSetNode,
    parent: GraphQLObjectType,
    depth: number,
    above: T,
    spread: Set<string>,
  ): void => {
    for (const selection of set.selections) {
      if (++visits > maxVisits)
        throw badRequest(`The document selects more than ${maxVisits} fields; ask for less at once`)
      if (selection.kind === Kind.FIELD) {
        const field = parent.getFields()[selection.name.value]
        if (!field) continue
        const below = visit({ field, node: selection, depth, parent }, above)
        const type = getNamedType(field.type)
        if (selection.selectionSet && isCompositeType(type))
          walk(selection.selectionSet, type as GraphQLObjectType, depth + 1, below, spread)
        continue
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
      const fragment = isSpread ? fragments.get(selection.name.value) : selection
      if (!fragment || (isSpread && spread.has(selection.name.value))) continue
      const condition = fragment.typeCondition
      const type = condition ? schema.getType(condition.name.value) : parent
      if (!isObjectType(type) && !isInterfaceType(type)) continue
      const inside = !isSpread
        ? spread
        : (fragmentsOnce ? spread : new Set(spread)).add(selection.name.value)
      walk(fragment.selectionSet, type as GraphQLObjectType, depth, above, inside)
    }
  }
  walk(operation.definition.selectionSet, operation.rootType, 1, start, new Set())
}

/** The scopes of which a field requires one; set where the field is defined. */
export const requiredScopes = (field: GraphQLField<unknown, unknown>): readonly string[] =>
  (field.extensions['scopes'] as string[] | undefined) ?? []
