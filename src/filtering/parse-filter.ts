/** Converts the input of `where` arguments to filter expressions and their SQL parameters. */
import { requireScope } from '../access/scopes.ts'
import type { Context } from '../context.ts'
import { invalid } from '../errors.ts'
import { type Comparators, toConditions } from './comparators.ts'
import type { Comparison, FieldCondition, FilterExpression, FilterSpec } from './filter-spec.ts'

/** A validated filter input: field comparators, relations, and `and`, `or` and `not`. */
export type Where = Readonly<Record<string, unknown>>

export type Filter = { expression: FilterExpression; params: Record<string, unknown> }

const maxDepth = 7
/** Maximum depth of nested relations; each level multiplies the reads per record. */
const maxRelationDepth = 2
const maxConditions = 60
/** Maximum number of condition groups, including empty groups. */
const maxGroups = 200

export const matchesAll = (filter: FilterExpression): boolean =>
  'and' in filter && filter.and.every(matchesAll)

/**
 * @param baseConditions the operation's own conditions, added to the client's filter
 * @throws VALIDATION_ERROR; FORBIDDEN if the caller lacks a relation's scope
 */
export async function parseFilter(
  ctx: Context,
  spec: FilterSpec,
  where: Where | null | undefined,
  baseConditions: readonly FieldCondition[] = [],
): Promise<Filter> {
  const parser = new FilterParser(ctx)
  const terms: FilterExpression[] = baseConditions.map((condition) => parser.compare(condition))
  if (where) terms.push(await parser.parseGroup({ spec, depth: 1, relationDepth: 0 }, where))
  return { expression: combineTerms(terms), params: parser.params }
}

const combineTerms = (terms: FilterExpression[]): FilterExpression =>
  terms.length === 1 && terms[0] ? terms[0] : { and: terms }

/** Creates a filter that consists of the operation's own conditions. */
export function createFilter(ctx: Context, conditions: readonly FieldCondition[]): Filter {
  const parser = new FilterParser(ctx)
  const terms = conditions.map((condition) => parser.compare(condition))
  return { expression: combineTerms(terms), params: parser.params }
}

/** The location of a condition group in a filter. */
type Location = { spec: FilterSpec; depth: number; relationDepth: number }

class FilterParser {
  readonly params: Record<string, unknown> = {}
  readonly #ctx: Context
  #conditionCount = 0
  #groupCount = 0

  constructor(ctx: Context) {
    this.#ctx = ctx
  }

  async parseGroup(at: Location, where: Where): Promise<FilterExpression> {
    if (at.depth > maxDepth) throw tooLarge(`must not nest deeper than ${maxDepth} levels`)
    if (at.relationDepth > maxRelationDepth)
      throw tooLarge(`must not nest relations deeper than ${maxRelationDepth} levels`)
    if (++this.#groupCount > maxGroups)
      throw tooLarge(`must have at most ${maxGroups} groups of conditions`)
    const terms: FilterExpression[] = []
    for (const [name, value] of Object.entries(where))
      if (value !== undefined) terms.push(...(await this.#parseEntry(at, name, value)))
    return combineTerms(terms)
  }

  /** Creates a comparison. Numbered parameters let similar filters share an SQL statement. */
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

  async #parseEntry(at: Location, name: string, value: unknown): Promise<FilterExpression[]> {
    const { spec } = at
    const nestedLocation = { ...at, depth: at.depth + 1 }
    if (name === 'and') return this.#parseGroups(nestedLocation, value as Where[])
    if (name === 'or') return [{ or: await this.#parseGroups(nestedLocation, value as Where[]) }]
    if (name === 'not') return [{ not: await this.parseGroup(nestedLocation, value as Where) }]
    const field = spec.fields[name]
    if (!field) return this.#parseRelation(nestedLocation, name, value as Where)
    const conditions =
      (await spec.expansions?.[name]?.(this.#ctx, value as never)) ??
      toConditions(this.#ctx, spec, name, value as Comparators)
    return conditions.map(({ isNegated, ...condition }) => {
      const comparison = this.compare(condition)
      return isNegated ? { not: comparison } : comparison
    })
  }

  /** Parses groups in sequence, so that parameters are numbered in order. */
  async #parseGroups(at: Location, groups: readonly Where[]): Promise<FilterExpression[]> {
    const expressions: FilterExpression[] = []
    for (const group of groups) expressions.push(await this.parseGroup(at, group))
    return expressions
  }

  async #parseRelation(at: Location, relation: string, value: Where): Promise<FilterExpression[]> {
    const definition = at.spec.relations?.[relation]
    if (!definition)
      throw new Error(`\`${at.spec.table}\` has no field or relation \`${relation}\``)
    const { target, via } = definition
    if (target.policy.scope) requireScope(this.#ctx.viewer, target.policy.scope)
    const expressions: FilterExpression[] = []
    const relationDepth = at.relationDepth + 1
    const groups = 'ownColumn' in via ? { some: value } : (value as Record<string, Where>)
    for (const [quantifier, group] of Object.entries(groups)) {
      if (group === undefined) continue
      this.#countCondition()
      const where = await this.parseGroup({ ...at, spec: target, relationDepth }, group)
      expressions.push({ relation, isNegated: quantifier === 'none', where })
    }
    return expressions
  }
}

const tooLarge = (message: string) => invalid([{ field: 'where', code: 'TOO_LONG', message }])
