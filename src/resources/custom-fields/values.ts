/** Parses, stores and loads the values of custom fields. */
import type { Context } from '../../context.ts'
import { createListLoader } from '../../crud/record-reads.ts'
import { createDetail, type Detail } from '../../errors.ts'
import type { Change } from '../../events/table.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { isCalendarDate } from '../../lib/text.ts'
import { listFields } from './operations.ts'
import { valuesOfRecords, valueTables } from './queries.ts'
import type { CustomField, FieldType, RecordKind } from './table.ts'

/** A value in API format. An empty value is null, or `[]` for a multiple-choice field. */
export type CustomValue = string | number | boolean | string[] | null

export type CustomValues = Readonly<Record<string, unknown>>

export type StoredValue = { text: string | null; textKey: string | null; number: number | null }

export const maxTextKeyLength = 100
const maxNumber = 1e15

/** Converts text to lower case and truncates it. A truncated key equals no complete key. */
function toTextKey(text: string): string {
  const characters = [...text.toLowerCase()]
  return characters.length > maxTextKeyLength
    ? `${characters.slice(0, maxTextKeyLength).join('')}…`
    : characters.join('')
}

const dateOrDateTimePattern =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-]([01]\d|2[0-3]):[0-5]\d))?$/

/** Returns the date part of a date or date-time (years 1900–9999), without time zone conversion. */
function parseDate(input: unknown): string | undefined {
  const match = typeof input === 'string' ? dateOrDateTimePattern.exec(input) : null
  if (!match) return undefined
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number]
  return year >= 1900 && isCalendarDate(year, month, day)
    ? (input as string).slice(0, 10)
    : undefined
}

type Problem = Pick<Detail, 'code' | 'message'>
type ParseResult = { stored: StoredValue[] } | { problem: Problem; index?: number }

const createProblem = (message: string, code: Problem['code'] = 'INVALID_FORMAT'): ParseResult => ({
  problem: { code, message },
})
const toStoredText = (text: string, textKey = text) => ({ text, textKey, number: null })

/** Returns the stored form of a number. Adding 0 converts negative zero to zero. */
const toStoredNumber = (value: number) => ({ text: null, textKey: null, number: value + 0 })

function parseChoice(input: unknown, { options }: CustomField): ParseResult {
  if (typeof input !== 'string') return createProblem('must be the value of an option, as a string')
  if (options.some((option) => option.value === input)) return { stored: [toStoredText(input)] }
  const optionValues = options.map((option) => option.value).join(', ')
  return createProblem(`must be one of ${optionValues}`.slice(0, 1000), 'INVALID_VALUE')
}

function parseChoices(input: unknown, field: CustomField): ParseResult {
  if (!Array.isArray(input)) return createProblem('must be a list of option values')
  if (input.length > 100) return createProblem('must have at most 100 elements', 'TOO_LONG')
  for (const [index, value] of input.entries()) {
    const parseResult = parseChoice(value, field)
    if ('problem' in parseResult) return { ...parseResult, index }
  }
  const chosenOptions = field.options.filter((option) => input.includes(option.value))
  return { stored: chosenOptions.map((option) => toStoredText(option.value)) }
}

const parserByType: Record<FieldType, (input: unknown, field: CustomField) => ParseResult> = {
  text(input) {
    if (typeof input !== 'string') return createProblem('must be a string')
    return { stored: input === '' ? [] : [toStoredText(input, toTextKey(input))] }
  },
  number(input) {
    if (typeof input !== 'number') return createProblem('must be a number')
    return Math.abs(input) <= maxNumber
      ? { stored: [toStoredNumber(input)] }
      : createProblem('must be from -1e15 to 1e15', 'OUT_OF_RANGE')
  },
  date(input) {
    const date = parseDate(input)
    return date
      ? { stored: [toStoredText(date)] }
      : createProblem('must be a date from 1900 to 9999, such as 2026-05-17')
  },
  boolean: (input) =>
    typeof input === 'boolean'
      ? { stored: [toStoredNumber(Number(input))] }
      : createProblem('must be true or false'),
  singleChoice: parseChoice,
  multipleChoice: parseChoices,
}

