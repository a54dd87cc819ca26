import { sql } from 'kysely'
import { byCreation, createdAt, ids, namedBy, seenByAll } from '../../filtering/common.ts'
import type { FilterSpec, FindParams } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computed } = namedBy('teams.name')

const withUser = (p: FindParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const ledBy = (p: FindParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and "isLeader" = 1`

/** What teams can be filtered and sorted by. The whole company sees them. */
export const teamKind = {
  table: 'teams',
  prefix: 'team',
  ...seenByAll,
  fields: {
    ids,
    name,
    userId: {
      about: 'This user leads it or belongs to it.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"teams"."id" in (${withUser(p, value)})`,
      ids: (p, _s, value) => withUser(p, value),
    },
    leaderId: {
      about: 'This user leads it.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"teams"."id" in (${ledBy(p, value)})`,
      ids: (p, _s, value) => ledBy(p, value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: byCreation,
    name: byName,
  },
  computed,
} as const satisfies FilterSpec as FilterSpec & { table: 'teams' }

export const teamsFound = filteredQueries(teamKind)
