/** The building blocks of compiled operations: they call resolvers and complete field values. */
import {
  type ExecutionResult,
  type FieldNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLLeafType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getVariableValues,
  Kind,
  locatedError,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/async.ts'
import type { PreparedOperation } from '../operation.ts'
import { serializeUnchanged } from '../schema/builder.ts'
import { usesVariables, type Variables } from '../values.ts'

/** Executes a compiled operation. Returns undefined if graphql-js must execute the operation. */
export type CompiledOperation = (
  ctx: Context,
  variables: Variables,
) => MaybePromise<ExecutionResult | undefined>

export const createCompiledOperation =
  (
    { schema, definition: { variableDefinitions = [] } }: PreparedOperation,
    complete: Complete,
  ): CompiledOperation =>
  (ctx, variables) => {
    const { variableValues, errors } = getVariableValues(schema, variableDefinitions, variables)
    if (errors) return { errors }
    const run: CompiledRun = { ctx, variables: variableValues, args: [], errors: [] }
    const toResult = (data: Record<string, unknown> | null): ExecutionResult =>
      run.errors.length > 0 ? { errors: run.errors, data } : { data }
    const recover = (error: unknown) => (error === noDataSignal ? toResult(null) : undefined)
    try {
      const data = complete({}, run) as MaybePromise<Record<string, unknown>>
      return data instanceof Promise ? data.then(toResult, recover) : toResult(data)
    } catch (error) {
      return recover(error)
    }
  }

export interface CompiledRun {
  ctx: Context
  variables: NonNullable<ReturnType<typeof getVariableValues>['variableValues']>
  /** The argument values of fields whose arguments contain variables, by reader index. */
  args: object[]
  /** The recorded errors of fields that are null in the response, or of the only root field. */
  errors: GraphQLError[]
}

export type Complete = (value: unknown, run: CompiledRun) => unknown

export const bailOutSignal = new Error('The compiled operation cannot create the result')

/** Thrown if the operation's only root field fails and is required: the result has no data. */
const noDataSignal = new Error('The only root field failed')

/** Prevents an "unhandled rejection" error before the enclosing promise handles the rejection. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Completes null and promises, bails out on errors, and passes other values to `completeValue`. */
export function completeNullable(isRequired: boolean, completeValue: Complete): Complete {
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) {
      if (isRequired) throw bailOutSignal
      return null
    }
    if (value instanceof Promise) return markHandled(value.then((item) => complete(item, run)))
    if (value instanceof Error) throw bailOutSignal
    return completeValue(value, run)
  }
  return complete
}

export function completeLeaf(type: GraphQLLeafType, isRequired: boolean): Complete {
  const isUnchanged = type.coerceOutputValue === serializeUnchanged
  const complete = completeNullable(isRequired, (value) => {
    const serializedValue: unknown = isUnchanged ? value : type.coerceOutputValue(value as never)
    if (serializedValue === null || serializedValue === undefined) throw bailOutSignal
    return serializedValue
  })
  return isUnchanged || type.name === 'String' || type.name === 'ID'
    ? (value, run) => (typeof value === 'string' ? value : complete(value, run))
    : complete
}

export const completeList =
  (completeItem: Complete): Complete =>
  (value, run) => {
    if (!Array.isArray(value)) throw bailOutSignal
    const items: unknown[] = []
    let isAsync = false
    for (const element of value) {
      const item = completeItem(element, run)
      if (item instanceof Promise) isAsync = true
      items.push(item)
    }
    return isAsync ? markHandled(Promise.all(items)) : items
  }

export const completeAbstract =
  (
    completeByType: ReadonlyMap<string, Complete>,
    getTypeName: (value: unknown, ctx: Context) => unknown,
  ): Complete =>
  (value, run) => {
    const typeName = getTypeName(value, run.ctx)
    const completeType = typeof typeName === 'string' ? completeByType.get(typeName) : undefined
    if (!completeType) throw bailOutSignal
    return completeType(value, run)
  }

export interface FieldEntry {
  key: string
  /** The source's property to complete; undefined if `complete` receives the whole source. */
  property: string | undefined
  complete: Complete
  /** Evaluates `@skip` and `@include`; undefined if the field is always included. */
  isIncluded: ((run: CompiledRun) => boolean) | undefined
}

export function completeObject(entries: readonly FieldEntry[]): Complete {
  // Copies of the template share its V8 hidden class, which speeds up property access.
  const template: Record<string, unknown> = Object.fromEntries(
    entries.map(({ key }) => [key, null]),
  )
  return (source, run) => {
    const responseObject = { ...template }
    let isAsync = false
    for (let i = 0; i < entries.length; i++) {
      const { key, property, complete, isIncluded } = entries[i] as FieldEntry
      const value =
        isIncluded && !isIncluded(run)
          ? undefined
          : complete(
              property === undefined ? source : (source as Record<string, unknown>)[property],
              run,
            )
      if (value instanceof Promise) isAsync = true
      responseObject[key] = value
    }
    return isAsync ? markHandled(settleProperties(responseObject)) : responseObject
  }
}

async function settleProperties(object: Record<string, unknown>): Promise<unknown> {
  for (const [key, value] of Object.entries(object))
    if (value instanceof Promise) object[key] = await value
  return object
}

type ReadArguments = (run: CompiledRun) => object
export type Resolver = NonNullable<GraphQLField<unknown, unknown>['resolve']>

/** @param handleError returns a value if the resolver fails; without it, the operation bails out */
export function completeField(
  resolve: Resolver,
  readArguments: ReadArguments,
  info: GraphQLResolveInfo,
  complete: Complete,
  handleError: Complete | undefined,
): Complete {
  if (!handleError)
    return (source, run) => complete(resolve(source, readArguments(run), run.ctx, info), run)
  return (source, run) => {
    const args = readArguments(run)
    let value: unknown
    try {
      value = resolve(source, args, run.ctx, info)
    } catch (error) {
      return complete(handleError(error, run), run)
    }
    return complete(
      value instanceof Promise ? value.catch((error) => handleError(error, run)) : value,
      run,
    )
  }
}

/** Returns a reader that computes constant arguments once, and other arguments once per run. */
export function createArgumentReader(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  getNextIndex: () => number,
): ReadArguments {
  if (!node.arguments?.some(({ value }) => usesVariables(value))) {
    const constantArguments = getArgumentValues(field, node)
    return () => constantArguments
  }
  const index = getNextIndex()
  return ({ args, variables }) => {
    args[index] ??= getArgumentValues(field, node, variables)
    return args[index]
  }
}

/** Records a resolver's error. Returns null for the field; throws if the field is required. */
export const recordFieldError =
  (nodes: readonly FieldNode[], path: readonly string[], isRequired: boolean): Complete =>
  (error, { errors }) => {
    errors.push(locatedError(error, nodes, path))
    if (isRequired) throw noDataSignal
    return null
  }

/** Returns a function that evaluates `@skip` and `@include`; undefined for a field without them. */
export function compileCondition({ directives = [] }: FieldNode): FieldEntry['isIncluded'] {
  const conditions = directives.map(({ name, arguments: [argument] = [] }) => ({
    value: argument?.value,
    expectedValue: name.value === 'include',
  }))
  if (conditions.length === 0) return undefined
  return ({ variables }) =>
    conditions.every(({ value, expectedValue: expected }) => {
      const actualValue =
        value?.kind === Kind.VARIABLE
          ? variables.coerced[value.name.value]
          : value?.kind === Kind.BOOLEAN
            ? value.value
            : undefined
      if (typeof actualValue !== 'boolean') throw bailOutSignal
      return actualValue === expected
    })
}
