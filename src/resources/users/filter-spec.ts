import { sql } from 'kysely'
import {
  ascending,
  descending,
  type FilterParams,
  type FilterSpec,
  ids,
  indexed,
  matchingIdsFilter,
} from '../../filtering/filter-spec.ts'
import { fold } from '../../lib/text.ts'
import { contains, sqlFold } from '../../store/sql.ts'
import { userPolicy } from './policy.ts'
import './table.ts'

const usersOfTeam = (p: FilterParams, value: string) =>
  sql`select "userId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "teamId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const fullName = sqlFold(sql`"users"."firstName" || ' ' || "users"."lastName"`)

export const userFilterSpec: FilterSpec<'users'> = {
  table: 'users',
  prefix: 'user',
  policy: userPolicy,
  fields: {
    ids,
    role: indexed('Enum', 'role', 'Matches users with this role.'),
    roleName: indexed(
      'Enum',
      'role',
      'Matches users with this role, as written in REST: Owner, Admin, Team Leader or Agent.',
    ),
    roles: indexed('Enum[]', 'role', 'Matches users with any of these roles.'),
    suspended: {
      description: 'Matches suspended (true) or active (false) users.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"users"."suspendedAt" is not null`
          : sql<boolean>`"users"."suspendedAt" is null`,
    },
    teamId: matchingIdsFilter('users', 'Matches leaders and members of this team.', usersOfTeam),
    email: {
      description: 'Matches the user with this email address, ignoring case.',
      type: 'String',
      column: 'emailKey',
      indexed: true,
      normalize: (email) => email.normalize('NFC').trim().toLowerCase(),
    },
    name: {
      description: 'Matches users whose full name contains this text, ignoring case and accents.',
      type: 'String',
      normalize: fold,
      predicate: (_p, _s, value) => contains(fullName, value),
    },
    createdAt: indexed('created', 'id', 'Matches users created in this range.'),
    updatedAt: indexed('time', 'updatedAt', 'Matches users last updated in this range.'),
  },
  relations: {},
  orders: {
    createdAt: descending('id', 'The time of creation.'),
    updatedAt: descending('updatedAt', 'The time of the last update.'),
    email: ascending('emailKey', 'The email address, ignoring case.'),
    firstName: ascending('firstNameKey', 'The first name, ignoring case and accents.', {
      unindexed: true,
    }),
    lastName: ascending('lastNameKey', 'The last name, ignoring case and accents.', {
      unindexed: true,
    }),
  },
  computedColumns: {
    firstNameKey: sqlFold(sql`"users"."firstName"`),
    lastNameKey: sqlFold(sql`"users"."lastName"`),
  },
}
