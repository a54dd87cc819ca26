import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { customFieldPolicy } from './policy.ts'

const { name, nameOrder, computedColumns } = filters.nameFilters('customFields.name', 'field')

/** Sorts the fields for people before the fields for deals, and each kind by position. */
const fieldOrder = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

export const customFieldFilterSpec: filters.FilterSpec<'customFields'> = {
  table: 'customFields',
  prefix: 'customfield',
  policy: customFieldPolicy,
  fields: {
    id: filters.id,
    name,
    record: filters.unindexed('Enum', 'recordKind', 'The kind of record that has the field.'),
    type: filters.unindexed('Enum', 'type', "The field's type."),
    key: filters.unindexed('String', 'key', "The field's key."),
    createdAt: filters.createdAt,
    deletedAt: { description: '', type: 'DateTime', internal: true, column: 'deletedAt' },
  },
  orders: {
    position: filters.ascending('place', "The field's position.", { unindexed: true }),
    ...nameOrder,
    key: filters.ascending('key', "The field's key.", { unindexed: true }),
    createdAt: filters.orderByCreation,
  },
  defaultOrder: 'position',
  computedColumns: { ...computedColumns, place: fieldOrder },
}
