import {
  createdAt,
  type FilterSpec,
  id,
  nameFilters,
  orderByCreation,
  orderByPosition,
} from '../../filtering/filter-spec.ts'
import { linkedRows } from '../../filtering/linked-rows.ts'
import { pipelinePolicy } from './policy.ts'

const { name, byName, computedColumns } = nameFilters('pipelines.name')

export const pipelineFilterSpec: FilterSpec<'pipelines'> = {
  table: 'pipelines',
  prefix: 'pipeline',
  policy: pipelinePolicy,
  fields: {
    id,
    name,
    stageId: {
      description: 'The id of one of its stages.',
      type: 'ID',
      ...linkedRows('pipelines', {
        table: 'pipelineStages',
        recordColumn: 'pipelineId',
        column: 'id',
      }),
    },
    createdAt,
  },
  relations: {},
  orders: { position: orderByPosition, name: byName, createdAt: orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
