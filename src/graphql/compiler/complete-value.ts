import type { GraphQLLeafType, getVariableValues } from 'graphql'
import type { Context } from '../../context.ts'
import { serializeUnchanged } from '../schema/scalars.ts'

/** The variables of an operation, as graphql-js reads them. */
export type Values = NonNullable<ReturnType<typeof getVariableValues>['variableValues']>

/** One run of a compiled operation. */
export interface CompiledRun {
  ctx: Context
  variables: Values
  /** The arguments of its fields, read once, by the number of the field. */
  args: object[]
}

/** Makes what is answered of what a resolver gave. */
export type Complete = (value: unknown, run: CompiledRun) => unknown

/** There is an error somewhere, or what is no matter of course: graphql-js knows what to answer. */
export const bailOut = new Error('not as compiled')

/**
 * Another promise that waits for this one says what went wrong; that nobody waits yet is no fault.
 */
function markHandled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

/** What is neither null nor what is expected: it comes later, or is an error. */
export function completeAsync(value: unknown, complete: Complete, run: CompiledRun): unknown {
  if (value instanceof Promise) return markHandled(value.then((each) => complete(each, run)))
  throw bailOut
}

/** In place of a value that is not there. */
export const completeNull = (required: boolean) => (): null => {
  if (required) throw bailOut
  return null
}

export function completeLeaf(type: GraphQLLeafType, required: boolean): Complete {
  const missing = completeNull(required)
  const isText =
    type.name === 'String' || type.name === 'ID' || type.coerceOutputValue === serializeUnchanged
  const any: Complete = (value, run) => {
    if (value === null || value === undefined) return missing()
    if (value instanceof Promise || value instanceof Error) return completeAsync(value, any, run)
    const shown: unknown = type.coerceOutputValue(value as never)
    if (shown === null || shown === undefined) throw bailOut
    return shown
  }
  return isText ? (value, run) => (typeof value === 'string' ? value : any(value, run)) : any
}

export function completeList(item: Complete, required: boolean): Complete {
  const missing = completeNull(required)
  const complete: Complete = (value, run) => {
    if (value === null || value === undefined) return missing()
    if (!Array.isArray(value)) return completeAsync(value, complete, run)
    const made: unknown[] = []
    let waits = false
    for (const each of value) {
      const one = item(each, run)
      if (one instanceof Promise) waits = true
      made.push(one)
    }
    return waits ? markHandled(Promise.all(made)) : made
  }
  return complete
}

/** An object some of whose values come later. */
const settleProperties = (made: Record<string, unknown>): Promise<unknown> =>
  markHandled(
    (async () => {
      for (const [key, value] of Object.entries(made))
        if (value instanceof Promise) made[key] = await value
      return made
    })(),
  )

/** A field of an object. */
export interface Entry {
  key: string
  /** The property that it shows; none where its value is made of the whole object. */
  property: string | undefined
  make: Complete
  /** Whether it is asked for in this run; none: always. */
  asked: ((run: CompiledRun) => boolean) | undefined
}

/** Objects with these fields, all made alike. */
export function completeObject(entries: readonly Entry[], required: boolean): Complete {
  const missing = completeNull(required)
  const like = Object.fromEntries(entries.map(({ key }) => [key, null])) as Record<string, unknown>
  const complete: Complete = (source, run) => {
    if (source === null || source === undefined) return missing()
    if (source instanceof Promise || source instanceof Error)
      return completeAsync(source, complete, run)
    const made = { ...like }
    let waits = false
    for (let i = 0; i < entries.length; i++) {
      const { key, property, make, asked } = entries[i] as Entry
      const value =
        asked && !asked(run)
          ? undefined
          : make(
              property === undefined ? source : (source as Record<string, unknown>)[property],
              run,
            )
      if (value instanceof Promise) waits = true
      made[key] = value
    }
    return waits ? settleProperties(made) : made
  }
  return complete
}
