import { requireScope } from '../../access/viewer.ts'
import { type Context, timestamp } from '../../context.ts'
import { renumber, withMoved } from '../../crud/positions.ts'
import { applyChanges, checkVersion, newRecord, requireSomeField } from '../../crud/records.ts'
import { conflict } from '../../errors.ts'
import { type Change, changesBetween, recordEvent } from '../../events/record-event.ts'
import { fold } from '../people/names.ts'
import { allFields, type CustomField, fieldOf, getField, rowOf } from './operations.ts'
import { type OptionInput, readOptions, removeOptions } from './options.ts'
import { deleteSomeValues, firstValueOf } from './queries.ts'
import type { CustomFieldRow, FieldType, RecordKind } from './table.ts'

/** Defining custom fields. */
export interface NewField {
  record: RecordKind
  name: string
  key?: string | null
  type: FieldType
  description?: string | null
  options?: readonly OptionInput[] | null
}

export interface FieldChanges {
  name?: string
  description?: string | null
  position?: number
  options?: readonly OptionInput[]
  replaceRemovedWith?: string | null
}

const mostFields = 100
const outline = ({ recordKind: record, key, name, type, description, options }: CustomField) => ({
  record,
  key,
  name,
  type,
  description,
  options,
})
const told = ['record', 'key', 'name', 'type', 'description', 'options'] as const

/**
 * Defines a field, behind the others of its kind of record. @throws VALIDATION_ERROR, CONFLICT when
 * the key is taken or there are 100
 */
export async function createCustomField(ctx: Context, input: NewField): Promise<CustomField> {
  requireScope(ctx.viewer, 'customfields.manage')
  const options = readOptions(input.type, input.options)
  const others = await allFields(ctx, input.record)
  if (others.length >= mostFields)
    throw conflict(`A company has at most ${mostFields} custom fields for each kind of record`)
  if (others.some((field) => field.key === input.key))
    throw conflict('Another field has this key', {
      details: [{ field: 'key', code: 'INVALID_VALUE', message: 'is the key of another field' }],
    })
  const field: CustomField = {
    ...newRecord(ctx, 'customfield'),
    recordKind: input.record,
    key: input.key ?? keyFrom(input.name, others),
    name: input.name,
    description: input.description ?? null,
    type: input.type,
    options,
    position: others.length,
    deletedAt: null,
  }
  await ctx.db.insert('customFields', rowOf(field))
  recordEvent(ctx, {
    type: 'customField.created',
    record: field,
    changes: changesBetween({}, outline(field), told),
  })
  return field
}

/**
 * A key made of a name: "Move-in date" is moveInDate. A number is put behind where that is taken.
 */
function keyFrom(name: string, others: readonly CustomField[]): string {
  const words = fold(name).match(/[a-z0-9]+/g) ?? []
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
  const plain = (/^[a-z]/.test(joined) ? joined : `field${joined}`).slice(0, 45)
  let key = plain
  for (let number = 2; others.some((field) => field.key === key); number++)
    key = `${plain}${number}`
  return key
}

/**
 * Changes the given fields of a definition. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when
 * options that are left out are used
 */
export async function updateCustomField(
  ctx: Context,
  id: string,
  input: FieldChanges,
): Promise<CustomField> {
  requireScope(ctx.viewer, 'customfields.manage')
  const field = checkVersion(ctx, await getField(ctx, id))
  const { name, description, position, options, replaceRemovedWith }: FieldChanges =
    requireSomeField(input)
  const patch: Partial<CustomFieldRow> = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  }
  if (options !== undefined) {
    const left = readOptions(field.type, options, field.options)
    await removeOptions(ctx, field, left, replaceRemovedWith)
    patch.options = JSON.stringify(left)
  }
  if (position !== undefined) {
    const rows = (await allFields(ctx, field.recordKind)).map(rowOf)
    const order = withMoved(rows, rowOf(field), position)
    await renumber(ctx, 'customFields', order, id)
    patch.position = order.findIndex((each) => each.id === id)
  }
  const { row, changes } = await applyChanges(ctx, 'customFields', rowOf(field), patch)
  if (changes.length > 0)
    recordEvent(ctx, { type: 'customField.updated', record: row, changes: changes.map(readable) })
  return fieldOf(row)
}

const readable = (change: Change): Change =>
  change.field === 'options'
    ? { ...change, from: JSON.parse(change.from as string), to: JSON.parse(change.to as string) }
    : change

/** Values deleted in one transaction; more are swept later, out of sight already. */
export const slice = 1000

/**
 * Deletes a field with all its values. @throws NOT_FOUND, CONFLICT when there are values and it is
 * not to be forced
 */
export async function deleteCustomField(
  ctx: Context,
  id: string,
  force: boolean,
): Promise<{ id: string }> {
  requireScope(ctx.viewer, 'customfields.manage')
  const field = checkVersion(ctx, await getField(ctx, id))
  const { companyId, recordKind: kind } = field
  const used = await ctx.db.first(firstValueOf(kind), { companyId, fieldId: id })
  if (used && !force)
    throw conflict('The field has values: delete it with force to delete them too')
  const others = (await allFields(ctx, kind)).filter((each) => each.id !== id)
  const gone = await ctx.db.run(deleteSomeValues(kind), { companyId, fieldId: id, limit: slice })
  if (gone < slice) await ctx.db.delete('customFields', { companyId, id })
  // Its key is free from now on.
  else
    await ctx.db.update('customFields', { companyId, id }, { deletedAt: timestamp(ctx), key: id })
  recordEvent(ctx, {
    type: 'customField.deleted',
    record: field,
    changes: changesBetween(outline(field), {}, told),
  })
  await renumber(ctx, 'customFields', others.map(rowOf))
  return { id }
}
