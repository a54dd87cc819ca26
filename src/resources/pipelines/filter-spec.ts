import { sql } from 'kysely'
import {
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
  nameFilters,
  orderByCreation,
  orderByPosition,
} from '../../filtering/filter-spec.ts'
import { pipelinePolicy } from './policy.ts'

const { name, byName, computedColumns } = nameFilters('pipelines.name')

const selectByStage = (p: FilterParams, value: string) =>
  sql`select "pipelineId" as "id" from "pipelineStages" where "companyId" = ${p.companyId} and "id" = ${value}`

export const pipelineFilterSpec: FilterSpec<'pipelines'> = {
  table: 'pipelines',
  prefix: 'pipeline',
  policy: pipelinePolicy,
  fields: {
    ids,
    name,
    stageId: {
      description: 'Matches the pipeline with this stage.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"pipelines"."id" in (${selectByStage(p, value)})`,
      matchingIds: (p, _s, value) => selectByStage(p, value),
    },
    createdAt,
  },
  relations: {},
  orders: { position: orderByPosition, name: byName, createdAt: orderByCreation },
  defaultOrder: 'position',
  computedColumns,
}
