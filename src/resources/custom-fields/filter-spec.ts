import { sql } from 'kysely'
import {
  createdAt,
  ids,
  nameFilters,
  orderByCreation,
  visibleToCompany,
} from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('customFields.name')

/** Fields of people come before those of deals, each kind in its own order. */
const place = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

/** What custom fields can be filtered and sorted by. The whole company sees them. */
export const customFieldFilterSpec = {
  table: 'customFields',
  prefix: 'customfield',
  ...visibleToCompany,
  fields: {
    ids,
    name,
    record: { description: 'Of this kind of record.', type: 'Enum', column: 'recordKind' },
    type: { description: 'Of this type.', type: 'Enum', column: 'type' },
    key: { description: 'The key, exactly as written.', type: 'String', column: 'key' },
    createdAt,
    deletedAt: { description: '', type: 'time', internal: true, column: 'deletedAt' },
  },
  relations: {},
  orders: {
    position: {
      description: 'The place that it was given; fields of people before those of deals.',
      column: 'place',
      unindexed: true,
      descending: false,
    },
    name: byName,
    key: { description: 'The key.', column: 'key', unindexed: true, descending: false },
    createdAt: orderByCreation,
  },
  defaultOrder: 'position',
  computedColumns: { ...computedColumns, place },
} as const satisfies FilterSpec as FilterSpec & { table: 'customFields' }

export const customFieldsFound = filteredQueries(customFieldFilterSpec)
