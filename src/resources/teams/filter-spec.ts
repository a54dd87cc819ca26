import { sql } from 'kysely'
import {
  createdAt,
  ids,
  nameFilters,
  orderByCreation,
  visibleToCompany,
} from '../../filtering/common-fields.ts'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('teams.name')

const withUser = (p: FilterParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const ledBy = (p: FilterParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and "isLeader" = 1`

/** What teams can be filtered and sorted by. The whole company sees them. */
export const teamFilterSpec = {
  table: 'teams',
  prefix: 'team',
  ...visibleToCompany,
  fields: {
    ids,
    name,
    userId: {
      description: 'This user leads it or belongs to it.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"teams"."id" in (${withUser(p, value)})`,
      matchingIds: (p, _s, value) => withUser(p, value),
    },
    leaderId: {
      description: 'This user leads it.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"teams"."id" in (${ledBy(p, value)})`,
      matchingIds: (p, _s, value) => ledBy(p, value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
  },
  computedColumns,
} as const satisfies FilterSpec as FilterSpec & { table: 'teams' }

export const teamsFound = filteredQueries(teamFilterSpec)
