/** Functions of compiled operations, which complete the values of fields. */
import {
  type ExecutionResult,
  type GraphQLError,
  type GraphQLLeafType,
  getVariableValues,
} from 'graphql'
import type { Context } from '../../context.ts'
import type { MaybePromise } from '../../lib/async.ts'
import type { PreparedOperation } from '../operation.ts'
import { serializeUnchanged } from '../schema/scalars.ts'
import type { Variables } from '../values.ts'

/** A compiled operation; returns undefined if it bails out. */
export type CompiledOperation = (
  ctx: Context,
  variables: Variables,
) => MaybePromise<ExecutionResult | undefined>

/** @param recover returns the result for an error that it can handle, otherwise undefined */
export const runOperation =
  (
    { schema, definition: { variableDefinitions = [] } }: PreparedOperation,
    complete: Complete,
    recover: (error: unknown) => ExecutionResult | undefined,
  ): CompiledOperation =>
  (ctx, variables) => {
    const { variableValues, errors } = getVariableValues(schema, variableDefinitions, variables)
    if (errors) return { errors }
    try {
      const run: CompiledRun = { ctx, variables: variableValues, args: [], errors: [] }
      const toResult = (data: Record<string, unknown>): ExecutionResult =>
        run.errors.length > 0 ? { errors: run.errors, data } : { data }
      const data = complete({}, run) as MaybePromise<Record<string, unknown>>
      return data instanceof Promise ? data.then(toResult, recover) : toResult(data)
    } catch (error) {
      return recover(error)
    }
  }

export interface CompiledRun {
  ctx: Context
  variables: NonNullable<ReturnType<typeof getVariableValues>['variableValues']>
  /** Arguments that depend on variables, by the index of their field. */
  args: object[]
  /** Errors of nullable fields, whose values are null. */
  errors: GraphQLError[]
}

export type Complete = (value: unknown, run: CompiledRun) => unknown

export const bailOut = new Error('the compiled operation cannot make the result')

export class RootFieldFailed {
  readonly error: unknown
  constructor(error: unknown) {
    this.error = error
  }
}

/** Prevents an unhandled rejection before the enclosing promise handles it. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** Completes the value of a promise. @throws bailOut for any other value, such as an Error */
function completeAsync(value: unknown, complete: Complete, run: CompiledRun): unknown {
  if (value instanceof Promise) return markHandled(value.then((item) => complete(item, run)))
  throw bailOut
}

const completeNull = (isRequired: boolean) => (): null => {
  if (isRequired) throw bailOut
  return null
}

export function completeLeaf(type: GraphQLLeafType, isRequired: boolean): Complete {
  const completeMissing = completeNull(isRequired)
  const isUnchanged = type.coerceOutputValue === serializeUnchanged
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) return completeMissing()
    if (value instanceof Promise || value instanceof Error)
      return completeAsync(value, complete, run)
    const serializedValue: unknown = isUnchanged ? value : type.coerceOutputValue(value as never)
    if (serializedValue === null || serializedValue === undefined) throw bailOut
    return serializedValue
  }
  return isUnchanged || type.name === 'String' || type.name === 'ID'
    ? (value, run) => (typeof value === 'string' ? value : complete(value, run))
    : complete
}

export function completeList(completeItem: Complete, isRequired: boolean): Complete {
  const completeMissing = completeNull(isRequired)
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) return completeMissing()
    if (!Array.isArray(value)) return completeAsync(value, complete, run)
    const items: unknown[] = []
    let isAsync = false
    for (const element of value) {
      const item = completeItem(element, run)
      if (item instanceof Promise) isAsync = true
      items.push(item)
    }
    return isAsync ? markHandled(Promise.all(items)) : items
  }
  return complete
}

export function completeAbstract(
  completeByType: ReadonlyMap<string, Complete>,
  typeNameOf: (value: unknown, ctx: Context) => unknown,
  isRequired: boolean,
): Complete {
  const completeMissing = completeNull(isRequired)
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) return completeMissing()
    if (value instanceof Promise || value instanceof Error)
      return completeAsync(value, complete, run)
    const name = typeNameOf(value, run.ctx)
    const completeType = typeof name === 'string' ? completeByType.get(name) : undefined
    if (!completeType) throw bailOut
    return completeType(value, run)
  }
  return complete
}

export interface FieldEntry {
  key: string
  /** The property that holds the value; undefined if a resolver computes it from the object. */
  property: string | undefined
  complete: Complete
  /** Undefined if the field is always included. */
  isIncluded: ((run: CompiledRun) => boolean) | undefined
}

export function completeObject(entries: readonly FieldEntry[], isRequired: boolean): Complete {
  const completeMissing = completeNull(isRequired)
  // Copies of the template share its hidden class, which speeds up property access.
  const template: Record<string, unknown> = Object.fromEntries(
    entries.map(({ key }) => [key, null]),
  )
  const completeObject: Complete = (source, run) => {
    if (source === null || source === undefined) return completeMissing()
    if (source instanceof Promise || source instanceof Error)
      return completeAsync(source, completeObject, run)
    const object = { ...template }
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
      object[key] = value
    }
    return isAsync ? markHandled(settleProperties(object)) : object
  }
  return completeObject
}

async function settleProperties(object: Record<string, unknown>): Promise<unknown> {
  for (const [key, value] of Object.entries(object))
    if (value instanceof Promise) object[key] = await value
  return object
}
