/** Manages a company's custom field definitions, which all its users can view. */
import { requireScope } from '../../access/scopes.ts'
import { type Context, type Deps, timestamp } from '../../context.ts'
import { readOnce } from '../../crud/loader.ts'
import { moveRow, renumberRows } from '../../crud/positions.ts'
import {
  applyChanges,
  checkVersion,
  newRecord,
  omitUndefined,
  requireSomeField,
} from '../../crud/records.ts'
import { conflict, notFound } from '../../errors.ts'
import { changesBetween, recordEvent } from '../../events/record-event.ts'
import type { Change } from '../../events/table.ts'
import { createFilteredList, type ListOptions } from '../../filtering/filtered-list.ts'
import { inChunks, type MaybePromise, mapMaybePromise } from '../../lib/async.ts'
import { fold } from '../../lib/text.ts'
import { forEachCompany, runAsSystem } from '../companies/operations.ts'
import { customFieldFilterSpec } from './filter-spec.ts'
import { type OptionInput, parseOptions, replaceRemovedOptions } from './options.ts'
import { deletedFields, deleteValues, fieldsOfCompany, firstValue } from './queries.ts'
import type { CustomField, CustomFieldRow, FieldOption, FieldType, RecordKind } from './table.ts'

export type { CustomField, FieldOption }

const toCustomField = (row: CustomFieldRow): CustomField => ({
  ...row,
  options: JSON.parse(row.options) as FieldOption[],
})
const toRow = (field: CustomField): CustomFieldRow => ({
  ...field,
  options: JSON.stringify(field.options),
})

const loadAllFields = readOnce<CustomField[]>((ctx) =>
  mapMaybePromise(
    ctx.db.readAllCached(fieldsOfCompany, { companyId: ctx.viewer.companyId }),
    (rows) => rows.map(toCustomField),
  ),
)

/** Lists the fields of one kind, or of all kinds, by position; cached until the next commit. */
export const listFields = (ctx: Context, kind?: RecordKind): MaybePromise<CustomField[]> =>
  mapMaybePromise(loadAllFields(ctx), (fields) =>
    kind ? fields.filter((field) => field.recordKind === kind) : fields,
  )

export const loadField = async (ctx: Context, id: string): Promise<CustomField | undefined> =>
  (await listFields(ctx)).find((field) => field.id === id)

/** Returns a custom field. @throws NOT_FOUND */
export async function getField(ctx: Context, id: string): Promise<CustomField> {
  const field = await loadField(ctx, id)
  if (!field) throw notFound('Custom field')
  return field
}

export type FieldsArgs = ListOptions & { record?: RecordKind | null | undefined }

export const fields = createFilteredList({
  spec: customFieldFilterSpec,
  conditions: ({ record }: FieldsArgs) => [
    { field: 'deletedAt', operator: 'isNull', value: null },
    ...(record ? [{ field: 'record', operator: 'equals' as const, value: record }] : []),
  ],
  toRecord: toCustomField,
})

export interface NewField {
  record: RecordKind
  name: string
  key?: string | null
  type: FieldType
  description?: string | null
  options?: readonly OptionInput[] | null
}

const maxFieldsPerKind = 100

const eventFields = ['record', 'key', 'name', 'type', 'description', 'options'] as const

/** Lists the changes recorded when a field is created (`after`) or deleted (`before`). */
function listFieldChanges(before?: CustomField, after?: CustomField): Change[] {
  const toEventValues = (field?: CustomField) => field && { ...field, record: field.recordKind }
  return changesBetween(toEventValues(before) ?? {}, toEventValues(after) ?? {}, eventFields)
}

/**
 * Creates a custom field in the last position of its kind. @throws FORBIDDEN, VALIDATION_ERROR,
 * CONFLICT if another field of the kind has the key or the kind already has 100 fields
 */
export async function createCustomField(ctx: Context, input: NewField): Promise<CustomField> {
  requireScope(ctx.viewer, 'customfields.manage')
  const options = parseOptions(input.type, input.options)
  const otherFields = await listFields(ctx, input.record)
  if (otherFields.length >= maxFieldsPerKind)
    throw conflict(`The limit is ${maxFieldsPerKind} custom fields per kind: delete one first`)
  if (otherFields.some((field) => field.key === input.key))
    throw conflict('Another custom field has this `key`', {
      details: [{ field: 'key', code: 'INVALID_VALUE', message: 'is the key of another field' }],
    })
  const field: CustomField = {
    ...newRecord(ctx, 'customfield'),
    recordKind: input.record,
    key: input.key ?? deriveKey(input.name, otherFields),
    name: input.name,
    description: input.description ?? null,
    type: input.type,
    options,
    position: otherFields.length,
    deletedAt: null,
  }
  await ctx.db.insert('customFields', toRow(field))
  const changes = listFieldChanges(undefined, field)
  recordEvent(ctx, { type: 'customField.created', record: field, changes })
  return field
}

