import { sql } from 'kysely'
import {
  createdAt,
  type FilterSpec,
  ids,
  nameFilters,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { customFieldPolicy } from './policy.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('customFields.name')

/** Fields of people come before those of deals, each kind in its own order. */
const place = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

export const customFieldFilterSpec: FilterSpec<'customFields'> = {
  table: 'customFields',
  prefix: 'customfield',
  policy: customFieldPolicy,
  fields: {
    ids,
    name,
    record: {
      description: 'Matches fields of this kind of record.',
      type: 'Enum',
      column: 'recordKind',
    },
    type: { description: 'Matches fields of this type.', type: 'Enum', column: 'type' },
    key: { description: 'Matches fields with exactly this key.', type: 'String', column: 'key' },
    createdAt,
    deletedAt: { description: '', type: 'time', internal: true, column: 'deletedAt' },
  },
  relations: {},
  orders: {
    position: {
      description: 'The position; fields of people before fields of deals.',
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
}
