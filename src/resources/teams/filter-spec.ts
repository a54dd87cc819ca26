import { type RawBuilder, sql } from 'kysely'
import {
  createdAt,
  type FilterField,
  type FilterSpec,
  id,
  nameFilters,
  orderByCreation,
} from '../../filtering/filter-spec.ts'
import { linkedRows } from '../../filtering/linked-rows.ts'
import { compare } from '../../filtering/predicates.ts'
import { teamPolicy } from './table.ts'

const { name, byName, computedColumns } = nameFilters('teams.name')

const membershipFilter = (description: string, condition: RawBuilder<unknown>): FilterField => ({
  description,
  type: 'ID',
  ...linkedRows('teams', {
    table: 'teamMembers',
    recordColumn: 'teamId',
    matches: (_, operator, value) =>
      sql`${compare(sql.ref('link.userId'), operator, value)} and ${condition}`,
  }),
})

export const teamFilterSpec: FilterSpec<'teams'> = {
  table: 'teams',
  prefix: 'team',
  policy: teamPolicy,
  fields: {
    id,
    name,
    userId: membershipFilter(
      'The id of a leader or member.',
      sql`("link"."isLeader" = 1 or "link"."isMember" = 1)`,
    ),
    leaderId: membershipFilter('The id of a leader.', sql`"link"."isLeader" = 1`),
    createdAt,
  },
  relations: {},
  orders: { createdAt: orderByCreation, name: byName },
  computedColumns,
}
