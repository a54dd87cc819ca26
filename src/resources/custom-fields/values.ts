import type { Context } from '../../context.ts'
import { createLoader } from '../../crud/batch.ts'
import type { Detail } from '../../errors.ts'
import type { Change } from '../../events/record-event.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import { listParam } from '../../store/sql.ts'
import { allFields, type CustomField } from './operations.ts'
import { homes, type ValueRow, valuesOfRecords } from './queries.ts'
import { type CustomValue, readValue, shownValue } from './reading.ts'
import type { RecordKind } from './table.ts'

/** The values of custom fields: those of a record, and those given for it. */
export type CustomValues = Readonly<Record<string, unknown>>

const load = (kind: RecordKind) =>
  createLoader<ValueRow[]>((ctx, ids) =>
    mapMaybePromise(
      ctx.db.all(valuesOfRecords(kind), { companyId: ctx.viewer.companyId, ids: listParam(ids) }),
      (rows) => Map.groupBy(rows, (row) => row.recordId),
    ),
  )

const loaders = { person: load('person'), deal: load('deal') }

/**
 * Every field of the record's kind with the value that the record has of it, in the order of the
 * fields.
 */
export const customValuesOf = (
  ctx: Context,
  kind: RecordKind,
  record: { id: string },
): MaybePromise<[CustomField, CustomValue][]> =>
  mapMaybePromise(allFields(ctx, kind), (fields) =>
    mapMaybePromise(fields.length > 0 ? loaders[kind].of(ctx, record, 'id') : [], (rows) => {
      const byField = Map.groupBy(rows ?? [], (row) => row.fieldId)
      return fields.map((field) => [field, shownValue(field, byField.get(field.id) ?? [])])
    }),
  )

/**
 * The values given for fields that there are, and a detail for each that is none or does not fit.
 */
async function read(ctx: Context, kind: RecordKind, given: CustomValues) {
  const fields = new Map((await allFields(ctx, kind)).map((field) => [field.key, field]))
  const details: Detail[] = []
  const values = Object.entries(given).flatMap(([key, value]) => {
    const [field, name] = [fields.get(key), `customFields.${key}`]
    const found = field && readValue(field, value)
    if (!found)
      details.push({
        field: name,
        code: 'INVALID_REFERENCE',
        message: `is no custom field of a ${kind}`,
      })
    else if ('problem' in found)
      details.push({
        field: found.at === undefined ? name : `${name}[${found.at}]`,
        ...found.problem,
      })
    else return [{ field, kept: found.kept }]
    return []
  })
  return { details: details.slice(0, 100), values }
}

/**
 * A detail for each value that names no field of the record's kind, or does not fit it; for
 * `checkReferences`.
 */
export async function unfitCustomValues(
  ctx: Context,
  kind: RecordKind,
  given: unknown,
): Promise<Detail[]> {
  if (given === undefined) return []
  if (given === null || typeof given !== 'object' || Array.isArray(given))
    return [
      {
        field: 'customFields',
        code: 'INVALID_FORMAT',
        message: 'must be an object: the keys of custom fields, each with its value',
      },
    ]
  return (await read(ctx, kind, given as CustomValues)).details
}

/**
 * Puts the given values in place of those that the record has, and says what that changed. Fields
 * that are left out stay.
 */
export async function replaceCustomValues(
  ctx: Context,
  kind: RecordKind,
  id: string,
  given: CustomValues | undefined,
): Promise<Change[]> {
  if (given === undefined || Object.keys(given).length === 0) return []
  const { table, owner } = homes[kind]
  const { companyId } = ctx.viewer
  const rows = await ctx.db.all(valuesOfRecords(kind), { companyId, ids: listParam([id]) })
  const changes: Change[] = []
  for (const { field, kept } of (await read(ctx, kind, given)).values) {
    const before = rows.filter((row) => row.fieldId === field.id)
    const [from, to] = [shownValue(field, before), shownValue(field, kept)]
    if (JSON.stringify(from) === JSON.stringify(to)) continue
    const key = { companyId, [owner]: id, fieldId: field.id }
    await ctx.db.delete(table, key)
    for (const [position, row] of kept.entries())
      await ctx.db.insert(table, { ...key, position, ...row } as never)
    changes.push({ field: `customFields.${field.key}`, from, to })
  }
  return changes
}
