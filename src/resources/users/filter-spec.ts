import { sql } from 'kysely'
import {
  ascending,
  createdAt,
  descending,
  type FilterSpec,
  foldedText,
  hasValueFilter,
  id,
  indexed,
  indexedKey,
} from '../../filtering/filter-spec.ts'
import { linkedRows } from '../../filtering/linked-rows.ts'
import { compare } from '../../filtering/predicates.ts'
import { sqlFold } from '../../store/sql.ts'
import { userPolicy } from './table.ts'

export const userFilterSpec: FilterSpec<'users'> = {
  table: 'users',
  prefix: 'user',
  policy: userPolicy,
  fields: {
    id,
    role: indexed('Enum', 'role', 'The role.'),
    roleName: indexed('Enum', 'role', 'The role as in REST.'),
    suspended: hasValueFilter('users.suspendedAt', 'Whether the user is suspended.'),
    teamId: {
      description: 'The id of a team of the user.',
      type: 'ID',
      ...linkedRows('users', {
        table: 'teamMembers',
        recordColumn: 'userId',
        matches: (_, operator, value) =>
          sql`${compare(sql.ref('link.teamId'), operator, value)} and ("link"."isLeader" = 1 or "link"."isMember" = 1)`,
      }),
    },
    email: indexedKey('users', 'emailKey', 'The email address, ignoring case.'),
    name: foldedText('The full name.', sql`"users"."firstName" || ' ' || "users"."lastName"`),
    createdAt,
    updatedAt: indexed('DateTime', 'updatedAt', 'The update time.'),
  },
  relations: {},
  orders: {
    createdAt: descending('id', 'The creation time.'),
    updatedAt: descending('updatedAt', 'The time of the last update.'),
    email: ascending('emailKey', 'The email address, ignoring case.'),
    firstName: ascending('firstNameKey', 'The first name.', { unindexed: true }),
    lastName: ascending('lastNameKey', 'The last name.', { unindexed: true }),
  },
  computedColumns: {
    firstNameKey: sqlFold(sql`"users"."firstName"`),
    lastNameKey: sqlFold(sql`"users"."lastName"`),
  },
}
