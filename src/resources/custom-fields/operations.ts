import type { Context } from '../../context.ts'
import { readOnce } from '../../crud/batch.ts'
import { notFound } from '../../errors.ts'
import type { Where } from '../../filtering/filter.ts'
import { type Asked, type Found, finder } from '../../filtering/find.ts'
import { type MaybePromise, mapMaybePromise } from '../../lib/maybe-promise.ts'
import { customFieldFilterSpec, customFieldsFound } from './filter-spec.ts'
import { fieldsOfCompany } from './queries.ts'
import type { CustomFieldRow, RecordKind } from './table.ts'

/** Reading the definitions of custom fields; they are seen by the whole company. */
export interface FieldOption {
  /** What values are kept as: stays the same when the label changes. */
  value: string
  label: string
}

/** A definition as it is worked with. */
export interface CustomField extends Omit<CustomFieldRow, 'options'> {
  options: FieldOption[]
}

export const fieldOf = (row: CustomFieldRow): CustomField => ({
  ...row,
  options: JSON.parse(row.options) as FieldOption[],
})
export const rowOf = (field: CustomField): CustomFieldRow => ({
  ...field,
  options: JSON.stringify(field.options),
})

const everyField = readOnce<CustomField[]>((ctx) =>
  mapMaybePromise(ctx.db.allCached(fieldsOfCompany, { companyId: ctx.viewer.companyId }), (rows) =>
    rows.map(fieldOf),
  ),
)

/**
 * The fields of the caller's company, of one kind of record or of all, in order; read once in a
 * request.
 */
export const allFields = (ctx: Context, kind?: RecordKind): MaybePromise<CustomField[]> =>
  mapMaybePromise(everyField(ctx), (fields) =>
    kind ? fields.filter((field) => field.recordKind === kind) : fields,
  )

/** A field by its id, for `node`; nothing where there is none. */
export const loadField = async (ctx: Context, id: string): Promise<CustomField | undefined> =>
  (await allFields(ctx)).find((field) => field.id === id)

/** A field by its id. @throws NOT_FOUND */
export async function getField(ctx: Context, id: string): Promise<CustomField> {
  const field = await loadField(ctx, id)
  if (!field) throw notFound('Custom field')
  return field
}

export interface FieldsAsked extends Asked {
  record?: RecordKind | null | undefined
}

const rows = finder<CustomFieldRow, null, FieldsAsked>({
  kind: customFieldFilterSpec,
  queries: customFieldsFound,
  always: ({ record }): Where => ({ deletedAt: null, ...(record && { record }) }),
})

/** The fields of the company, as asked for. */
export const fields: Found<FieldsAsked, CustomField> = {
  ...rows,
  page: async (ctx, asked, window) => {
    const slice = await rows.page(ctx, asked, window)
    return { ...slice, rows: slice.rows.map(fieldOf) }
  },
  part: async (ctx, asked, after, limit) => {
    const part = await rows.part(ctx, asked, after, limit)
    return { ...part, rows: part.rows.map(fieldOf) }
  },
  position: (asked) => (field) => rows.position(asked)(rowOf(field)),
}
