import { sql } from 'kysely'
import type { Findable, FindParams } from '../../find/kind.ts'
import { findQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { folded } from '../../store/sql.ts'
import './table.ts'

const nameKey = folded(sql`"pipelines"."name"`)

const withStage = (p: FindParams, value: string) =>
  sql`select "pipelineId" as "id" from "pipelineStages" where "companyId" = ${p.companyId} and "id" = ${value}`

/** What pipelines can be filtered and sorted by. The whole company sees them. */
export const pipelineKind = {
  table: 'pipelines',
  prefix: 'pipeline',
  ways: () => [],
  sees: () => sql<boolean>`1 = 1`,
  fields: {
    ids: { about: 'One of these.', type: 'ID', list: true, column: 'id', indexed: true },
    name: {
      about: 'A part of the name; case and accents do not matter.',
      type: 'String',
      read: fold,
      when: (_p, _s, value) => sql<boolean>`instr(${nameKey}, ${value}) > 0`,
    },
    stageId: {
      about: 'It has this stage.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"pipelines"."id" in (${withStage(p, value)})`,
      ids: (p, _s, value) => withStage(p, value),
    },
    createdAt: { about: 'When it was created.', type: 'created', column: 'id', indexed: true },
  },
  relations: {},
  orders: {
    position: { about: 'The place that it was given.', column: 'position', descending: false },
    name: { about: 'The name, without case and accents.', column: 'nameKey', unindexed: true, descending: false },
    createdAt: { about: 'When it was created.', column: 'id', descending: true },
  },
  usual: 'position',
  computed: { nameKey },
} as const satisfies Findable as Findable & { table: 'pipelines' }

export const pipelinesFound = findQueries(pipelineKind)
