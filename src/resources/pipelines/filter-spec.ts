import { sql } from 'kysely'
import {
  createdAt,
  ids,
  nameFilters,
  orderByCreation,
  orderByPosition,
  visibleToCompany,
} from '../../filtering/common-fields.ts'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('pipelines.name')

const withStage = (p: FilterParams, value: string) =>
  sql`select "pipelineId" as "id" from "pipelineStages" where "companyId" = ${p.companyId} and "id" = ${value}`

export const pipelineFilterSpec = {
  table: 'pipelines',
  prefix: 'pipeline',
  ...visibleToCompany,
  fields: {
    ids,
    name,
    stageId: {
      description: 'Matches the pipeline with this stage.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"pipelines"."id" in (${withStage(p, value)})`,
      matchingIds: (p, _s, value) => withStage(p, value),
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
} as const satisfies FilterSpec as FilterSpec & { table: 'pipelines' }

export const pipelinesFound = filteredQueries(pipelineFilterSpec)
