import { requireScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { minIdAt } from '../lib/ids.ts'
import { listParam } from '../store/query.ts'
import type {
  Comparison,
  FieldCondition,
  FilterExpression,
  FilterField,
  FilterSpec,
  Operator,
} from './filter-spec.ts'

/** A validated filter input: fields, relations, and `and`, `or`, `not`. */
export type Where = Readonly<Record<string, unknown>>

export interface Filter {
  expression: FilterExpression
  params: Record<string, unknown>
}

/** Absolute bounds, or bounds relative to the time of the request. */
export interface TimeRange {
  from?: string | null
  before?: string | null
  inLastDays?: number | null
  inNextDays?: number | null
  olderThanDays?: number | null
}

const dayMs = 86_400_000
const maxDepth = 8
/** Maximum depth of relations: with more, the reads per record have no useful bound. */
const maxHops = 2
const maxConditions = 60
/** Maximum number of groups, including those without conditions. */
const maxGroups = 200

export const matchesAll = (filter: FilterExpression): boolean =>
  'and' in filter && filter.and.every(matchesAll)

/**
 * @param baseConditions conditions of the operation itself
 * @throws FORBIDDEN if the scope of a relation is missing, VALIDATION_ERROR if the filter is too
 * large
 */
export async function parseFilter(
  ctx: Context,
  spec: FilterSpec,
  where: Where | null | undefined,
  baseConditions: readonly FieldCondition[] = [],
): Promise<Filter> {
  const parser = new FilterParser(ctx)
  const terms: FilterExpression[] = baseConditions.map((condition) => parser.compare(condition))
  // `where` is at the second level, since the first also holds the operation's own conditions.
  if (where) terms.push(await parser.parseGroup({ spec, depth: 2, hops: 0 }, where))
  return { expression: simplify(terms), params: parser.params }
}

const simplify = (terms: FilterExpression[]): FilterExpression =>
  terms.length === 1 && terms[0] ? terms[0] : { and: terms }

/** Creates a filter of the operation's own conditions only. */
export function createFilter(conditions: readonly FieldCondition[]): Filter {
  const params: Record<string, unknown> = {}
  const terms = conditions.map(({ value, ...condition }, index): Comparison => {
    const param = `w${index + 1}`
    params[param] = value
    return { ...condition, param }
  })
  return { expression: simplify(terms), params }
}

/** The location of a group of conditions in a filter. */
interface Position {
  spec: FilterSpec
  depth: number
  hops: number
}

class FilterParser {
  readonly params: Record<string, unknown> = {}
  readonly #ctx: Context
  #conditionCount = 0
  #groupCount = 1

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async parseGroup(at: Position, where: Where): Promise<FilterExpression> {
    if (at.depth > maxDepth) throw tooLarge(`nests deeper than ${maxDepth} levels`)
    if (at.hops > maxHops) throw tooLarge(`must not follow more than ${maxHops} relations`)
    if (++this.#groupCount > maxGroups)
      throw tooLarge(`must have at most ${maxGroups} groups of conditions`)
    const terms: FilterExpression[] = []
    for (const [name, value] of Object.entries(where))
      if (value !== undefined) terms.push(...(await this.#parseEntry(at, name, value, where)))
    return simplify(terms)
  }

  /** Returns a comparison; parameters are numbered, so that equal filters share a statement. */
  compare({ field, operator, value }: FieldCondition): Comparison {
    this.#countCondition()
    const param = `w${this.#conditionCount}`
    this.params[param] = value
    return { field, operator, param }
  }

  #countCondition(): void {
    if (++this.#conditionCount > maxConditions)
      throw tooLarge(`must have at most ${maxConditions} conditions`)
  }

  async #parseEntry(
    at: Position,
    name: string,
    value: unknown,
    where: Where,
  ): Promise<FilterExpression[]> {
    const { spec } = at
    const nested = { ...at, depth: at.depth + 1 }
    if (name === 'and') return this.#parseGroups(nested, (value ?? []) as Where[])
    const expand = spec.expansions?.[name]
    if (expand) {
      const conditions = await expand(this.#ctx, value as unknown[], where)
      return conditions.map((condition) => this.compare(condition))
    }
    const field = spec.fields[name]
    if (field)
      return toConditions(this.#ctx, spec, name, field, value).map((each) => this.compare(each))
    if (value === null) return []
    if (name === 'or') return [{ or: await this.#parseGroups(nested, value as Where[]) }]
    if (name === 'not') return [{ not: await this.parseGroup(nested, value as Where) }]
    return this.#parseRelation(nested, name, value as Where)
  }

  /** Parses in sequence, so that parameters are numbered in order. */
  async #parseGroups(at: Position, groups: readonly Where[]): Promise<FilterExpression[]> {
    const expressions: FilterExpression[] = []
    for (const group of groups) expressions.push(await this.parseGroup(at, group))
    return expressions
  }

  async #parseRelation(at: Position, relation: string, value: Where): Promise<FilterExpression[]> {
    const definition = at.spec.relations[relation]
    if (!definition) throw new Error(`${at.spec.table} has no field or relation ${relation}`)
    const { target, via } = definition
    if (target.policy.scope) requireScope(this.#ctx.viewer, target.policy.scope)
    const expressions: FilterExpression[] = []
    const groups = 'ownColumn' in via ? { some: value } : (value as Record<string, Where | null>)
    for (const [quantifier, group] of Object.entries(groups)) {
      if (!group) continue
      this.#countCondition()
      const where = await this.parseGroup({ ...at, spec: target, hops: at.hops + 1 }, group)
      expressions.push({ relation, negated: quantifier === 'none', where })
    }
    return expressions
  }
}

function toConditions(
  ctx: Context,
  { prefix }: FilterSpec,
  name: string,
  field: FilterField,
  input: unknown,
): FieldCondition[] {
  const condition = (operator: Operator, value: unknown) => ({ field: name, operator, value })
  /** Normalizes a value for comparison; text is stored in Unicode normal form C. */
  const normalize = (each: unknown) => {
    const text = String(each).normalize('NFC')
    if (field.normalize) return field.normalize(text, ctx.viewer.region)
    return field.type === 'String' ? text : each
  }
  if (input === null) return [condition('isNull', null)]
  if (field.list)
    return [condition('in', listParam((input as unknown[]).map((each) => String(normalize(each)))))]
  switch (field.type) {
    case 'number': {
      const { from, to } = input as { from?: number | null; to?: number | null }
      const bounds = [condition('atLeast', from), condition('atMost', to)]
      return bounds.filter(({ value }) => value != null)
    }
    case 'time':
      return toTimeBounds(input as TimeRange, ctx.now()).map(([operator, timeMs]) =>
        condition(operator, new Date(timeMs).toISOString()),
      )
    case 'created':
      return toTimeBounds(input as TimeRange, ctx.now()).map(([operator, timeMs]) =>
        operator === 'atMost'
          ? condition('lessThan', minIdAt(prefix, timeMs + 1))
          : condition(operator, minIdAt(prefix, timeMs)),
      )
    case 'Boolean':
      return [condition(input ? 'isTrue' : 'isFalse', null)]
    default:
      return [condition('equals', normalize(input))]
  }
}

/** Returns the bounds of a range, in Unix epoch milliseconds. */
function toTimeBounds(range: TimeRange, nowMs: number): [operator: Operator, timeMs: number][] {
  const { from, before, inLastDays, inNextDays, olderThanDays } = range
  const bounds: [Operator, number][] = []
  if (from != null) bounds.push(['atLeast', Date.parse(from)])
  if (before != null) bounds.push(['lessThan', Date.parse(before)])
  if (inLastDays != null) bounds.push(['atLeast', nowMs - inLastDays * dayMs], ['atMost', nowMs])
  if (inNextDays != null) bounds.push(['atLeast', nowMs], ['atMost', nowMs + inNextDays * dayMs])
  if (olderThanDays != null) bounds.push(['lessThan', nowMs - olderThanDays * dayMs])
  return bounds
}

const tooLarge = (message: string) => invalid([{ field: 'where', code: 'TOO_LONG', message }])
