import type { AccessScope } from '../access/access-scope.ts'
import type { RequiredScope } from '../access/scopes.ts'
import { requireScope } from '../access/viewer.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { minIdAt } from '../lib/ids.ts'
import type { Field, FilterExpression, Operator } from '../store/kinds.ts'
import { listParam } from '../store/sql.ts'
import type { FilterParams, FilterSpec } from './filter-spec.ts'
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
  shape: FilterExpression
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

  const leaf = (field: string, operator: Operator, value: unknown): FilterExpression => {
    const name = `w${counted()}`
    params[name] = value
    return { field, operator, param: name }
  }

  const of = async (
    on: FilterSpec,
    given: Where,
    depth: number,
    hops: number,
  ): Promise<FilterExpression> => {
    if (depth > deepest) throw tooLarge(`nests deeper than ${deepest} levels`)
    if (hops > furthest) throw tooLarge(`goes further than ${furthest} relations`)
    if (++groups > mostGroups) throw tooLarge(`has more than ${mostGroups} groups of conditions`)
    const parts: FilterExpression[] = []
    for (const [name, value] of Object.entries(given))
      if (value !== undefined) parts.push(...(await part(on, name, value, given, depth, hops)))
    return parts.length === 1 && parts[0] ? parts[0] : { and: parts }
  }

  const part = async (
    on: FilterSpec,
    name: string,
    value: unknown,
    given: Where,
    depth: number,
    hops: number,
  ): Promise<FilterExpression[]> => {
    const inner = (each: Where) => of(on, each, depth + 1, hops)
    if (name === 'and') return inOrder((value ?? []) as Where[], inner)
    if (name === 'or') return value === null ? [] : [{ or: await inOrder(value as Where[], inner) }]
    if (name === 'not') return value === null ? [] : [{ not: await inner(value as Where) }]
    const read = on.expansions?.[name]
    if (read)
      return (await read(ctx, value as unknown[], given)).map((each) =>
        leaf(each.field, each.operator, each.value),
      )
    const relation = on.relations[name]
    if (!relation)
      return fieldParts(name, on.fields[name] as Field<FilterParams, AccessScope>, value, on.prefix)
    if (value === null) return []
    requireScope(ctx.viewer, relation.requiredScope as RequiredScope)
    const related = async (each: Where, negated: boolean): Promise<FilterExpression> => {
      counted()
      return {
        relation: name,
        negated,
        where: await of(relation.target, each, depth + 1, hops + 1),
      }
    }
    if (relation.toOne) return [await related(value as Where, false)]
    const found: FilterExpression[] = []
    for (const [how, each] of Object.entries(value as Record<'some' | 'none', Where | null>))
      if (each) found.push(await related(each, how === 'none'))
    return found
  }

  const fieldParts = (
    name: string,
    field: Field<FilterParams, AccessScope>,
    value: unknown,
    prefix: string,
  ): FilterExpression[] => {
    // Text is kept in Unicode normal form C.
    const text = (each: unknown) => String(each).normalize('NFC')
    const read = (each: unknown) =>
      field.normalize
        ? field.normalize(text(each), ctx.viewer.region)
        : field.type === 'String'
          ? text(each)
          : each
    if (value === null) return [leaf(name, 'isNull', null)]
    if (field.list)
      return [leaf(name, 'in', listParam((value as unknown[]).map((each) => String(read(each)))))]
    if (field.type === 'number') {
      const { from, to } = value as NumberRange
      return [
        ...(from == null ? [] : [leaf(name, 'atLeast', from)]),
        ...(to == null ? [] : [leaf(name, 'atMost', to)]),
      ]
    }
    if (field.type === 'time' || field.type === 'created') {
      return timesOf(value as TimeRange, ctx.now()).map(([operator, time]) => {
        if (field.type === 'time') return leaf(name, operator, new Date(time).toISOString())
        return operator === 'atMost'
          ? leaf(name, 'lessThan', minIdAt(prefix, time + 1))
          : leaf(name, operator, minIdAt(prefix, time))
      })
    }
    if (field.type === 'Boolean') return [leaf(name, value ? 'isTrue' : 'isFalse', null)]
    return [leaf(name, 'equals', read(value))]
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
export const isEmpty = (shape: FilterExpression): boolean =>
  'and' in shape && shape.and.every(isEmpty)
