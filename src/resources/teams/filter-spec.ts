import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { compare } from '../../filtering/predicates.ts'
import type { Sql } from '../../store/sql.ts'
import { teamPolicy } from './policy.ts'

const { name, nameOrder, computedColumns } = filters.nameFilters('teams.name', 'team')

const createMemberFilter = (description: string, condition: Sql): filters.FilterField => ({
  description,
  type: 'ID',
  ...createLinkedRowFilter('teams', {
    table: 'teamMembers',
    recordColumn: 'teamId',
    matches: (_, operator, value) =>
      sql`${compare(sql.ref('link.userId'), operator, value)} and ${condition}`,
  }),
})

export const teamFilterSpec: filters.FilterSpec<'teams'> = {
  table: 'teams',
  prefix: 'team',
  policy: teamPolicy,
  fields: {
    id: filters.id,
    name,
    userId: createMemberFilter(
      'The id of a leader or member.',
      sql`("link"."isLeader" = 1 or "link"."isMember" = 1)`,
    ),
    leaderId: createMemberFilter('The id of a leader.', sql`"link"."isLeader" = 1`),
    createdAt: filters.createdAt,
  },
  orders: { createdAt: filters.orderByCreation, ...nameOrder },
  computedColumns,
}
