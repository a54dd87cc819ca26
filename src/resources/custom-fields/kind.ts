import { sql } from 'kysely'
import type { Findable } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { folded } from '../../store/sql.ts'
import './table.ts'

const nameKey = folded(sql`"customFields"."name"`)

/** Fields of people come before those of deals, each kind in its own order. */
const place = sql`(case "customFields"."recordKind" when 'person' then 0 else 1000000000 end + "customFields"."position")`

/** What custom fields can be filtered and sorted by. The whole company sees them. */
export const customFieldKind = {
  table: 'customFields',
  prefix: 'customfield',
  ways: () => [],
  sees: () => sql<boolean>`1 = 1`,
  fields: {
    ids: { about: 'One of these.', type: 'ID', list: true, column: 'id', indexed: true },
    name: {
      about: 'A part of the name; case and accents do not matter.',
      type: 'String',
      read: fold,
      when: (_p, _s, value) => sql<boolean>`instr(${nameKey}, ${value}) > 0`,
    },
    record: { about: 'Of this kind of record.', type: 'Enum', column: 'recordKind' },
    type: { about: 'Of this type.', type: 'Enum', column: 'type' },
    key: { about: 'The key, exactly as written.', type: 'String', column: 'key' },
    createdAt: { about: 'When it was created.', type: 'created', column: 'id', indexed: true },
    deletedAt: { about: '', type: 'time', hidden: true, column: 'deletedAt' },
  },
  relations: {},
  orders: {
    position: { about: 'The place that it was given; fields of people before those of deals.', column: 'place', unindexed: true, descending: false },
    name: { about: 'The name, without case and accents.', column: 'nameKey', unindexed: true, descending: false },
    key: { about: 'The key.', column: 'key', unindexed: true, descending: false },
    createdAt: { about: 'When it was created.', column: 'id', descending: true },
  },
  usual: 'position',
  computed: { nameKey, place },
} as const satisfies Findable as Findable & { table: 'customFields' }

export const customFieldsFound = findQueries(customFieldKind)
