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
  type SelectionSetNode,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/maybe-promise.ts'
import { usesVariables } from '../arguments.ts'
import type { Variables } from '../check-values.ts'
import type { PreparedOperation } from '../operation.ts'
import { collectFields, condition, isCompilable, maxFields } from './collect-fields.ts'
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

/** A compiled operation; nothing, where graphql-js has to say what is answered. */
export type CompiledOperation = (
  ctx: Context,
  given: Variables,
) => MaybePromise<ExecutionResult | undefined>

/** What the one field at the top failed with. */
class Failed {
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/**
 * Makes a function of an operation, which answers as graphql-js does, as long as all goes well: of
 * errors it knows only that of a single field at the top. Nothing where it cannot be made.
 */
export function compileOperation(operation: PreparedOperation): CompiledOperation | undefined {
  if (!isCompilable(operation)) return undefined
  const { schema, definition, rootType: type } = operation
  const roots = collectFields(operation, type, [definition.selectionSet])
  const [alone] = roots.size === 1 ? roots : []
  const make = completeObject(entriesOf(operation, type, roots, alone?.[1]), true)
  const failed = (cause: unknown): ExecutionResult | undefined => {
    if (!(cause instanceof Failed) || !alone) return undefined
    const [key, nodes] = alone
    const required = isNonNullType(type.getFields()[nodes[0]?.name.value ?? '']?.type)
    return {
      data: required ? null : { [key]: null },
      errors: [locatedError(cause.cause, nodes, [key])],
    }
  }
  return (ctx, given) => {
    const { variableValues, errors } = getVariableValues(
      schema,
      definition.variableDefinitions ?? [],
      given,
    )
    if (errors) return { errors }
    try {
      const data = make({}, { ctx, variables: variableValues, args: [] }) as MaybePromise<
        Record<string, unknown>
      >
      return data instanceof Promise ? data.then((data) => ({ data }), failed) : { data }
    } catch (cause) {
      return failed(cause)
    }
  }
}

type Roots = Map<string, FieldNode[]>

/** @param alone the one field at the top, whose error is told as it is */
function entriesOf(
  operation: PreparedOperation,
  root: GraphQLObjectType,
  roots: Roots,
  alone: FieldNode[] | undefined,
): Entry[] {
  const { schema, definition } = operation
  const fragments = Object.fromEntries(operation.fragments)
  let fields = 0
  let read = 0

  function complete(
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
    required = false,
  ): Complete {
    if (isNonNullType(type)) return complete(type.ofType, nodes, true)
    if (isListType(type)) return completeList(complete(type.ofType, nodes), required)
    if (isLeafType(type)) return completeLeaf(type, required)
    const sets = nodes.map(({ selectionSet }) => selectionSet).filter((set) => set !== undefined)
    return isObjectType(type)
      ? completeObject(entries(type, collectFields(operation, type, sets)), required)
      : abstract(type, sets, required)
  }

  function abstract(
    type: GraphQLAbstractType,
    sets: SelectionSetNode[],
    required: boolean,
  ): Complete {
    const missing = completeNull(required)
    const made = new Map(
      schema
        .getPossibleTypes(type)
        .map((each) => [
          each.name,
          completeObject(entries(each, collectFields(operation, each, sets)), required),
        ]),
    )
    const resolve = type.resolveType ?? defaultTypeResolver
    const self: Complete = (value, run) => {
      if (value === null || value === undefined) return missing()
      if (value instanceof Promise || value instanceof Error) return completeAsync(value, self, run)
      const named = resolve(value, run.ctx, { schema } as GraphQLResolveInfo, type)
      const of = typeof named === 'string' ? made.get(named) : undefined
      if (!of) throw bailOut
      return of(value, run)
    }
    return self
  }

  function entries(type: GraphQLObjectType, keys: Map<string, FieldNode[]>): Entry[] {
    return [...keys].map(([key, nodes]): Entry => {
      if (++fields > maxFields) throw bailOut
      const node = nodes[0] as FieldNode
      const asked = condition(node)
      const field = type.getFields()[node.name.value]
      if (!field) return { key, asked, property: undefined, make: () => type.name }
      const make = complete(field.type, nodes)
      return field.resolve
        ? { key, asked, property: undefined, make: resolved(type, field, nodes, make) }
        : { key, asked, property: field.name, make }
    })
  }

  function resolved(
    parentType: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
    make: Complete,
  ): Complete {
    const info = {
      fieldName: field.name,
      fieldNodes: nodes,
      returnType: field.type,
      parentType,
      schema,
      fragments,
      operation: definition,
    } as GraphQLResolveInfo
    const values = argumentsOf(field, nodes[0] as FieldNode)
    const given = field.resolve as Resolve
    const resolve = nodes === alone ? telling(given) : given
    return (source, run) => make(resolve(source, values(run), run.ctx, info), run)
  }

  /** Those that are written out are read once, others once in a run. */
  function argumentsOf(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
  ): (run: CompiledRun) => object {
    const index = read++
    const readOnce = (run: CompiledRun) => {
      run.args[index] ??= getArgumentValues(field, node, run.variables)
      return run.args[index]
    }
    if (node.arguments?.some(({ value }) => usesVariables(value))) return readOnce
    const written = getArgumentValues(field, node)
    return () => written
  }

  return entries(root, roots)
}

type Resolve = NonNullable<GraphQLField<unknown, unknown>['resolve']>

function telling(resolve: Resolve): Resolve {
  const fail = (cause: unknown): never => {
    throw new Failed(cause)
  }
  return (...given) => {
    try {
      const value = resolve(...given)
      return value instanceof Promise ? value.catch(fail) : value
    } catch (cause) {
      return fail(cause)
    }
  }
}
