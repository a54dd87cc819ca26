import {
  defaultFieldResolver,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
} from 'graphql'
import type { Context } from '../context.ts'

type Field = ReturnType<GraphQLObjectType['getFields']>[string]

/**
 * Collects the ids of the records in the response to a request with an Idempotency-Key (see
 * `replay.ts`). It wraps every field with an object type, so that no operation needs code for it.
 */
export function noteRecords(field: Field): void {
  if (!isCompositeType(getNamedType(field.type))) return
  const resolve = field.resolve ?? defaultFieldResolver
  field.resolve = (source, args, ctx: Context, info) => {
    const value: unknown = resolve(source, args, ctx, info)
    const ids = ctx.shown?.ids
    if (!ids) return value
    return value instanceof Promise
      ? value.then((each: unknown) => noted(ids, each))
      : noted(ids, value)
  }
}

function noted<T>(ids: Set<string>, value: T): T {
  for (const each of Array.isArray(value) ? value : [value])
    if (!noteId(ids, each) && each && typeof each === 'object')
      // A payload without an id: its properties are records.
      for (const property of Object.values(each as object)) noteId(ids, property)
  return value
}

function noteId(ids: Set<string>, value: unknown): boolean {
  const id = (value as { id?: unknown } | null | undefined)?.id
  if (typeof id !== 'string') return false
  ids.add(id)
  return true
}
