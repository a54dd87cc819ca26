/** Filters records by the values of their custom fields. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { createDetail, type Detail, type DetailCode, invalid } from '../../errors.ts'
import {
  type Comparator,
  type Comparators,
  listComparatorEntries,
  type RawCondition,
  toRawConditions,
} from '../../filtering/comparators.ts'
import type { FieldCondition, Operator } from '../../filtering/filter-spec.ts'
import { type Period, toDateRange } from '../../filtering/periods.ts'
import { compare } from '../../filtering/predicates.ts'
import { fold } from '../../lib/text.ts'
import { contains, jsonValueAt, jsonValuesAt, sqlFold, withoutIndex } from '../../store/sql.ts'
import { listFields } from './operations.ts'
import { valueTables } from './queries.ts'
import type { CustomField, FieldType, RecordKind } from './table.ts'
import { createUnknownFieldDetail, maxTextKeyLength, parseValue } from './values.ts'

/** A filter condition on one custom field. Records must match all its comparators. */
type CustomFieldCondition = { key: string } & { [T in ComparatorField]?: Comparators }

/** The `CustomFieldWhere` field that filters each type of custom field. */
const comparatorFields = {
  text: 'text',
  number: 'number',
  date: 'date',
  boolean: 'boolean',
  singleChoice: 'choices',
  multipleChoice: 'choices',
} as const satisfies Record<FieldType, string>
type ComparatorField = (typeof comparatorFields)[FieldType]

