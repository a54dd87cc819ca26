import type { RequiredScope } from '../access/scopes.ts'
import { requireScope } from '../access/viewer.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { firstIdAt } from '../lib/ids.ts'
import type { Field, Form, Shape } from '../store/kinds.ts'
import { listParam } from '../store/sql.ts'
import type { FilterSpec, FindParams, FindSight } from './filter-spec.ts'
import { type NumberRange, type TimeRange, timesOf } from './scan-ranges.ts'

/**
 * A filter as clients write it: fields, relations, and `and`, `or`, `not`. Its types were checked
 * before.
 */
export type Where = Readonly<Record<string, unknown>>

/**
 * A filter as it is run: its shape, on which the text of the statements depends, and the values of
 * its parameters.
 */
export interface Filter {
  shape: Shape
  params: Record<string, unknown>
}

const deepest = 8
/**
 * Relations of relations; further on, how many records one has to look at for each would have no
 * bound.
 */
const furthest = 2
const most = 60
/** Brackets, as it were: objects that hold conditions, or none. */
const mostGroups = 200

/**
 * Reads a filter for the caller.
 * @throws FORBIDDEN for a relation whose scope is missing, VALIDATION_ERROR for a filter that is
 * too large
 */
export async function filterOf(ctx: Context, kind: FilterSpec, where: Where): Promise<Filter> {
  const params: Record<string, unknown> = {}
  let count = 0
  let groups = 0

  const counted = (): number => {
    if (++count > most) throw tooLarge(`has more than ${most} conditions`)
    return count
  }

  const leaf = (field: string, form: Form, value: unknown): Shape => {
    const name = `w${counted()}`
    params[name] = value
    return { field, form, value: name }
  }

  const of = async (on: FilterSpec, given: Where, depth: number, hops: number): Promise<Shape> => {
    if (depth > deepest) throw tooLarge(`nests deeper than ${deepest} levels`)
    if (hops > furthest) throw tooLarge(`goes further than ${furthest} relations`)
    if (++groups > mostGroups) throw tooLarge(`has more than ${mostGroups} groups of conditions`)
    const parts: Shape[] = []
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) parts.push(...(await part(on, name, value, given, depth, hops)))
    return parts.length === 1 && parts[0] ? parts[0] : { all: parts }
  }

  const part = async (
    on: FilterSpec,
    name: string,
    value: unknown,
    given: Where,
    depth: number,
    hops: number,
  ): Promise<Shape[]> => {
    const inner = (each: Where) => of(on, each, depth + 1, hops)
    if (name === 'and') return inOrder((value ?? []) as Where[], inner)
    if (name === 'or')
      return value === null ? [] : [{ any: await inOrder(value as Where[], inner) }]
    if (name === 'not') return value === null ? [] : [{ not: await inner(value as Where) }]
    const read = on.readers?.[name]
    if (read)
      return (await read(ctx, value as unknown[], given)).map((each) =>
        leaf(each.field, each.form, each.value),
      )
    const relation = on.relations[name]
    if (!relation)
      return fieldParts(name, on.fields[name] as Field<FindParams, FindSight>, value, on.prefix)
    if (value === null) return []
    requireScope(ctx.viewer, relation.needs as RequiredScope)
    const related = async (each: Where, none: boolean): Promise<Shape> => {
      counted()
      return { relation: name, none, of: await of(relation.kind, each, depth + 1, hops + 1) }
    }
    if (relation.one) return [await related(value as Where, false)]
    const found: Shape[] = []
    for (const [how, each] of Object.entries(value as Record<'some' | 'none', Where | null>))
      if (each) found.push(await related(each, how === 'none'))
    return found
  }

  const fieldParts = (
    name: string,
    field: Field<FindParams, FindSight>,
    value: unknown,
    prefix: string,
  ): Shape[] => {
    // Text is kept in Unicode normal form C.
    const text = (each: unknown) => String(each).normalize('NFC')
    const read = (each: unknown) =>
      field.read
        ? field.read(text(each), ctx.viewer.region)
        : field.type === 'String'
          ? text(each)
          : each
    if (value === null) return [leaf(name, 'none', null)]
    if (field.list)
      return [leaf(name, 'in', listParam((value as unknown[]).map((each) => String(read(each)))))]
    if (field.type === 'number') {
      const { from, to } = value as NumberRange
      return [
        ...(from == null ? [] : [leaf(name, 'from', from)]),
        ...(to == null ? [] : [leaf(name, 'to', to)]),
      ]
    }
    if (field.type === 'time' || field.type === 'created') {
      return timesOf(value as TimeRange, ctx.now()).map(([form, time]) => {
        if (field.type === 'time') return leaf(name, form, new Date(time).toISOString())
        return form === 'to'
          ? leaf(name, 'before', firstIdAt(prefix, time + 1))
          : leaf(name, form, firstIdAt(prefix, time))
      })
    }
    if (field.type === 'Boolean') return [leaf(name, value ? 'yes' : 'no', null)]
    return [leaf(name, 'is', read(value))]
  }

  return { shape: await of(kind, where, 1, 0), params }
}

/** One after another, so that equal filters have equal names for their parameters. */
async function inOrder<T, R>(list: readonly T[], each: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (const item of list) results.push(await each(item))
  return results
}

const tooLarge = (why: string) => invalid([{ field: 'where', code: 'TOO_LONG', message: why }])

/** Whether a filter asks for nothing. */
export const isEmpty = (shape: Shape): boolean => 'all' in shape && shape.all.every(isEmpty)
