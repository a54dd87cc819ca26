import { type RawBuilder, sql } from 'kysely'
import {
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
  matchingIdsFilter,
  nameFilters,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { teamPolicy } from './policy.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('teams.name')

const selectTeams = (p: FilterParams, userId: string, condition: RawBuilder<unknown>) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${userId} and ${condition}`

export const teamFilterSpec: FilterSpec<'teams'> = {
  table: 'teams',
  prefix: 'team',
  policy: teamPolicy,
  fields: {
    ids,
    name,
    userId: matchingIdsFilter(
      'teams',
      'Matches teams of which this user is a leader or member.',
      (p, userId) => selectTeams(p, userId, sql`("isLeader" = 1 or "isMember" = 1)`),
    ),
    leaderId: matchingIdsFilter(
      'teams',
      'Matches teams of which this user is a leader.',
      (p, userId) => selectTeams(p, userId, sql`"isLeader" = 1`),
    ),
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
  },
  computedColumns,
}
