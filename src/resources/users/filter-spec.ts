import { sql } from 'kysely'
import * as filters from '../../filtering/filter-spec.ts'
import { createLinkedRowFilter } from '../../filtering/linked-row-filter.ts'
import { compare } from '../../filtering/predicates.ts'
import { sqlFold } from '../../store/sql.ts'
import { userPolicy } from './policy.ts'

export const userFilterSpec: filters.FilterSpec<'users'> = {
  table: 'users',
  prefix: 'user',
  policy: userPolicy,
  fields: {
    id: filters.id,
    role: filters.indexed('Enum', 'role', "The user's role."),
    roleName: filters.indexed('Enum', 'role', "The role's name in REST."),
    suspended: filters.hasValueFilter('users.suspendedAt', 'Whether the user is suspended.'),
    teamId: {
      description: "The id of one of the user's teams.",
      type: 'ID',
      ...createLinkedRowFilter('users', {
        table: 'teamMembers',
        recordColumn: 'userId',
        matches: (_, operator, value) =>
          sql`${compare(sql.ref('link.teamId'), operator, value)} and ("link"."isLeader" = 1 or "link"."isMember" = 1)`,
      }),
    },
    email: filters.indexedKey('users', 'emailKey', 'The email address, ignoring case.'),
    name: filters.foldedText(
      'The full name',
      sql`"users"."firstName" || ' ' || "users"."lastName"`,
    ),
    createdAt: filters.createdAt,
    updatedAt: filters.indexed('DateTime', 'updatedAt', 'The last update time.'),
  },
  orders: {
    createdAt: filters.orderByCreation,
    updatedAt: filters.descending('updatedAt', 'The last update time.'),
    email: filters.ascending('emailKey', 'The email address, ignoring case.'),
    firstName: filters.ascending('firstNameKey', 'The first name.', { unindexed: true }),
    lastName: filters.ascending('lastNameKey', 'The last name.', { unindexed: true }),
  },
  computedColumns: {
    firstNameKey: sqlFold(sql`"users"."firstName"`),
    lastNameKey: sqlFold(sql`"users"."lastName"`),
  },
}
