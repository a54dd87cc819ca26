import { batch, type Context } from '../../context.ts'
import { notFound } from '../../errors.ts'
import type { Slice, Window } from '../../store/page.ts'
import { placeInOrder, sliceInOrder } from '../pipelines/positions.ts'
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

export const fieldOf = (row: CustomFieldRow): CustomField => ({ ...row, options: JSON.parse(row.options) as FieldOption[] })
export const rowOf = (field: CustomField): CustomFieldRow => ({ ...field, options: JSON.stringify(field.options) })

const loadAll = batch<CustomField[]>(
  async (ctx, keys) => new Map([[keys[0] ?? '', (await ctx.db.all(fieldsOfCompany, { companyId: ctx.viewer.companyId })).map(fieldOf)]]),
)

/** The fields of the caller's company, of one kind of record or of all, in order; read once in a request. */
export async function allFields(ctx: Context, kind?: RecordKind): Promise<CustomField[]> {
  const fields = (await loadAll(ctx, 'all')) ?? []
  return kind ? fields.filter((field) => field.recordKind === kind) : fields
}

/** A field by its id, for `node`; nothing where there is none. */
export const loadField = async (ctx: Context, id: string): Promise<CustomField | undefined> => (await allFields(ctx)).find((field) => field.id === id)

/** A field by its id. @throws NOT_FOUND */
export async function getField(ctx: Context, id: string): Promise<CustomField> {
  const field = await loadField(ctx, id)
  if (!field) throw notFound('Custom field')
  return field
}

/** Where a field stands among all: those of people first. */
export const placeOf = (field: CustomField): string => `${field.recordKind === 'person' ? 0 : 1}:${placeInOrder(field)}`

/** A page of the fields, of one kind of record or of all. */
export const listFields = async (ctx: Context, kind: RecordKind | undefined, window: Window): Promise<Slice<CustomField>> =>
  sliceInOrder(await allFields(ctx, kind), window, placeOf)

export const countFields = async (ctx: Context, kind: RecordKind | undefined): Promise<number> => (await allFields(ctx, kind)).length
