import type { Context } from '../../context.ts'
import { type Detail, type DetailCode, invalid } from '../../errors.ts'
import { allFields, type CustomField } from './operations.ts'
import { longestKey, readDate, readValue } from './reading.ts'
import type { RecordKind } from './table.ts'

/** Conditions on custom fields, as filters give them. All that is given of one must hold. */
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

/**
 * A condition as it is run: on one of the fields of `filterFields`, with the field's id and the
 * values to compare.
 */
interface Compared {
  field: 'customText' | 'customNumber'
  operator: 'equals' | 'in' | 'between' | 'isTrue' | 'isNull'
  value: string
}

class Unfit extends Error {
  readonly code: DetailCode
  constructor(code: DetailCode, message: string) {
    super(message)
    this.code = code
  }
}

const day = 86_400_000
const dateAt = (time: number) => new Date(time).toISOString().slice(0, 10)

/** What is compared for a value: its key, or its number. Nothing for a value that is empty. */
function comparable(field: CustomField, given: unknown): string | number | undefined {
  const of = field.type === 'multipleChoice' ? { ...field, type: 'singleChoice' as const } : field
  const read = readValue(of, given)
  if ('problem' in read) throw new Unfit(read.problem.code, read.problem.message)
  const [kept] = read.kept
  if (kept?.textKey && [...kept.textKey].length > longestKey)
    throw new Unfit('TOO_LONG', `must have at most ${longestKey} characters`)
  return kept?.textKey ?? kept?.number ?? undefined
}

const only = (field: CustomField, type: CustomField['type']) => {
  if (field.type !== type)
    throw new Unfit(
      'INVALID_VALUE',
      `goes with a ${type} only, and ${field.key} is a ${field.type}`,
    )
}

function range(field: CustomField, from: string | number, to: string | number): Compared {
  return {
    field: typeof from === 'number' ? 'customNumber' : 'customText',
    operator: 'between',
    value: JSON.stringify([field.id, from, to]),
  }
}

function dates(
  field: CustomField,
  { from, to, inLastDays, inNextDays }: DateRange,
  now: number,
): Compared[] {
  only(field, 'date')
  const read = (given: string) => {
    const date = readDate(given)
    if (!date) throw new Unfit('INVALID_FORMAT', 'must be a date such as 2026-05-17')
    return date
  }
  return [
    ...(from != null || to != null
      ? [range(field, from == null ? '' : read(from), to == null ? '~' : read(to))]
      : []),
    ...(inLastDays == null ? [] : [range(field, dateAt(now - inLastDays * day), dateAt(now))]),
    ...(inNextDays == null ? [] : [range(field, dateAt(now), dateAt(now + inNextDays * day))]),
  ]
}

const inside = (
  field: CustomField,
  operator: Compared['operator'],
  ...values: unknown[]
): Compared => ({
  field: field.type === 'number' || field.type === 'boolean' ? 'customNumber' : 'customText',
  operator,
  value: JSON.stringify([field.id, ...values]),
})

/** What each operator of a condition means for a field. */
const operators: {
  [O in Exclude<keyof CustomFieldCondition, 'key'>]-?: (
    field: CustomField,
    given: NonNullable<CustomFieldCondition[O]>,
    now: number,
  ) => Compared[]
} = {
  equals(field, given) {
    const value = comparable(field, given)
    return [value === undefined ? inside(field, 'isNull') : inside(field, 'equals', value)]
  },
  anyOf: (field, given) => [
    inside(
      field,
      'in',
      given.flatMap((each) => comparable(field, each) ?? []),
    ),
  ],
  startsWith(field, given) {
    only(field, 'text')
    const start = given.toLowerCase()
    return [range(field, start, `${start}\u{10ffff}`)]
  },
  number(field, { from, to }) {
    only(field, 'number')
    return from == null && to == null ? [] : [range(field, from ?? -1e300, to ?? 1e300)]
  },
  date: dates,
  isEmpty: (field, given) => [inside(field, given ? 'isNull' : 'isTrue')],
}

/**
 * Reads conditions on the custom fields of a kind of record.
 * @throws VALIDATION_ERROR for a key that is no such field, and for what does not go with its type;
 * all at once
 */
export async function readConditions(
  ctx: Context,
  kind: RecordKind,
  conditions: readonly unknown[],
): Promise<Compared[]> {
  const given = conditions as readonly CustomFieldCondition[]
  const fields = new Map((await allFields(ctx, kind)).map((field) => [field.key, field]))
  const details: Detail[] = []
  const found = given.flatMap(({ key, ...asked }, index) => {
    const at = `where.customFields[${index}]`
    const field = fields.get(key)
    if (Object.values(asked).every((value) => value === undefined))
      details.push({
        field: at,
        code: 'REQUIRED_FIELD',
        message:
          'asks nothing of the field: give equals, anyOf, startsWith, number, date or isEmpty',
      })
    if (!field)
      details.push({
        field: `${at}.key`,
        code: 'INVALID_REFERENCE',
        message: `is no custom field of a ${kind}`,
      })
    return Object.entries(asked).flatMap(([operator, value]) => {
      if (!field || value === undefined) return []
      try {
        // `equals: null` is the one operator that means something by null.
        if (value === null) return operator === 'equals' ? [inside(field, 'isNull')] : []
        return operators[operator as keyof typeof operators](field, value as never, ctx.now())
      } catch (error) {
        if (!(error instanceof Unfit)) throw error
        details.push({ field: `${at}.${operator}`, code: error.code, message: error.message })
        return []
      }
    })
  })
  if (details.length > 0) throw invalid(details.slice(0, 100))
  return found
}
