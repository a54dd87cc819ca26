import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  type FilterSpec,
  id,
  nameFilters,
  orderByCreation,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { customFieldPolicy } from './policy.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('customFields.name')

/** Sorts the fields of people before those of deals, and each kind by position. */
const fieldOrder = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

export const customFieldFilterSpec: FilterSpec<'customFields'> = {
  table: 'customFields',
  prefix: 'customfield',
  policy: customFieldPolicy,
  fields: {
    id,
    name,
    record: unindexed('Enum', 'recordKind', 'The kind of record.'),
    type: unindexed('Enum', 'type', 'The type.'),
    key: unindexed('String', 'key', 'The key.'),
    createdAt,
    deletedAt: { description: '', type: 'DateTime', internal: true, column: 'deletedAt' },
  },
  relations: {},
  orders: {
    position: ascending('place', 'The position.', { unindexed: true }),
    name: byName,
    key: ascending('key', 'The key.', { unindexed: true }),
    createdAt: orderByCreation,
  },
  defaultOrder: 'position',
  computedColumns: { ...computedColumns, place: fieldOrder },
}
