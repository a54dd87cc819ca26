import {
  createdAt,
  type FilterSpec,
  ids,
  nameFilters,
  orderByCreation,
  orderByPosition,
  unindexed,
} from '../../filtering/filter-spec.ts'
import { stagePolicy } from './policy.ts'

const { name, byName, computedColumns } = nameFilters('stages.name')

export const stageFilterSpec: FilterSpec<'stages'> = {
  table: 'stages',
  prefix: 'stage',
  policy: stagePolicy,
  fields: {
    ids,
    name,
    isTrash: unindexed('Boolean', 'isTrash', 'Matches Trash (true) or all others (false).'),
    createdAt,
  },
  relations: {},
  orders: { position: orderByPosition, name: byName, createdAt: orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
