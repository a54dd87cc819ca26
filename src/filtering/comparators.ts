/** The comparators of filters, and the conditions that they become. */
import type { Context } from '../context.ts'
import { createMinId } from '../lib/ids.ts'
import { fold } from '../lib/text.ts'
import { encodeListParam } from '../store/query.ts'
import type { FieldCondition, FieldType, FilterField, FilterSpec, Operator } from './filter-spec.ts'
import {
  computePeriodBounds,
  type Period,
  type PeriodComparator,
  type TimeBound,
} from './periods.ts'

const ranges = ['gt', 'gte', 'lt', 'lte'] as const
const periods = ['during', 'before', 'after'] as const

/** The comparators of each type; those of nullable fields also include `isNull`. */
export const comparatorsByType = {
  ID: ['eq', 'in'],
  String: ['eq', 'in', 'contains', 'startsWith'],
  Phone: ['eq'],
  /** Values of which only one can be searched at a time. */
  ExactId: ['eq'],
  ExactString: ['eq'],
  StringList: ['has', 'any', 'all', 'none', 'isEmpty'],
  Boolean: ['eq'],
  Enum: ['eq', 'in'],
  Float: ['eq', 'in', ...ranges],
  DateTime: [...ranges, ...periods],
  Date: ['eq', 'in', ...ranges, ...periods],
} as const satisfies Record<
  Exclude<FieldType, 'Custom'> | 'Date' | 'ExactId' | 'ExactString',
  object
>

export type Comparator =
  | (typeof comparatorsByType)[keyof typeof comparatorsByType][number]
  | 'isNull'

/** A validated input of comparators; a record must match all of them. */
export type Comparators = { [C in Comparator]?: unknown }

/** A comparison whose value is not yet converted to its stored form. */
export type RawCondition = Omit<FieldCondition, 'field'>

const operators: { [C in Comparator]?: Operator } = {
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

/** Converts a comparator of a value or a list of values. */
export function toRawConditions(comparator: Comparator, value: unknown): RawCondition[] {
  const operator = operators[comparator]
  if (operator) return [{ operator, value }]
  if (comparator === 'all')
    return (value as unknown[]).map((item) => ({ operator: 'equals', value: item }))
  if (comparator === 'none') return [{ operator: 'in', value, isNegated: true }]
  // `isNull` and `isEmpty`
  return [{ operator: 'isNull', value: null, isNegated: !value }]
}

export const listComparators = (comparators: Comparators): [Comparator, unknown][] =>
  Object.entries(comparators).filter(([, value]) => value !== undefined) as [Comparator, unknown][]

/** Converts the comparators of a field. @throws VALIDATION_ERROR for an invalid period */
export function toConditions(
  ctx: Context,
  spec: FilterSpec,
  name: string,
  comparators: Comparators,
): FieldCondition[] {
  const field = spec.fields[name] as FilterField
  return listComparators(comparators)
    .flatMap(([comparator, value]) =>
      field.type === 'DateTime' && comparator !== 'isNull'
        ? toTimeConditions(ctx, spec, field, comparator, value)
        : toRawConditions(comparator, value).map((rawCondition) =>
            toStored(ctx, field, rawCondition),
          ),
    )
    .map((condition) => ({ field: name, ...condition }))
}

function toStored(ctx: Context, field: FilterField, condition: RawCondition): RawCondition {
  const { operator, value } = condition
  if (operator === 'isNull') return condition
  if (field.type === 'Boolean') return { operator: value ? 'isTrue' : 'isFalse', value: null }
  const normalize = (item: unknown) => normalizeValue(ctx, field, operator, item)
  return Array.isArray(value)
    ? { ...condition, value: encodeListParam(value.map(normalize)) }
    : { ...condition, value: normalize(value) }
}

/** Text is stored in Unicode normal form C. */
function normalizeValue(
  { viewer }: Context,
  field: FilterField,
  operator: Operator,
  item: unknown,
) {
  if (typeof item !== 'string' || field.type === 'ID') return item as number | string
  const text = item.normalize('NFC')
  const isSearch = operator === 'contains' || operator === 'startsWith'
  if (isSearch && !field.text) return fold(text)
  return field.normalize ? field.normalize(text, viewer.company.region) : text
}

const toTimeConditions = (
  ctx: Context,
  { prefix }: FilterSpec,
  { isTimeOfId }: FilterField,
  comparator: Comparator,
  value: unknown,
): RawCondition[] =>
  toTimeBounds(ctx, comparator, value).map((bound) => {
    const [operator, timeMs] = isTimeOfId ? toHalfOpen(bound) : bound
    const time = isTimeOfId ? createMinId(prefix, timeMs) : new Date(timeMs).toISOString()
    return { operator, value: time }
  })

const toTimeBounds = (ctx: Context, comparator: Comparator, value: unknown): TimeBound[] =>
  typeof value === 'string'
    ? [[operators[comparator] as TimeBound[0], Date.parse(value)]]
    : computePeriodBounds(ctx, comparator as PeriodComparator, value as Period)

/** Converts a bound to one of a range that includes its start and excludes its end. */
function toHalfOpen([operator, timeMs]: TimeBound): ['atLeast' | 'lessThan', timeMs: number] {
  if (operator === 'greaterThan') return ['atLeast', timeMs + 1]
  return operator === 'atMost' ? ['lessThan', timeMs + 1] : [operator, timeMs]
}

/** Converts comparators of times to a range that includes its start and excludes its end. */
export function toTimeRange(
  ctx: Context,
  comparators: Comparators,
): { from?: string; before?: string } {
  const times: Record<'atLeast' | 'lessThan', string[]> = { atLeast: [], lessThan: [] }
  for (const [comparator, value] of listComparators(comparators))
    for (const [operator, timeMs] of toTimeBounds(ctx, comparator, value).map(toHalfOpen))
      times[operator].push(new Date(timeMs).toISOString())
  const [from, before] = [times.atLeast.sort().at(-1), times.lessThan.sort()[0]]
  return { ...(from && { from }), ...(before && { before }) }
}
