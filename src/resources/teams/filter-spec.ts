import { sql } from 'kysely'
import {
  createdAt,
  type FilterParams,
  type FilterSpec,
  ids,
  nameFilters,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { teamPolicy } from './policy.ts'
import './table.ts'

const { name, byName, computedColumns } = nameFilters('teams.name')

const teamsOfUser = (p: FilterParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const teamsLedBy = (p: FilterParams, value: string) =>
  sql`select "teamId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "userId" = ${value} and "isLeader" = 1`

export const teamFilterSpec: FilterSpec<'teams'> = {
  table: 'teams',
  prefix: 'team',
  policy: teamPolicy,
  fields: {
    ids,
    name,
    userId: {
      description: 'Matches teams of which this user is a leader or member.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"teams"."id" in (${teamsOfUser(p, value)})`,
      matchingIds: (p, _s, value) => teamsOfUser(p, value),
    },
    leaderId: {
      description: 'Matches teams of which this user is a leader.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"teams"."id" in (${teamsLedBy(p, value)})`,
      matchingIds: (p, _s, value) => teamsLedBy(p, value),
    },
    createdAt,
  },
  relations: {},
  orders: {
    createdAt: orderByCreation,
    name: byName,
  },
  computedColumns,
}
