import { sql } from 'kysely'
import { ids, visibleToCompany } from '../../filtering/common-fields.ts'
import type { FilterParams, FilterSpec } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { contains, sqlFold } from '../../store/sql.ts'
import './table.ts'

const ofTeam = (p: FilterParams, value: string) =>
  sql`select "userId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "teamId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const fullName = sqlFold(sql`"users"."firstName" || ' ' || "users"."lastName"`)

/** What users can be filtered and sorted by. The whole company sees them. */
export const userFilterSpec = {
  table: 'users',
  prefix: 'user',
  ...visibleToCompany,
  fields: {
    ids,
    role: {
      description: 'What they are in the company.',
      type: 'Enum',
      column: 'role',
      indexed: true,
    },
    roleName: {
      description: 'The same as it is written on REST: Owner, Admin, Team Leader, Agent.',
      type: 'Enum',
      column: 'role',
      indexed: true,
    },
    roles: {
      description: 'They are one of these.',
      type: 'Enum',
      list: true,
      column: 'role',
      indexed: true,
    },
    suspended: {
      description: 'Whether they are suspended.',
      type: 'Boolean',
      predicate: (_p, _s, _value, operator) =>
        operator === 'isTrue'
          ? sql<boolean>`"users"."suspendedAt" is not null`
          : sql<boolean>`"users"."suspendedAt" is null`,
    },
    teamId: {
      description: 'They lead this team or belong to it.',
      type: 'ID',
      predicate: (p, _s, value) => sql<boolean>`"users"."id" in (${ofTeam(p, value)})`,
      matchingIds: (p, _s, value) => ofTeam(p, value),
    },
    email: {
      description: 'The whole address; case does not matter.',
      type: 'String',
      column: 'emailKey',
      indexed: true,
      normalize: (email) => email.normalize('NFC').trim().toLowerCase(),
    },
    name: {
      description: 'A part of the full name; case and accents do not matter.',
      type: 'String',
      normalize: fold,
      predicate: (_p, _s, value) => contains(fullName, value),
    },
    createdAt: {
      description: 'When they were created.',
      type: 'created',
      column: 'id',
      indexed: true,
    },
    updatedAt: {
      description: 'When they were last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
  },
  relations: {},
  orders: {
    createdAt: { description: 'When they were created.', column: 'id', descending: true },
    updatedAt: {
      description: 'When they were last changed.',
      column: 'updatedAt',
      descending: true,
    },
    email: { description: 'The address, without case.', column: 'emailKey', descending: false },
    firstName: {
      description: 'The first name, without case and accents.',
      column: 'firstNameKey',
      unindexed: true,
      descending: false,
    },
    lastName: {
      description: 'The last name, without case and accents.',
      column: 'lastNameKey',
      unindexed: true,
      descending: false,
    },
  },
  computedColumns: {
    firstNameKey: sqlFold(sql`"users"."firstName"`),
    lastNameKey: sqlFold(sql`"users"."lastName"`),
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'users' }

export const usersFound = filteredQueries(userFilterSpec)