/** Converts an input to the rows that store its value (none if empty), or to a problem. */
export const parseValue = (field: CustomField, input: unknown): ParseResult =>
  input === null ? { stored: [] } : parserByType[field.type](input, field)

/** Converts stored rows to the API value of a field. */
function toCustomValue(
  { type, options }: CustomField,
  rows: readonly Pick<StoredValue, 'text' | 'number'>[],
): CustomValue {
  if (type === 'multipleChoice')
    return options
      .map((option) => option.value)
      .filter((value) => rows.some((row) => row.text === value))
  const [row] = rows
  if (!row) return null
  if (type === 'boolean') return row.number === 1
  // Undoing a merge can restore a value whose option has been deleted.
  if (type === 'singleChoice')
    return options.find((option) => option.value === row.text)?.value ?? null
  return type === 'number' ? row.number : row.text
}

const valueLoaders = {
  person: createListLoader(valuesOfRecords('person'), 'recordId'),
  deal: createListLoader(valuesOfRecords('deal'), 'recordId'),
}

/** Loads every field of the record's kind with the record's value, ordered by position. */
export const loadCustomValues = (
  ctx: Context,
  kind: RecordKind,
  record: { id: string },
): MaybePromise<[CustomField, CustomValue][]> =>
  mapMaybePromise(listFields(ctx, kind), (fields) =>
    mapMaybePromise(fields.length > 0 ? valueLoaders[kind].of(ctx, record, 'id') : [], (rows) => {
      const rowsByField = Map.groupBy(rows ?? [], (row) => row.fieldId)
      return fields.map((field) => [field, toCustomValue(field, rowsByField.get(field.id) ?? [])])
    }),
  )

export const createUnknownFieldDetail = (field: string, kind: RecordKind): Detail =>
  createDetail(field, 'INVALID_REFERENCE', `is not a custom field of a ${kind}`)

async function parseValues(ctx: Context, kind: RecordKind, inputs: CustomValues) {
  const fields = new Map((await listFields(ctx, kind)).map((field) => [field.key, field]))
  const details: Detail[] = []
  const values = Object.entries(inputs).flatMap(([key, input]) => {
    const [field, fieldPath] = [fields.get(key), `customFields.${key}`]
    const parseResult = field && parseValue(field, input)
    if (parseResult && 'stored' in parseResult) return [{ field, stored: parseResult.stored }]
    if (!parseResult) details.push(createUnknownFieldDetail(fieldPath, kind))
    else {
      const index = parseResult.index === undefined ? '' : `[${parseResult.index}]`
      details.push({ field: `${fieldPath}${index}`, ...parseResult.problem })
    }
    return []
  })
  return { details: details.slice(0, 100), values }
}

/** Returns up to 100 error details about invalid custom fields, to pass to `checkReferences`. */
export async function findInvalidCustomValues(ctx: Context, kind: RecordKind, inputs: unknown) {
  if (inputs === undefined) return []
  if (inputs === null || typeof inputs !== 'object' || Array.isArray(inputs)) {
    const message = 'must be an object that maps custom field keys to values'
    return [createDetail('customFields', 'INVALID_FORMAT', message)]
  }
  return (await parseValues(ctx, kind, inputs as CustomValues)).details
}

/** Replaces the record's values for the fields in the input. @returns the changes */
export async function replaceCustomValues(
  ctx: Context,
  kind: RecordKind,
  id: string,
  inputs: CustomValues | undefined,
): Promise<Change[]> {
  if (inputs === undefined || Object.keys(inputs).length === 0) return []
  const { table, recordIdColumn } = valueTables[kind]
  const { companyId } = ctx.viewer
  const rows = await ctx.db.allByIds(valuesOfRecords(kind), companyId, [id])
  const changes: Change[] = []
  for (const { field, stored } of (await parseValues(ctx, kind, inputs)).values) {
    const currentRows = rows.filter((row) => row.fieldId === field.id)
    const [from, to] = [toCustomValue(field, currentRows), toCustomValue(field, stored)]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    const valueKey = { companyId, [recordIdColumn]: id, fieldId: field.id }
    await ctx.db.delete(table, valueKey)
    for (const [position, row] of stored.entries())
      await ctx.db.insert(table, { ...valueKey, position, ...row } as never)
    changes.push({ field: `customFields.${field.key}`, from, to })
  }
  return changes
}
