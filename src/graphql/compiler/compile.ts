/**
 * Compiles an operation into a function that returns the same result as graphql-js. The function
 * handles errors in a single root field and in nullable fields outside lists. For other errors,
 * the function bails out, and graphql-js executes the operation.
 */
import {
  defaultTypeResolver,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  typeFromAST,
  visit,
} from 'graphql'
import type { PreparedOperation } from '../operation.ts'
import {
  bailOutSignal,
  type CompiledOperation,
  type Complete,
  compileCondition,
  completeAbstract,
  completeField,
  completeLeaf,
  completeList,
  completeNullable,
  completeObject,
  createArgumentReader,
  createCompiledOperation,
  type FieldEntry,
  type Resolver,
  recordFieldError,
} from './complete.ts'

export function compileOperation(operation: PreparedOperation): CompiledOperation | undefined {
  if (!isCompilable(operation)) return undefined
  const { definition, rootType } = operation
  const rootFields = collectFields(operation, rootType, [definition.selectionSet])
  const [singleRoot] = rootFields.size === 1 ? rootFields.values() : []
  try {
    const complete = new Compiler(operation, singleRoot).completeRoot(rootFields)
    return createCompiledOperation(operation, complete)
  } catch {
    // Execute the operation with graphql-js, which reports the error.
    return undefined
  }
}

/** Maximum fields to compile: compiling a larger operation would block other requests. */
const maxFields = 300

/**
 * Returns whether an operation can be compiled: a query or a single mutation with up to `maxFields`
 * fields, no `__schema` or `__type`, no conditional fragment and no conditional field repeated.
 */
function isCompilable({ document, definition, type }: PreparedOperation): boolean {
  const [rootNode, secondRootNode] = definition.selectionSet.selections
  const isSingleMutation = type === 'mutation' && rootNode?.kind === Kind.FIELD && !secondRootNode
  if (type !== 'query' && !isSingleMutation) return false
  const responseKeys: string[] = []
  const conditionalKeys: string[] = []
  let isSupported = true
  const rejectDirectives = ({ directives }: { directives?: readonly unknown[] | undefined }) => {
    if (directives?.length) isSupported = false
  }
  visit(document, {
    Field(node) {
      const key = node.alias?.value ?? node.name.value
      responseKeys.push(key)
      if (node.directives?.length) conditionalKeys.push(key)
      if (node.name.value === '__schema' || node.name.value === '__type') isSupported = false
    },
    FragmentSpread: rejectDirectives,
    InlineFragment: rejectDirectives,
  })
  return (
    isSupported &&
    responseKeys.length <= maxFields &&
    conditionalKeys.every((key) => responseKeys.indexOf(key) === responseKeys.lastIndexOf(key))
  )
}

/** Groups an object's field nodes by response key; nodes with the same key are merged. */
function collectFields(
  { schema, fragments }: PreparedOperation,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): Map<string, FieldNode[]> {
  const fields = new Map<string, FieldNode[]>()
  const spreadNames = new Set<string>()
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        fields.set(key, [...(fields.get(key) ?? []), selection])
        continue
      }
      const isSpread = selection.kind === Kind.FRAGMENT_SPREAD
      if (isSpread && spreadNames.has(selection.name.value)) continue
      if (isSpread) spreadNames.add(selection.name.value)
      const fragment = isSpread ? fragments.get(selection.name.value) : selection
      const condition = fragment?.typeCondition ? typeFromAST(schema, fragment.typeCondition) : type
      const isApplicable =
        condition === type || (isAbstractType(condition) && schema.isSubType(condition, type))
      if (fragment && isApplicable) collect(fragment.selectionSet)
    }
  }
  for (const selectionSet of selectionSets) collect(selectionSet)
  return fields
}

/** The response keys from the root to a field; undefined for a field inside a list. */
type Path = readonly string[] | undefined

class Compiler {
  readonly #operation: PreparedOperation
  readonly #fragments: GraphQLResolveInfo['fragments']
  /** The nodes of the root field, if the operation has only one root field. */
  readonly #singleRoot: readonly FieldNode[] | undefined
  #fieldCount = 0
  #argumentsCount = 0

  constructor(operation: PreparedOperation, singleRoot: readonly FieldNode[] | undefined) {
    this.#operation = operation
    this.#fragments = Object.fromEntries(operation.fragments)
    this.#singleRoot = singleRoot
  }

  completeRoot(fields: Map<string, FieldNode[]>): Complete {
    return completeObject(this.#entries(this.#operation.rootType, fields, []))
  }

  #complete(type: GraphQLOutputType, nodes: readonly FieldNode[], path: Path): Complete {
    const isRequired = isNonNullType(type)
    const nullableType = isRequired ? type.ofType : type
    if (isLeafType(nullableType)) return completeLeaf(nullableType, isRequired)
    const completeValue = isListType(nullableType)
      ? completeList(this.#complete(nullableType.ofType, nodes, undefined))
      : isObjectType(nullableType)
        ? this.#completeObject(nullableType, nodes, path)
        : this.#completeAbstract(nullableType, nodes, path)
    return completeNullable(isRequired, completeValue)
  }

  #completeObject(type: GraphQLObjectType, nodes: readonly FieldNode[], path: Path): Complete {
    const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const fields = collectFields(this.#operation, type, selectionSets)
    return completeObject(this.#entries(type, fields, path))
  }

  #completeAbstract(type: GraphQLAbstractType, nodes: readonly FieldNode[], path: Path): Complete {
    const { schema } = this.#operation
    const completeByType = new Map(
      schema
        .getPossibleTypes(type)
        .map((possible) => [possible.name, this.#completeObject(possible, nodes, path)]),
    )
    const resolveType = type.resolveType ?? defaultTypeResolver
    const info = { schema } as GraphQLResolveInfo
    return completeAbstract(completeByType, (value, ctx) => resolveType(value, ctx, info, type))
  }

  #entries(type: GraphQLObjectType, fields: Map<string, FieldNode[]>, parent: Path): FieldEntry[] {
    return [...fields].map(([key, nodes]): FieldEntry => {
      if (++this.#fieldCount > maxFields) throw bailOutSignal
      const node = nodes[0] as FieldNode
      const isIncluded = compileCondition(node)
      const field = type.getFields()[node.name.value]
      if (!field) return { key, isIncluded, property: undefined, complete: () => type.name }
      const path = parent && [...parent, key]
      const complete = this.#complete(field.type, nodes, path)
      if (!field.resolve) return { key, isIncluded, property: field.name, complete }
      const resolve = this.#resolveField(type, field, nodes, path, complete)
      return { key, isIncluded, property: undefined, complete: resolve }
    })
  }

  #resolveField(
    parentType: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    path: Path,
    complete: Complete,
  ): Complete {
    const { schema, definition } = this.#operation
    const info = {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      schema,
      fragments: this.#fragments,
      operation: definition,
    } as GraphQLResolveInfo
    const readArguments = createArgumentReader(
      field,
      nodes[0] as FieldNode,
      () => this.#argumentsCount++,
    )
    const isRequired = isNonNullType(field.type)
    const handleError =
      path && (!isRequired || nodes === this.#singleRoot)
        ? recordFieldError(nodes, path, isRequired)
        : undefined
    return completeField(field.resolve as Resolver, readArguments, info, complete, handleError)
  }
}
