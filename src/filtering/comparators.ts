/** Converts the comparators of filter fields, such as `gte`, to conditions on columns. */
import type { Context } from '../context.ts'
import { createMinId } from '../lib/ids.ts'
import { fold } from '../lib/text.ts'
import { encodeListParam } from '../store/query.ts'
import type { FieldCondition, FilterField, FilterSpec, Operator } from './filter-spec.ts'
import {
  computePeriodBounds,
  type Period,
  type PeriodComparator,
  type TimeBound,
} from './periods.ts'

const rangeComparators = ['gt', 'gte', 'lt', 'lte'] as const
const periodComparators = ['during', 'before', 'after'] as const

/** The comparators of each field type; nullable fields also have `isNull`. */
export const comparatorsByType = {
  ID: ['eq', 'in'],
  String: ['eq', 'in', 'contains', 'startsWith'],
  Phone: ['eq'],
  /** The variants of `ID` and `String` for filters that support only `eq`. */
  ExactId: ['eq'],
  ExactString: ['eq'],
  StringList: ['has', 'any', 'all', 'none', 'isEmpty'],
  Boolean: ['eq'],
  Enum: ['eq', 'in'],
  Int: ['eq', 'in', ...rangeComparators],
  Float: ['eq', 'in', ...rangeComparators],
  DateTime: [...rangeComparators, ...periodComparators],
  Date: ['eq', 'in', ...rangeComparators, ...periodComparators],
} as const

export type ComparatorType = keyof typeof comparatorsByType
export type Comparator = (typeof comparatorsByType)[ComparatorType][number] | 'isNull'

/** The validated comparators of a filter field; a record must match all comparators. */
export type Comparators = { [C in Comparator]?: unknown }

/** A condition without a field name; its value may not yet be in the stored form. */
export type RawCondition = Omit<FieldCondition, 'field'>

const operatorByComparator: { [C in Comparator]?: Operator } = {
  eq: 'equals',
  in: 'in',
  gt: 'greaterThan',
  gte: 'atLeast',
  lt: 'lessThan',
  lte: 'atMost',
  contains: 'contains',
  startsWith: 'startsWith',
  has: 'equals',
  any: 'in',
}

/** Converts a comparator and its value to a condition or, for `all`, one condition per item. */
export function toRawConditions(comparator: Comparator, value: unknown): RawCondition[] {
  const operator = operatorByComparator[comparator]
  if (operator) return [{ operator, value }]
  if (comparator === 'all')
    return (value as unknown[]).map((item) => ({ operator: 'equals', value: item }))
  if (comparator === 'none') return [{ operator: 'in', value, isNegated: true }]
  // The remaining comparators are `isNull` and `isEmpty`.
  return [{ operator: 'isNull', value: null, isNegated: !value }]
}

export const listComparatorEntries = (comparators: Comparators): [Comparator, unknown][] =>
  Object.entries(comparators).filter(([, value]) => value !== undefined) as [Comparator, unknown][]

/** Converts a field's comparators to conditions with values in their stored form. */
export function toConditions(
  ctx: Context,
  spec: FilterSpec,
  name: string,
  comparators: Comparators,
): FieldCondition[] {
  const field = spec.fields[name] as FilterField
  return listComparatorEntries(comparators)
    .flatMap(([comparator, value]) =>
      field.type === 'DateTime' && comparator !== 'isNull'
        ? toTimeConditions(ctx, spec, field, comparator, value)
        : toRawConditions(comparator, value).map((rawCondition) =>
            toStoredForm(ctx, field, rawCondition),
          ),
    )
    .map((condition) => ({ field: name, ...condition }))
}

function toStoredForm(ctx: Context, field: FilterField, condition: RawCondition): RawCondition {
  const { operator, value } = condition
  if (operator === 'isNull') return condition
  if (field.type === 'Boolean') return { operator: value ? 'isTrue' : 'isFalse', value: null }
  const normalize = (item: unknown) => normalizeValue(ctx, field, operator, item)
  return Array.isArray(value)
    ? { ...condition, value: encodeListParam(value.map(normalize)) }
    : { ...condition, value: normalize(value) }
}

/** Converts text to the form in which it is compared: folded, normalized by the field, or NFC. */
function normalizeValue(
  { viewer }: Context,
  field: FilterField,
  operator: Operator,
  value: unknown,
) {
  if (typeof value !== 'string' || field.type === 'ID') return value as number | string
  const normalizedText = value.normalize('NFC')
  const isTextSearch = operator === 'contains' || operator === 'startsWith'
  if (isTextSearch && !field.text) return fold(normalizedText)
  return field.normalize ? field.normalize(normalizedText, viewer.company.region) : normalizedText
}

const toTimeConditions = (
  ctx: Context,
  { prefix }: FilterSpec,
  { isTimeOfId }: FilterField,
  comparator: Comparator,
  value: unknown,
): RawCondition[] =>
  toTimeBounds(ctx, comparator, value).map((bound) => {
    const [operator, timeMs] = isTimeOfId ? toHalfOpenBound(bound) : bound
    const time = isTimeOfId ? createMinId(prefix, timeMs) : new Date(timeMs).toISOString()
    return { operator, value: time }
  })

const toTimeBounds = (ctx: Context, comparator: Comparator, value: unknown): TimeBound[] =>
  typeof value === 'string'
    ? [[operatorByComparator[comparator] as TimeBound[0], Date.parse(value)]]
    : computePeriodBounds(ctx, comparator as PeriodComparator, value as Period)

/** Converts a bound to an inclusive start or an exclusive end. */
function toHalfOpenBound([operator, timeMs]: TimeBound): ['atLeast' | 'lessThan', timeMs: number] {
  if (operator === 'greaterThan') return ['atLeast', timeMs + 1]
  return operator === 'atMost' ? ['lessThan', timeMs + 1] : [operator, timeMs]
}

/** Converts time comparators to a range with an inclusive `from` and an exclusive `before`. */
export function toTimeRange(
  ctx: Context,
  comparators: Comparators,
): { from?: string; before?: string } {
  const timesByOperator: Record<'atLeast' | 'lessThan', string[]> = { atLeast: [], lessThan: [] }
  for (const [comparator, value] of listComparatorEntries(comparators))
    for (const [operator, timeMs] of toTimeBounds(ctx, comparator, value).map(toHalfOpenBound))
      timesByOperator[operator].push(new Date(timeMs).toISOString())
  const [from, before] = [timesByOperator.atLeast.sort().at(-1), timesByOperator.lessThan.sort()[0]]
  return { ...(from && { from }), ...(before && { before }) }
}
