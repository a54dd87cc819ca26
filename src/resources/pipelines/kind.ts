import { sql } from 'kysely'
import {
  byCreation,
  byPosition,
  createdAt,
  ids,
  namedBy,
  seenByAll,
} from '../../filtering/common.ts'
import type { FilterSpec, FindParams } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computed } = namedBy('pipelines.name')

const withStage = (p: FindParams, value: string) =>
  sql`select "pipelineId" as "id" from "pipelineStages" where "companyId" = ${p.companyId} and "id" = ${value}`

/** What pipelines can be filtered and sorted by. The whole company sees them. */
export const pipelineKind = {
  table: 'pipelines',
  prefix: 'pipeline',
  ...seenByAll,
  fields: {
    ids,
    name,
    stageId: {
      about: 'It has this stage.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"pipelines"."id" in (${withStage(p, value)})`,
      ids: (p, _s, value) => withStage(p, value),
    },
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
} as const satisfies FilterSpec as FilterSpec & { table: 'pipelines' }

export const pipelinesFound = filteredQueries(pipelineKind)
