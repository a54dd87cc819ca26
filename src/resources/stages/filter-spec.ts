import {
  createdAt,
  type FilterSpec,
  id,
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
    id,
    name,
    isTrash: unindexed('Boolean', 'isTrash', 'Whether the stage is Trash.'),
    createdAt,
  },
  relations: {},
  orders: { position: orderByPosition, name: byName, createdAt: orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
