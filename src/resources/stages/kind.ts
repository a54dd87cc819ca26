import { sql } from 'kysely'
import type { Findable } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { folded } from '../../store/sql.ts'
import './table.ts'

const nameKey = folded(sql`"stages"."name"`)

/** What lifecycle stages can be filtered and sorted by. The whole company sees them. */
export const stageKind = {
  table: 'stages',
  prefix: 'stage',
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
    isTrash: { about: 'Whether it is Trash.', type: 'Boolean', column: 'isTrash' },
    createdAt: { about: 'When it was created.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: {
    position: { about: 'The place that it was given.', column: 'position', descending: false },
    name: { about: 'The name, without case and accents.', column: 'nameKey', unindexed: true, descending: false },
    createdAt: { about: 'When it was created.', column: 'id', descending: true },
  },
  usual: 'position',
  computed: { nameKey },
} as const satisfies Findable as Findable & { table: 'stages' }

export const stagesFound = findQueries(stageKind)
