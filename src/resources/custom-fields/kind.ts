import { sql } from 'kysely'
import { byCreation, createdAt, ids, namedBy, seenByAll } from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computed } = namedBy('customFields.name')

/** Fields of people come before those of deals, each kind in its own order. */
const place = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

/** What custom fields can be filtered and sorted by. The whole company sees them. */
export const customFieldKind = {
  table: 'customFields',
  prefix: 'customfield',
  ...seenByAll,
  fields: {
    ids,
    name,
    record: { about: 'Of this kind of record.', type: 'Enum', column: 'recordKind' },
    type: { about: 'Of this type.', type: 'Enum', column: 'type' },
    key: { about: 'The key, exactly as written.', type: 'String', column: 'key' },
    createdAt,
    deletedAt: { about: '', type: 'time', hidden: true, column: 'deletedAt' },
  },
  relations: {},
  orders: {
    position: {
      about: 'The place that it was given; fields of people before those of deals.',
      column: 'place',
      unindexed: true,
      descending: false,
    },
    name: byName,
    key: { about: 'The key.', column: 'key', unindexed: true, descending: false },
    createdAt: byCreation,
  },
  usual: 'position',
  computed: { ...computed, place },
} as const satisfies FilterSpec as FilterSpec & { table: 'customFields' }

export const customFieldsFound = filteredQueries(customFieldKind)