/** Derives a unique key from a name, such as `moveInDate` from "Move-in date". */
function deriveKey(name: string, otherFields: readonly CustomField[]): string {
  const words = fold(name).match(/[a-z0-9]+/g) ?? []
  const camelCase = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  const baseKey = (/^[a-z]/.test(camelCase) ? camelCase : `field${camelCase}`).slice(0, 45)
  let key = baseKey
  for (let number = 2; otherFields.some((field) => field.key === key); number++)
    key = `${baseKey}${number}`
  return key
}

export interface FieldUpdate {
  name?: string
  description?: string | null
  position?: number
  options?: readonly OptionInput[]
  replaceRemovedWith?: string | null
}

/**
 * Updates a custom field. @throws NOT_FOUND, FORBIDDEN, VALIDATION_ERROR, CONFLICT if removed
 * options are in use and `replaceRemovedWith` is undefined, or too many values would change
 */
export async function updateCustomField(ctx: Context, id: string, input: FieldUpdate) {
  requireScope(ctx.viewer, 'customfields.manage')
  const field = checkVersion(ctx, await getField(ctx, id))
  const { name, description, position, options, replaceRemovedWith }: FieldUpdate =
    requireSomeField(input)
  const patch: Partial<CustomFieldRow> = omitUndefined({ name, description }) as object
  if (options !== undefined) {
    const remainingOptions = parseOptions(field.type, options, field.options)
    await replaceRemovedOptions(ctx, field, remainingOptions, replaceRemovedWith)
    patch.options = JSON.stringify(remainingOptions)
  }
  if (position !== undefined) {
    const fieldsOfKind = (await listFields(ctx, field.recordKind)).map(toRow)
    patch.position = await moveRow(ctx, 'customFields', fieldsOfKind, toRow(field), position)
  }
  const { row, changes } = await applyChanges(ctx, 'customFields', toRow(field), patch)
  if (changes.length > 0)
    recordEvent(ctx, {
      type: 'customField.updated',
      record: row,
      changes: changes.map(parseOptionsChange),
    })
  return toCustomField(row)
}

const parseOptionsChange = (change: Change): Change =>
  change.field === 'options'
    ? { ...change, from: JSON.parse(change.from as string), to: JSON.parse(change.to as string) }
    : change

/** Maximum number of values deleted per transaction. Housekeeping deletes the remaining values. */
export const maxValuesPerTransaction = 1000

/**
 * Deletes a field and its values. @throws NOT_FOUND, FORBIDDEN, CONFLICT if the field has values
 * and `force` is false
 */
export async function deleteCustomField(ctx: Context, id: string, force: boolean) {
  requireScope(ctx.viewer, 'customfields.manage')
  const field = checkVersion(ctx, await getField(ctx, id))
  const { companyId, recordKind: kind } = field
  if (!force && (await ctx.db.first(firstValue(kind), { companyId, fieldId: id })))
    throw conflict('The custom field has values: set `force` to delete them')
  const otherFields = (await listFields(ctx, kind)).filter((other) => other.id !== id)
  const limit = maxValuesPerTransaction
  const deletedCount = await ctx.db.run(deleteValues(kind), { companyId, fieldId: id, limit })
  if (deletedCount < limit) await ctx.db.delete('customFields', { companyId, id })
  // Replacing the key with the id frees the key for other fields.
  else
    await ctx.db.update('customFields', { companyId, id }, { deletedAt: timestamp(ctx), key: id })
  recordEvent(ctx, {
    type: 'customField.deleted',
    record: field,
    changes: listFieldChanges(field, undefined),
  })
  await renumberRows(ctx, 'customFields', otherFields.map(toRow))
  return { id }
}

/** Purges deleted fields and their remaining values. @returns the number of purged fields */
export async function purgeDeletedFields(deps: Deps): Promise<number> {
  let purgedCount = 0
  await forEachCompany(deps, async (company) => {
    const { id: companyId } = company
    const fields = await deps.store
      .forCompany(companyId)
      .readLatest((db) => db.all(deletedFields, { companyId }))
    for (const { id, recordKind } of fields) {
      const deleteChunk = (limit: number) =>
        runAsSystem(deps, company, (ctx) =>
          ctx.db.run(deleteValues(recordKind), { companyId, fieldId: id, limit }),
        )
      await inChunks(deleteChunk, maxValuesPerTransaction)
      await runAsSystem(deps, company, (ctx) => ctx.db.delete('customFields', { companyId, id }))
      purgedCount++
    }
  })
  return purgedCount
}
