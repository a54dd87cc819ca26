import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { pipelinePolicy } from './policy.ts'

const { name, nameOrder, computedColumns } = filters.nameFilters('pipelines.name', 'pipeline')

export const pipelineFilterSpec: filters.FilterSpec<'pipelines'> = {
  table: 'pipelines',
  prefix: 'pipeline',
  policy: pipelinePolicy,
  fields: {
    id: filters.id,
    name,
    stageId: {
      description: "The id of one of the pipeline's stages.",
      type: 'ID',
      ...createLinkedRowFilter('pipelines', {
        table: 'pipelineStages',
        recordColumn: 'pipelineId',
        column: 'id',
      }),
    },
    createdAt: filters.createdAt,
  },
  orders: { position: filters.orderByPosition, ...nameOrder, createdAt: filters.orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