class ConditionError extends Error {
  readonly code: DetailCode
  constructor(code: DetailCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Converts a value to the text key or number that filters compare; undefined if it is empty. */
function toComparableValue(field: CustomField, value: unknown): string | number | undefined {
  const type = field.type === 'multipleChoice' ? 'singleChoice' : field.type
  const parseResult = parseValue({ ...field, type }, value)
  if ('problem' in parseResult)
    throw new ConditionError(parseResult.problem.code, parseResult.problem.message)
  const [storedValue] = parseResult.stored
  if (storedValue?.textKey && [...storedValue.textKey].length > maxTextKeyLength)
    throw new ConditionError('TOO_LONG', `must have at most ${maxTextKeyLength} characters`)
  return storedValue?.textKey ?? storedValue?.number ?? undefined
}

/**
 * Creates a condition on an internal field of `customFieldConditions`. Its value is a JSON list:
 * the custom field id and, if any, the operand, the list of operands, or both ends of the range.
 */
const createCondition = (
  { id, type }: CustomField,
  operator: Operator,
  ...values: unknown[]
): FieldCondition => ({
  field: type === 'number' || type === 'boolean' ? 'customNumber' : 'customText',
  operator,
  value: JSON.stringify([id, ...values]),
})

/** Compiles bounds. Both inclusive bounds become one condition, so that one index scan suffices. */
function compileBounds(field: CustomField, { gt, gte, lt, lte }: Comparators): FieldCondition[] {
  // Every date sorts between the empty string and `~`.
  const [lowest, highest] = field.type === 'number' ? [-1e300, 1e300] : ['', '~']
  const isInclusive = gte !== undefined || lte !== undefined
  return [
    ...(isInclusive ? [createCondition(field, 'between', gte ?? lowest, lte ?? highest)] : []),
    ...(gt === undefined ? [] : [createCondition(field, 'greaterThan', gt)]),
    ...(lt === undefined ? [] : [createCondition(field, 'lessThan', lt)]),
  ]
}

function compilePeriod(ctx: Context, field: CustomField, comparator: Comparator, period: Period) {
  if (period.unit === 'hour')
    throw new ConditionError('INVALID_VALUE', 'must not use the unit `hour`: dates have no hours')
  const { first, last } = toDateRange(ctx, period)
  if (comparator === 'before') return createCondition(field, 'lessThan', first)
  if (comparator === 'after') return createCondition(field, 'greaterThan', last)
  return createCondition(field, 'between', first, last)
}

function compileEquality(field: CustomField, { operator, value, isNegated }: RawCondition) {
  if (operator === 'isNull') return createCondition(field, isNegated ? 'isTrue' : 'isNull')
  const negation = isNegated && { isNegated }
  if (Array.isArray(value)) {
    const operands = value.flatMap((item) => toComparableValue(field, item) ?? [])
    return { ...createCondition(field, 'in', operands), ...negation }
  }
  const operand = toComparableValue(field, value)
  return operand === undefined
    ? createCondition(field, 'isNull')
    : createCondition(field, 'equals', operand)
}

/** Compiles a comparator other than `gt`, `gte`, `lt` and `lte`. @throws ConditionError */
function compileComparator(
  ctx: Context,
  field: CustomField,
  comparator: Comparator,
  value: unknown,
): FieldCondition[] {
  switch (comparator) {
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return []
    case 'during':
    case 'before':
    case 'after':
      return [compilePeriod(ctx, field, comparator, value as Period)]
    case 'contains':
      return [createCondition(field, 'contains', fold(value as string))]
    case 'startsWith': {
      const prefix = (value as string).toLowerCase()
      return [createCondition(field, 'between', prefix, `${prefix}\u{10ffff}`)]
    }
    default:
      return toRawConditions(comparator, value).map((rawCondition) =>
        compileEquality(field, rawCondition),
      )
  }
}

/**
 * Compiles the custom field conditions of a filter. @throws VALIDATION_ERROR with up to 100 unknown
 * keys, values that are invalid for their field, and comparators of another field type
 */
export async function parseConditions(
  ctx: Context,
  kind: RecordKind,
  conditions: readonly CustomFieldCondition[],
): Promise<FieldCondition[]> {
  const fields = new Map((await listFields(ctx, kind)).map((field) => [field.key, field]))
  const details: Detail[] = []
  const compiledConditions = conditions.flatMap(({ key, ...inputs }, index) => {
    const path = `where.customFields[${index}]`
    const field = fields.get(key)
    if (!field) {
      details.push(createUnknownFieldDetail(`${path}.key`, kind))
      return []
    }
    return Object.entries(inputs).flatMap(([type, comparators]) => {
      if (comparators === undefined) return []
      const fieldPath = `${path}.${type}`
      if (type === comparatorFields[field.type])
        return compileInput(ctx, field, comparators, fieldPath, details)
      const message = `does not match \`${key}\`, a ${field.type} field: use \`${comparatorFields[field.type]}\``
      details.push(createDetail(fieldPath, 'INVALID_VALUE', message))
      return []
    })
  })
  if (details.length > 0) throw invalid(details.slice(0, 100))
  return compiledConditions
}

function compileInput(
  ctx: Context,
  field: CustomField,
  comparators: Comparators,
  path: string,
  details: Detail[],
): FieldCondition[] {
  const conditions = listComparatorEntries(comparators).flatMap(([comparator, value]) => {
    try {
      return compileComparator(ctx, field, comparator, value)
    } catch (error) {
      if (!(error instanceof ConditionError)) throw error
      details.push(createDetail(`${path}.${comparator}`, error.code, error.message))
      return []
    }
  })
  return [...conditions, ...compileBounds(field, comparators)]
}

type ColumnType = 'text' | 'number'

function toComparisonSql(
  column: RawBuilder<unknown>,
  type: ColumnType,
  value: string,
  operator: Operator,
): RawBuilder<unknown> {
  const operand = jsonValueAt(value, 1, type)
  switch (operator) {
    case 'isNull':
    case 'isTrue':
      return sql``
    case 'in':
      return sql` and ${column} in ${jsonValuesAt(value, 1, type)}`
    case 'between':
      return sql` and ${column} between ${operand} and ${jsonValueAt(value, 2, type)}`
    case 'contains':
      return sql` and ${contains(sqlFold(sql.ref('custom.text')), operand)}`
    default:
      return sql` and ${compare(column, operator, operand)}`
  }
}

/** Returns the filter fields for custom field conditions on one kind of record. */
export function customFieldConditions(kind: RecordKind, recordTable: string) {
  const { table, recordIdColumn } = valueTables[kind]
  const createFilter = (columnName: string, type: ColumnType) => {
    const fromValues = (
      p: { companyId: string },
      column: RawBuilder<unknown>,
      value: string,
      operator: Operator,
    ) => sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId}
      and "custom"."fieldId" = ${jsonValueAt(value, 0, 'text')}${toComparisonSql(column, type, value, operator)}`
    return {
      predicate(p: { companyId: string }, _: unknown, value: string, operator: Operator) {
        // Prevents use of the value index, so that the query searches only the record's values.
        const fromClause = fromValues(p, withoutIndex(`custom.${columnName}`), value, operator)
        const isOfRecord = sql`${sql.ref(`custom.${recordIdColumn}`)} = ${sql.ref(`${recordTable}.id`)}`
        const existsCondition = sql<boolean>`exists (select 1 ${fromClause} and ${isOfRecord})`
        return operator === 'isNull' ? sql<boolean>`not ${existsCondition}` : existsCondition
      },
      matchingIds: (p: { companyId: string }, _: unknown, value: string, operator: Operator) =>
        sql`select ${sql.ref(`custom.${recordIdColumn}`)} as "id" ${fromValues(p, sql.ref(`custom.${columnName}`), value, operator)}`,
    }
  }
  const internalField = { description: '', type: 'String', internal: true } as const
  return {
    customFields: { description: 'The custom fields; all must match.', type: 'Custom', list: true },
    customText: { ...internalField, ...createFilter('textKey', 'text') },
    customNumber: { ...internalField, ...createFilter('number', 'number') },
  } as const
}
