/** The options of choice fields. */
import type { Context } from '../../context.ts'
import { conflict, createDetail, type Detail, type DetailCode, invalid } from '../../errors.ts'
import { inChunks } from '../../lib/async.ts'
import { encodeListParam } from '../../store/query.ts'
import {
  countValuesOfOptions,
  deleteDuplicateChoices,
  deleteOptionValues,
  recordsWithOptions,
  replaceOptionValues,
} from './queries.ts'
import type { CustomField, FieldOption, FieldType } from './table.ts'

export type OptionInput = { value?: string | null; label: string }

export const isChoice = (type: FieldType): boolean =>
  type === 'singleChoice' || type === 'multipleChoice'

const isEqualIgnoringCase = (text: string, other: string) =>
  text.toLowerCase() === other.toLowerCase()

/**
 * Resolves each input to an option, by its value or, without one, by its label. An unknown label
 * becomes a new option, whose value is the label.
 * @throws VALIDATION_ERROR for options of a field that is not a choice, a choice without options,
 * and repeated values or labels
 */
export function parseOptions(
  type: FieldType,
  inputs: readonly OptionInput[] | null | undefined,
  before: FieldOption[] = [],
): FieldOption[] {
  const error = (code: DetailCode, message: string) =>
    invalid(createDetail('options', code, message))
  if (!isChoice(type)) {
    if (inputs?.length)
      throw error('INVALID_VALUE', 'only a single or a multiple choice has options')
    return []
  }
  if (!inputs?.length) throw error('REQUIRED_FIELD', 'a choice needs at least one option')
  const values = new Set(inputs.map((option) => option.value))
  const byLabel = before.filter((option) => !values.has(option.value))
  const taken = new Set([...before.map((option) => option.value), ...values])
  const options = inputs.map(({ value, label }) => ({
    value:
      value ??
      byLabel.find((option) => isEqualIgnoringCase(option.label, label))?.value ??
      createUnusedValue(label, taken),
    label,
  }))
  const details = findRepeatedOptions(options)
  if (details.length > 0) throw invalid(details)
  return options
}

const findRepeatedOptions = (options: FieldOption[]): Detail[] =>
  options.flatMap(({ value, label }, index) => {
    const earlier = options.slice(0, index)
    const isLabelRepeated = earlier.some((option) => isEqualIgnoringCase(option.label, label))
    if (!isLabelRepeated && !earlier.some((option) => option.value === value)) return []
    const field = isLabelRepeated ? 'label' : 'value'
    const message = `must be unique: two options have this ${field}`
    return createDetail(`options[${index}].${field}`, 'INVALID_VALUE', message)
  })

/** Returns the label, with a number appended if it is already the value of another option. */
function createUnusedValue(label: string, taken: Set<string | null | undefined>): string {
  let value = label
  for (let number = 2; taken.has(value); number++)
    value = `${[...label].slice(0, 95).join('')} ${number}`
  return value
}

const maxChangedValues = 10_000
const recordsPerStatement = 500

/**
 * Replaces the values of removed options with `replacement`, or deletes them if it is null.
 * @throws VALIDATION_ERROR if `replacement` is not a remaining option, CONFLICT if it is undefined
 * and removed options are in use, or for more than 10,000 values
 */
export async function removeOptions(
  ctx: Context,
  field: CustomField,
  remaining: FieldOption[],
  replacement: string | null | undefined,
): Promise<void> {
  const isRemaining = (value: string) => remaining.some((option) => option.value === value)
  if (typeof replacement === 'string' && !isRemaining(replacement))
    throw invalid(
      createDetail(
        'replaceRemovedWith',
        'INVALID_REFERENCE',
        'is not the value of a remaining option',
      ),
    )
  const removedValues = field.options
    .map(({ value }) => value)
    .filter((value) => !isRemaining(value))
  if (removedValues.length === 0) return
  const { companyId, id: fieldId, recordKind: kind } = field
  const params = { companyId, fieldId, options: encodeListParam(removedValues) }
  const limit = maxChangedValues + 1
  const count = (await ctx.db.first(countValuesOfOptions(kind), { ...params, limit }))?.total ?? 0
  if (count === 0) return
  if (replacement === undefined)
    throw conflict(
      'Records have values of removed options: set `replaceRemovedWith` to their replacement, or to null to clear them',
    )
  if (count > maxChangedValues)
    throw conflict(
      `Removed options have more than ${maxChangedValues} values: change the values of the records first`,
    )
  await inChunks(async (limit) => {
    const records = await ctx.db.all(recordsWithOptions(kind), { ...params, limit })
    const chunk = { ...params, ownerIds: encodeListParam(records.map((record) => record.id)) }
    if (replacement === null) await ctx.db.run(deleteOptionValues(kind), chunk)
    else {
      await ctx.db.run(deleteDuplicateChoices(kind), { ...chunk, replacement })
      await ctx.db.run(replaceOptionValues(kind), { ...chunk, replacement })
    }
    return records.length
  }, recordsPerStatement)
}
