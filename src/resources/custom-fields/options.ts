/** Validates the options of choice fields, and replaces values of removed options. */
import type { Context } from '../../context.ts'
import { conflict, createDetail, type Detail, type DetailCode, invalid } from '../../errors.ts'
import { inChunks } from '../../lib/async.ts'
import { formatCount } from '../../lib/text.ts'
import { encodeListParam } from '../../store/query.ts'
import {
  deleteDuplicateChoices,
  deleteOptionValues,
  optionValueCount,
  recordsWithOptions,
  replaceOptionValues,
} from './queries.ts'
import type { CustomField, FieldOption, FieldType } from './table.ts'

export type OptionInput = { value?: string | null; label: string }

const isChoice = (type: FieldType): boolean => type === 'singleChoice' || type === 'multipleChoice'
const equalsIgnoringCase = (text: string, other: string) =>
  text.toLowerCase() === other.toLowerCase()

/**
 * Matches each input to a current option by value or, if the input has no value, by label. Other
 * inputs become new options. @throws VALIDATION_ERROR for options of a field that is not a choice
 * field, for a choice field without options, and for repeated values or labels
 */
export function parseOptions(
  type: FieldType,
  inputs: readonly OptionInput[] | null | undefined,
  currentOptions: FieldOption[] = [],
): FieldOption[] {
  const createError = (code: DetailCode, message: string) =>
    invalid(createDetail('options', code, message))
  if (!isChoice(type)) {
    if (inputs?.length) throw createError('INVALID_VALUE', 'are allowed only for choice fields')
    return []
  }
  if (!inputs?.length) throw createError('REQUIRED_FIELD', 'must contain at least one option')
  const inputValues = new Set(inputs.map((option) => option.value))
  const unmatchedOptions = currentOptions.filter((option) => !inputValues.has(option.value))
  const usedValues = new Set([...currentOptions.map((option) => option.value), ...inputValues])
  const options = inputs.map(({ value, label }) => ({
    value:
      value ??
      unmatchedOptions.find((option) => equalsIgnoringCase(option.label, label))?.value ??
      createUnusedValue(label, usedValues),
    label,
  }))
  const details = findRepeatedOptions(options)
  if (details.length > 0) throw invalid(details)
  return options
}

const findRepeatedOptions = (options: FieldOption[]): Detail[] =>
  options.flatMap(({ value, label }, index) => {
    const priorOptions = options.slice(0, index)
    const isLabelRepeated = priorOptions.some((option) => equalsIgnoringCase(option.label, label))
    if (!isLabelRepeated && !priorOptions.some((option) => option.value === value)) return []
    const field = isLabelRepeated ? 'label' : 'value'
    const message = `must be unique: two options have this ${field}`
    return createDetail(`options[${index}].${field}`, 'INVALID_VALUE', message)
  })

/** Derives an option's value from its label, with a number appended if the value is in use. */
function createUnusedValue(label: string, usedValues: Set<string | null | undefined>): string {
  let value = label
  for (let number = 2; usedValues.has(value); number++)
    value = `${[...label].slice(0, 95).join('')} ${number}`
  return value
}

const maxChangedValues = 10_000
const recordsPerStatement = 500

/**
 * Replaces record values of removed options with `replacement`, or deletes these values if it is
 * null. @throws VALIDATION_ERROR if `replacement` is not a remaining option, CONFLICT if it is
 * undefined and removed options are in use, or if more than 10,000 values would change
 */
export async function replaceRemovedOptions(
  ctx: Context,
  field: CustomField,
  remainingOptions: FieldOption[],
  replacement: string | null | undefined,
): Promise<void> {
  const isRemaining = (value: string) => remainingOptions.some((option) => option.value === value)
  const message = 'is not the value of a remaining option'
  if (typeof replacement === 'string' && !isRemaining(replacement))
    throw invalid(createDetail('replaceRemovedWith', 'INVALID_REFERENCE', message))
  const removedValues = field.options
    .map(({ value }) => value)
    .filter((value) => !isRemaining(value))
  if (removedValues.length === 0) return
  const { companyId, id: fieldId, recordKind: kind } = field
  const params = { companyId, fieldId, options: encodeListParam(removedValues) }
  const limit = maxChangedValues + 1
  const valueCount = (await ctx.db.first(optionValueCount(kind), { ...params, limit }))?.total ?? 0
  if (valueCount === 0) return
  if (replacement === undefined)
    throw conflict(
      'Some records use removed options: set `replaceRemovedWith` to the value of a remaining option, or to null to clear these values',
    )
  if (valueCount > maxChangedValues)
    throw conflict(
      `More than ${formatCount(maxChangedValues)} values would change: first change the records that use the removed options`,
    )
  await inChunks(async (limit) => {
    const records = await ctx.db.all(recordsWithOptions(kind), { ...params, limit })
    const chunkParams = { ...params, recordIds: encodeListParam(records.map(({ id }) => id)) }
    if (replacement === null) await ctx.db.run(deleteOptionValues(kind), chunkParams)
    else {
      await ctx.db.run(deleteDuplicateChoices(kind), { ...chunkParams, replacement })
      await ctx.db.run(replaceOptionValues(kind), { ...chunkParams, replacement })
    }
    return records.length
  }, recordsPerStatement)
}
