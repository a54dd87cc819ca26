/** The input types with which filters compare values, one for each type of value. */
import type { InputRef } from '@pothos/core'
import {
  type Comparator,
  type Comparators,
  type ComparatorType,
  comparatorsByType,
} from '../../filtering/comparators.ts'
import type { Period } from '../../filtering/periods.ts'
import { toNoun, toPlural } from '../../lib/text.ts'
import { builder, defineEnum, limits } from './builder.ts'

/** The type of a value that is compared: a scalar or an enum. */
export type ValueType = 'RoleName' | ReturnType<typeof builder.enumType>

/** Rejects `null` in a filter, which a client might expect to match records without a value. */
export const notNullInFilters = {
  notNull: 'cannot be null: omit the field, or set `isNull: true` to match records without a value',
}

/** Returns the options of an input field of a filter. */
export const filterOptions = (description: string, extensions: object = {}) => ({
  description,
  extensions: { ...extensions, ...notNullInFilters },
})

const PeriodUnit = defineEnum('PeriodUnit', 'A unit of time.', {
  hour: 'A period of 60 minutes, counted from now.',
  day: 'A calendar day.',
  week: 'A calendar week, from Monday.',
  month: 'A calendar month.',
  year: 'A calendar year.',
} satisfies Record<Period['unit'], string>)

const countLimits = limits({ type: 'integer', minimum: 0, maximum: 876_000 })

const PeriodInput = builder.inputType('PeriodInput', {
  description: 'A period that includes now: one unit, or the number of units in `last` or `next`.',
  fields: (t) => ({
    unit: t.field({ type: PeriodUnit, required: true, description: 'The unit of time.' }),
    last: t.int(filterOptions('The number of units, ending with the current one.', countLimits)),
    next: t.int(filterOptions('The number of units, starting with the current one.', countLimits)),
    timeZone: t.field({
      type: 'TimeZone',
      ...filterOptions("The time zone; by default the company's time zone."),
    }),
  }),
})

const descriptions: Record<Comparator, string> = {
  eq: 'Equals this value.',
  in: 'Equals one of these values.',
  gt: 'Is greater than this value.',
  gte: 'Is at least this value.',
  lt: 'Is less than this value.',
  lte: 'Is at most this value.',
  during: 'Is within this period.',
  before: 'Is before this period.',
  after: 'Is after this period.',
  contains: 'Contains this text, ignoring case and, for most fields, accents.',
  startsWith: 'Starts with this text, ignoring case and, for most fields, accents.',
  has: 'Includes this value.',
  any: 'Includes at least one of these values.',
  all: 'Includes all of these values.',
  none: 'Includes none of these values.',
  isEmpty: 'Whether the list is empty.',
  isNull: 'Whether the value is null.',
}

const listLimits = limits({ type: 'array', maxItems: 100 })
const listComparators: readonly Comparator[] = ['in', 'any', 'all', 'none']
const booleanComparators: readonly Comparator[] = ['isNull', 'isEmpty']
const periodComparators: readonly Comparator[] = ['during', 'before', 'after']

/** Returns the description and the limits of a comparator. */
export const getComparatorOptions = (comparator: Comparator) =>
  filterOptions(
    descriptions[comparator],
    listComparators.includes(comparator) ? listLimits : undefined,
  )

/** The scalar types of comparator types that are not themselves scalars. */
const scalarNames: { [T in ComparatorType]?: 'ID' | 'String' } = {
  Phone: 'String',
  StringList: 'String',
  ExactId: 'ID',
  ExactString: 'String',
}

/** Describes the values that comparators compare, such as `nullable numbers`. */
const describeValues = (name: string) =>
  toPlural(
    toNoun(
      name
        .replace(/^Exact|Comparators$|Date(?=Time)/g, '')
        .replace(/Int$/, 'Integer')
        .replace('Float', 'Number')
        .replace('Phone', 'PhoneNumber'),
    ),
  )

const inputsByName = new Map<string, InputRef<Comparators>>()

/** Returns the input type that compares values, created at first use to avoid unused types. */
export function comparatorsInput(type: ComparatorType, isNullable: boolean, valueType?: ValueType) {
  const valueName =
    typeof valueType === 'object' ? valueType.name : (valueType ?? (type === 'ID' ? 'Id' : type))
  const name = `${isNullable ? 'Nullable' : ''}${valueName}Comparators`
  const comparators = [...comparatorsByType[type], ...(isNullable ? ['isNull' as const] : [])]
  const scalarName = (scalarNames[type] ?? type) as 'String'
  const input = inputsByName.get(name) ?? createInput(name, comparators, valueType ?? scalarName)
  inputsByName.set(name, input)
  return input
}

function createInput(name: string, comparators: Comparator[], valueType: ValueType | 'String') {
  const chooseType = (comparator: Comparator) => {
    if (booleanComparators.includes(comparator)) return 'Boolean'
    if (periodComparators.includes(comparator)) return PeriodInput
    return listComparators.includes(comparator) ? [valueType] : valueType
  }
  return builder.inputType(name, {
    description: `Comparators for ${describeValues(name)}.`,
    fields: (t) =>
      Object.fromEntries(
        comparators.map((comparator) => {
          const type = chooseType(comparator) as 'String'
          return [comparator, t.field({ type, ...getComparatorOptions(comparator) })]
        }),
      ),
  }) as InputRef<Comparators>
}
