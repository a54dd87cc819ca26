import {
  byCreation,
  byPosition,
  createdAt,
  ids,
  namedBy,
  seenByAll,
} from '../../filtering/common.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
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
} as const satisfies FilterSpec as FilterSpec & { table: 'stages' }

export const stagesFound = filteredQueries(stageKind)
