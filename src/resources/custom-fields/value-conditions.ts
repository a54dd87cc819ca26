/** Filters records by the values of their custom fields. */
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { type Detail, type DetailCode, invalid } from '../../errors.ts'
import { jsonValueAt, jsonValuesAt, withoutIndex } from '../../store/sql.ts'
import { listFields } from './operations.ts'
import { valueTables } from './queries.ts'
import type { CustomField, RecordKind } from './table.ts'
import { maxKeyLength, parseDate, parseValue, unknownFieldDetail } from './values.ts'

/** A condition in a filter; all of its operators must hold. */
export interface CustomFieldCondition {
  key: string
  equals?: unknown
  anyOf?: readonly unknown[] | null
  startsWith?: string | null
  number?: { from?: number | null; to?: number | null } | null
  date?: DateRange | null
  isEmpty?: boolean | null
}

interface DateRange {
  from?: string | null
  to?: string | null
  inLastDays?: number | null
  inNextDays?: number | null
}

type ConditionOperator = 'equals' | 'in' | 'between' | 'isTrue' | 'isNull'

/**
 * A condition on one of the internal fields of `customFieldConditions`. `value` is a JSON list: the
 * id of the custom field, then the values to compare with, or both ends of a range.
 */
interface CompiledCondition {
  field: 'customText' | 'customNumber'
  operator: ConditionOperator
  value: string
}

class ConditionError extends Error {
  readonly code: DetailCode
  constructor(code: DetailCode, message: string) {
    super(message)
    this.code = code
  }
}

const dayMs = 86_400_000
const toDate = (time: number) => new Date(time).toISOString().slice(0, 10)

/** Returns the text key or number of a value, or undefined if it is empty. */
function comparableValue(field: CustomField, value: unknown): string | number | undefined {
  const type = field.type === 'multipleChoice' ? 'singleChoice' : field.type
  const parsed = parseValue({ ...field, type }, value)
  if ('problem' in parsed) throw new ConditionError(parsed.problem.code, parsed.problem.message)
  const [stored] = parsed.stored
  if (stored?.textKey && [...stored.textKey].length > maxKeyLength)
    throw new ConditionError('TOO_LONG', `must have at most ${maxKeyLength} characters`)
  return stored?.textKey ?? stored?.number ?? undefined
}

function requireType(field: CustomField, type: CustomField['type']): void {
  if (field.type === type) return
  const message = `requires a ${type} field, but ${field.key} is a ${field.type} field`
  throw new ConditionError('INVALID_VALUE', message)
}

const compile = (
  field: CustomField,
  operator: ConditionOperator,
  ...values: unknown[]
): CompiledCondition => ({
  field: field.type === 'number' || field.type === 'boolean' ? 'customNumber' : 'customText',
  operator,
  value: JSON.stringify([field.id, ...values]),
})

function compileDateRange(
  field: CustomField,
  { from, to, inLastDays, inNextDays }: DateRange,
  now: number,
): CompiledCondition[] {
  requireType(field, 'date')
  const requireDate = (text: string) => {
    const date = parseDate(text)
    if (!date) throw new ConditionError('INVALID_FORMAT', 'must be a date such as 2026-05-17')
    return date
  }
  const compileDays = (start: string, end: string) => compile(field, 'between', start, end)
  // Every date sorts between the empty string and `~`.
  return [
    ...(from == null && to == null
      ? []
      : [compileDays(from == null ? '' : requireDate(from), to == null ? '~' : requireDate(to))]),
    ...(inLastDays == null ? [] : [compileDays(toDate(now - inLastDays * dayMs), toDate(now))]),
    ...(inNextDays == null ? [] : [compileDays(toDate(now), toDate(now + inNextDays * dayMs))]),
  ]
}

type Operators = Omit<CustomFieldCondition, 'key'>

const operators: {
  [O in keyof Operators]-?: (
    field: CustomField,
    operand: NonNullable<Operators[O]>,
    now: number,
  ) => CompiledCondition[]
} = {
  equals(field, operand) {
    const value = comparableValue(field, operand)
    return [value === undefined ? compile(field, 'isNull') : compile(field, 'equals', value)]
  },
  anyOf: (field, operands) => [
    compile(
      field,
      'in',
      operands.flatMap((each) => comparableValue(field, each) ?? []),
    ),
  ],
  startsWith(field, operand) {
    requireType(field, 'text')
    const start = operand.toLowerCase()
    return [compile(field, 'between', start, `${start}\u{10ffff}`)]
  },
  number(field, { from, to }) {
    requireType(field, 'number')
    return from == null && to == null
      ? []
      : [compile(field, 'between', from ?? -1e300, to ?? 1e300)]
  },
  date: compileDateRange,
  isEmpty: (field, operand) => [compile(field, operand ? 'isNull' : 'isTrue')],
}

