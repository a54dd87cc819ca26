import { byCreation, byPosition, createdAt, ids, namedBy, seenByAll } from '../../find/common.ts'
import type { Findable } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computed } = namedBy('stages.name')

/** What lifecycle stages can be filtered and sorted by. The whole company sees them. */
export const stageKind = {
  table: 'stages',
  prefix: 'stage',
  ...seenByAll,
  fields: {
    ids,
    name,
    isTrash: { about: 'Whether it is Trash.', type: 'Boolean', column: 'isTrash' },
    createdAt,
  },
  relations: {},
  orders: {
    position: byPosition,
    name: byName,
    createdAt: byCreation,
  },
  usual: 'position',
  computed,
} as const satisfies Findable as Findable & { table: 'stages' }

export const stagesFound = findQueries(stageKind)
