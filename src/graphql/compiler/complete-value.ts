/** Completes what resolvers return, in the sense of the GraphQL specification. */
import type { GraphQLLeafType, getVariableValues } from 'graphql'
import type { Context } from '../../context.ts'
import { serializeUnchanged } from '../schema/scalars.ts'

/** One run of a compiled operation. */
export interface CompiledRun {
  ctx: Context
  variables: NonNullable<ReturnType<typeof getVariableValues>['variableValues']>
  /** The arguments of fields with variables, by the index of the field. */
  args: object[]
}

/** Makes the result of a field from the value of its resolver. */
export type Complete = (value: unknown, run: CompiledRun) => unknown

/** Thrown when the compiled operation cannot make the result. */
export const bailOut = new Error('the compiled operation cannot make the result')

/** Keeps a rejection from counting as unhandled until the promise that waits for it handles it. */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** @throws bailOut for a value that is no promise, such as an error */
export function completeAsync(value: unknown, complete: Complete, run: CompiledRun): unknown {
  if (value instanceof Promise) return markHandled(value.then((each) => complete(each, run)))
  throw bailOut
}

export const completeNull = (isRequired: boolean) => (): null => {
  if (isRequired) throw bailOut
  return null
}

export function completeLeaf(type: GraphQLLeafType, isRequired: boolean): Complete {
  const completeMissing = completeNull(isRequired)
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) return completeMissing()
    if (value instanceof Promise || value instanceof Error)
      return completeAsync(value, complete, run)
    const serialized: unknown = type.coerceOutputValue(value as never)
    if (serialized === null || serialized === undefined) throw bailOut
    return serialized
  }
  const isText =
    type.name === 'String' || type.name === 'ID' || type.coerceOutputValue === serializeUnchanged
  return isText
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
    for (const each of value) {
      const item = completeItem(each, run)
      if (item instanceof Promise) isAsync = true
      items.push(item)
    }
    return isAsync ? markHandled(Promise.all(items)) : items
  }
  return complete
}

/** A field of an object. */
export interface Entry {
  key: string
  /** The property with the value; undefined if it is made from the whole object. */
  property: string | undefined
  complete: Complete
  /** Undefined if the field is always included. */
  isIncluded: ((run: CompiledRun) => boolean) | undefined
}

export function completeObject(entries: readonly Entry[], isRequired: boolean): Complete {
  const completeMissing = completeNull(isRequired)
  // Copies of one object share its hidden class.
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
      const { key, property, complete, isIncluded } = entries[i] as Entry
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
    return isAsync ? settleProperties(object) : object
  }
  return completeObject
}

const settleProperties = (object: Record<string, unknown>): Promise<unknown> =>
  markHandled(
    (async () => {
      for (const [key, value] of Object.entries(object))
        if (value instanceof Promise) object[key] = await value
      return object
    })(),
  )