function compileOperator(
  field: CustomField,
  operator: string,
  operand: unknown,
  now: number,
): CompiledCondition[] {
  // Only `equals` accepts null as its operand.
  if (operand === null) return operator === 'equals' ? [compile(field, 'isNull')] : []
  return operators[operator as keyof Operators](field, operand as never, now)
}

/**
 * Compiles the conditions of a filter on one kind of record. @throws VALIDATION_ERROR with every
 * unknown key and every operand that does not fit the type of its field
 */
export async function parseConditions(
  ctx: Context,
  kind: RecordKind,
  conditions: readonly unknown[],
): Promise<CompiledCondition[]> {
  const fields = new Map((await listFields(ctx, kind)).map((field) => [field.key, field]))
  const details: Detail[] = []
  const compiledConditions = (conditions as readonly CustomFieldCondition[]).flatMap(
    ({ key, ...operands }, index) => {
      const path = `where.customFields[${index}]`
      const operators = Object.entries(operands).filter(([, operand]) => operand !== undefined)
      if (operators.length === 0)
        details.push({
          field: path,
          code: 'REQUIRED_FIELD',
          message: 'requires one of equals, anyOf, startsWith, number, date and isEmpty',
        })
      const field = fields.get(key)
      if (!field) {
        details.push(unknownFieldDetail(`${path}.key`, kind))
        return []
      }
      return operators.flatMap(([operator, operand]) => {
        try {
          return compileOperator(field, operator, operand, ctx.now())
        } catch (error) {
          if (!(error instanceof ConditionError)) throw error
          details.push({ field: `${path}.${operator}`, code: error.code, message: error.message })
          return []
        }
      })
    },
  )
  if (details.length > 0) throw invalid(details.slice(0, 100))
  return compiledConditions
}

type ColumnType = 'text' | 'number'

function toComparison(
  column: RawBuilder<unknown>,
  type: ColumnType,
  value: string,
  operator: string,
): RawBuilder<unknown> {
  switch (operator as ConditionOperator) {
    case 'equals':
      return sql` and ${column} = ${jsonValueAt(value, 1, type)}`
    case 'in':
      return sql` and ${column} in ${jsonValuesAt(value, 1, type)}`
    case 'between':
      return sql` and ${column} between ${jsonValueAt(value, 1, type)} and ${jsonValueAt(value, 2, type)}`
    default:
      return sql``
  }
}

/** Returns the filter fields for conditions on the custom fields of a kind of record. */
export function customFieldConditions(kind: RecordKind, records: string) {
  const { table, owner } = valueTables[kind]
  const createFilter = (columnName: string, type: ColumnType) => {
    const selectMatching = (
      p: { companyId: string },
      column: RawBuilder<unknown>,
      value: string,
      operator: string,
    ) => sql`from ${sql.table(table)} as "custom" where "custom"."companyId" = ${p.companyId}
      and "custom"."fieldId" = ${jsonValueAt(value, 0, 'text')}${toComparison(column, type, value, operator)}`
    return {
      predicate(p: { companyId: string }, _: unknown, value: string, operator: string) {
        // Disables the index on values, so that only the values of the record are searched.
        const rows = selectMatching(p, withoutIndex(`custom.${columnName}`), value, operator)
        const isOfRecord = sql`${sql.ref(`custom.${owner}`)} = ${sql.ref(`${records}.id`)}`
        const existsCondition = sql<boolean>`exists (select 1 ${rows} and ${isOfRecord})`
        return operator === 'isNull' ? sql<boolean>`not ${existsCondition}` : existsCondition
      },
      matchingIds: (p: { companyId: string }, _: unknown, value: string, operator: string) =>
        sql`select ${sql.ref(`custom.${owner}`)} as "id" ${selectMatching(p, sql.ref(`custom.${columnName}`), value, operator)}`,
    }
  }
  const internalField = { description: '', type: 'String', internal: true } as const
  return {
    customFields: {
      description:
        'Conditions on custom fields, all of which must match. Indexed, except `isEmpty: true`.',
      type: 'conditions',
      list: true,
    },
    customText: { ...internalField, ...createFilter('textKey', 'text') },
    customNumber: { ...internalField, ...createFilter('number', 'number') },
  } as const
}
