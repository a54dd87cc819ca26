import { sql } from 'kysely'
import { byCreation, byPosition, createdAt, ids, namedBy, seenByAll } from '../../find/common.ts'
import type { Findable, FindParams } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
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
} as const satisfies Findable as Findable & { table: 'pipelines' }

export const pipelinesFound = findQueries(pipelineKind)
