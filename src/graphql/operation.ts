/** A validated operation of either interface, ready to run: its fields and its arguments. */
import {
  type ArgumentNode,
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
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import type { Context } from '../context.ts'
import { badRequest } from '../errors.ts'
import type { MaybePromise } from '../lib/async.ts'

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

export type Variables = Readonly<Record<string, unknown>>

/** A name without quotes, where a document may have meant a string. */
export class EnumLiteral {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** Undefined for a variable without a value. */
export function literalValue(node: ValueNode, variables: Variables): unknown {
  switch (node.kind) {
    case Kind.VARIABLE:
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value)
    case Kind.ENUM:
      return new EnumLiteral(node.value)
    case Kind.NULL:
      return null
    case Kind.LIST:
      return node.values.map((each) => literalValue(each, variables) ?? null)
    case Kind.OBJECT:
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, literalValue(value, variables)]),
      )
    default:
      return node.value
  }
}

export const argumentValue = (argument: ArgumentNode | undefined, variables: Variables) =>
  argument && literalValue(argument.value, variables)

/** The variables that an operation declares, with its defaults. */
export function withDefaultValues(
  { definition }: PreparedOperation,
  variables: Variables,
): Variables {
  const values: Record<string, unknown> = Object.create(null)
  for (const { variable, defaultValue } of definition.variableDefinitions ?? []) {
    const name = variable.name.value
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined
    values[name] = value === undefined && defaultValue ? literalValue(defaultValue, {}) : value
  }
  return values
}

/** The variables in a value, each as often as it is used. */
export function variableNames(node: ValueNode): string[] {
  if (node.kind === Kind.VARIABLE) return [node.name.value]
  if (node.kind === Kind.LIST) return node.values.flatMap(variableNames)
  if (node.kind === Kind.OBJECT) return node.fields.flatMap(({ value }) => variableNames(value))
  return []
}

export const usesVariables = (node: ValueNode): boolean => variableNames(node).length > 0
