import type { Context } from '../../context.ts'
import type { FieldCondition } from '../../filtering/filter-spec.ts'
import { listParam } from '../../store/sql.ts'
import { sourceOf } from './operations.ts'

/** Converts filters on external ids to conditions; see `externalIdConditions`. */
const condition = (field: string, ...value: string[]): FieldCondition[] => [
  { field, operator: 'equals', value: listParam(value) },
]

export const externalIdReaders = {
  externalId: async (_: Context, externalId: unknown, where: { externalSource?: string }) =>
    condition('oneExternalId', sourceOf(where.externalSource), String(externalId).normalize('NFC')),
  externalSource: async (_: Context, source: unknown, where: { externalId?: string }) =>
    where.externalId === undefined ? condition('anyExternalId', sourceOf(String(source))) : [],
}
