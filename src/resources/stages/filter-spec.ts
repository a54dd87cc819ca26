import * as filters from '../../filtering/filter-spec.ts'
import { stagePolicy } from './policy.ts'

const { name, nameOrder, computedColumns } = filters.nameFilters('stages.name', 'stage')

export const stageFilterSpec: filters.FilterSpec<'stages'> = {
  table: 'stages',
  prefix: 'stage',
  policy: stagePolicy,
  fields: {
    id: filters.id,
    name,
    isTrash: filters.unindexed('Boolean', 'isTrash', 'Whether the stage is Trash.'),
    createdAt: filters.createdAt,
  },
  orders: { position: filters.orderByPosition, ...nameOrder, createdAt: filters.orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
