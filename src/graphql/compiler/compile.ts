/**
 * Compiles an operation into a function that makes the same result as graphql-js, for as long as
 * all goes well. Of errors it knows only that of a single root field; at any other it bails out, and
 * the operation runs again with graphql-js.
 */
import {
  defaultTypeResolver,
  type ExecutionResult,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/async.ts'
import { type PreparedOperation, usesVariables, type Variables } from '../operation.ts'
import { collectFields, includeCondition, isCompilable, maxFields } from './collect-fields.ts'
import {
  bailOut,
  type CompiledRun,
  type Complete,
  completeAsync,
  completeLeaf,
  completeList,
  completeNull,
  completeObject,
  type Entry,
} from './complete-value.ts'

/** Returns undefined if it bails out. */
export type CompiledOperation = (
  ctx: Context,
  variables: Variables,
) => MaybePromise<ExecutionResult | undefined>

/** The error of the single root field. */
class RootFieldFailed {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** Returns undefined for an operation that is not compilable. */
export function compileOperation(operation: PreparedOperation): CompiledOperation | undefined {
  if (!isCompilable(operation)) return undefined
  const { schema, definition, rootType } = operation
  const roots = collectFields(operation, rootType, [definition.selectionSet])
  const [singleRoot] = roots.size === 1 ? roots : []
  let complete: Complete
  try {
    complete = new Compiler(operation, singleRoot?.[1]).completeRoot(roots)
  } catch {
    // graphql-js reports what it is.
    return undefined
  }
  const recover = (error: unknown): ExecutionResult | undefined => {
    if (!(error instanceof RootFieldFailed) || !singleRoot) return undefined
    const [key, nodes] = singleRoot
    const isRequired = isNonNullType(rootType.getFields()[nodes[0]?.name.value ?? '']?.type)
    return {
      data: isRequired ? null : { [key]: null },
      errors: [locatedError(error.error, nodes, [key])],
    }
  }
  return (ctx, variables) => {
    const definitions = definition.variableDefinitions ?? []
    const { variableValues, errors } = getVariableValues(schema, definitions, variables)
    if (errors) return { errors }
    try {
      const run: CompiledRun = { ctx, variables: variableValues, args: [] }
      const data = complete({}, run) as MaybePromise<Record<string, unknown>>
      return data instanceof Promise ? data.then((data) => ({ data }), recover) : { data }
    } catch (error) {
      return recover(error)
    }
  }
}

class Compiler {
  readonly #operation: PreparedOperation
  readonly #fragments: GraphQLResolveInfo['fragments']
  /** The nodes of the single root field, whose error becomes the result's. */
  readonly #singleRoot: readonly FieldNode[] | undefined
  #fieldCount = 0
  #argumentsCount = 0

  constructor(operation: PreparedOperation, singleRoot: readonly FieldNode[] | undefined) {
    this.#operation = operation
    this.#fragments = Object.fromEntries(operation.fragments)
    this.#singleRoot = singleRoot
  }

  completeRoot(fields: Map<string, FieldNode[]>): Complete {
    return completeObject(this.#entries(this.#operation.rootType, fields), true)
  }

  #complete(type: GraphQLOutputType, nodes: readonly FieldNode[], isRequired = false): Complete {
    if (isNonNullType(type)) return this.#complete(type.ofType, nodes, true)
    if (isListType(type)) return completeList(this.#complete(type.ofType, nodes), isRequired)
    if (isLeafType(type)) return completeLeaf(type, isRequired)
    return isObjectType(type)
      ? this.#completeObject(type, nodes, isRequired)
      : this.#completeAbstract(type, nodes, isRequired)
  }

  #completeObject(
    type: GraphQLObjectType,
    nodes: readonly FieldNode[],
    isRequired: boolean,
  ): Complete {
    const sets = nodes.map(({ selectionSet }) => selectionSet).filter((set) => set !== undefined)
    const fields = collectFields(this.#operation, type, sets)
    return completeObject(this.#entries(type, fields), isRequired)
  }

  #completeAbstract(
    type: GraphQLAbstractType,
    nodes: readonly FieldNode[],
    isRequired: boolean,
  ): Complete {
    const { schema } = this.#operation
    const completeMissing = completeNull(isRequired)
    const completeByType = new Map(
      schema
        .getPossibleTypes(type)
        .map((each) => [each.name, this.#completeObject(each, nodes, isRequired)]),
    )
    const resolveType = type.resolveType ?? defaultTypeResolver
    const complete: Complete = (value, run) => {
      if (value === null || value === undefined) return completeMissing()
      if (value instanceof Promise || value instanceof Error)
        return completeAsync(value, complete, run)
      const name = resolveType(value, run.ctx, { schema } as GraphQLResolveInfo, type)
      const completeType = typeof name === 'string' ? completeByType.get(name) : undefined
      if (!completeType) throw bailOut
      return completeType(value, run)
    }
    return complete
  }

  #entries(type: GraphQLObjectType, fields: Map<string, FieldNode[]>): Entry[] {
    return [...fields].map(([key, nodes]): Entry => {
      if (++this.#fieldCount > maxFields) throw bailOut
      const node = nodes[0] as FieldNode
      const isIncluded = includeCondition(node)
      const field = type.getFields()[node.name.value]
      if (!field) return { key, isIncluded, property: undefined, complete: () => type.name }
      const complete = this.#complete(field.type, nodes)
      return field.resolve
        ? {
            key,
            isIncluded,
            property: undefined,
            complete: this.#resolve(type, field, nodes, complete),
          }
        : { key, isIncluded, property: field.name, complete }
    })
  }

  #resolve(
    parentType: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
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
    const argumentsIn = this.#readArguments(field, nodes[0] as FieldNode)
    const resolver = field.resolve as Resolver
    const resolve = nodes === this.#singleRoot ? catchErrors(resolver) : resolver
    return (source, run) => complete(resolve(source, argumentsIn(run), run.ctx, info), run)
  }

  /** Reads arguments without variables once, and others once in a run. */
  #readArguments(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
  ): (run: CompiledRun) => object {
    if (!node.arguments?.some(({ value }) => usesVariables(value))) {
      const values = getArgumentValues(field, node)
      return () => values
    }
    const index = this.#argumentsCount++
    return ({ args, variables }) => {
      args[index] ??= getArgumentValues(field, node, variables)
      return args[index]
    }
  }
}

type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>

function catchErrors(resolver: Resolver): Resolver {
  const fail = (error: unknown): never => {
    throw new RootFieldFailed(error)
  }
  return (...parameters) => {
    try {
      const value = resolver(...parameters)
      return value instanceof Promise ? value.catch(fail) : value
    } catch (error) {
      return fail(error)
    }
  }
}
