import type { Context } from '../../context.ts'
import type { RecordKind } from '../../resources/custom-fields/table.ts'
import { customValuesOf } from '../../resources/custom-fields/values.ts'

/** The values that a record has of the custom fields that an input gives. */
export async function customBefore(
  ctx: Context,
  kind: RecordKind,
  record: { id: string },
  input: Record<string, unknown>,
): Promise<{ customFields?: Record<string, unknown> }> {
  const given = input['customFields'] as object | undefined
  if (!given) return {}
  const values = await customValuesOf(ctx, kind, { id: record.id })
  return {
    customFields: Object.fromEntries(
      values
        .filter(([field]) => Object.hasOwn(given, field.key))
        .map(([field, value]) => [field.key, value]),
    ),
  }
}
