import { sql } from 'kysely'
import { type FilterParams, type FilterSpec, ids } from '../../filtering/filter-spec.ts'
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
    role: {
      description: 'Matches users with this role.',
      type: 'Enum',
      column: 'role',
      indexed: true,
    },
    roleName: {
      description:
        'Matches users with this role, as REST writes it: Owner, Admin, Team Leader or Agent.',
      type: 'Enum',
      column: 'role',
      indexed: true,
    },
    roles: {
      description: 'Matches users with any of these roles.',
      type: 'Enum',
      list: true,
      column: 'role',
      indexed: true,
    },
    suspended: {
      description: 'Matches suspended (true) or active (false) users.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"users"."suspendedAt" is not null`
          : sql<boolean>`"users"."suspendedAt" is null`,
    },
    teamId: {
      description: 'Matches leaders and members of this team.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"users"."id" in (${usersOfTeam(p, value)})`,
      matchingIds: (p, _s, value) => usersOfTeam(p, value),
    },
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
    createdAt: {
      description: 'Matches users created in this range.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    updatedAt: {
      description: 'Matches users last updated in this range.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
  },
  relations: {},
  orders: {
    createdAt: { description: 'The creation time.', column: 'id', descending: true },
    updatedAt: {
      description: 'The time of the last update.',
      column: 'updatedAt',
      descending: true,
    },
    email: {
      description: 'The email address, ignoring case.',
      column: 'emailKey',
      descending: false,
    },
    firstName: {
      description: 'The first name, ignoring case and accents.',
      column: 'firstNameKey',
      unindexed: true,
      descending: false,
    },
    lastName: {
      description: 'The last name, ignoring case and accents.',
      column: 'lastNameKey',
      unindexed: true,
      descending: false,
    },
  },
  computedColumns: {
    firstNameKey: sqlFold(sql`"users"."firstName"`),
    lastNameKey: sqlFold(sql`"users"."lastName"`),
  },
}
