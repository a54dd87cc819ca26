import {
  createdAt,
  ids,
  nameFilters,
  orderByCreation,
  orderByPosition,
  visibleToCompany,
} from '../../filtering/common-fields.ts'
import type { FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('stages.name')

export const stageFilterSpec = {
  table: 'stages',
  prefix: 'stage',
  ...visibleToCompany,
  fields: {
    ids,
    name,
    isTrash: {
      description: 'Matches Trash (true) or all others (false).',
      type: 'Boolean',
      column: 'isTrash',
    },
    createdAt,
  },
  relations: {},
  orders: {
    position: orderByPosition,
    name: byName,
    createdAt: orderByCreation,
  },
  defaultOrder: 'position',
  computedColumns,
} as const satisfies FilterSpec as FilterSpec & { table: 'stages' }

export const stagesFound = filteredQueries(stageFilterSpec)
