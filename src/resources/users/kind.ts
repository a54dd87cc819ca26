import { sql } from 'kysely'
import { ids, seenByAll } from '../../filtering/common.ts'
import type { FilterSpec, FindParams } from '../../filtering/filter-spec.ts'
import { filteredQueries } from '../../store/find.ts'
import { fold } from '../../store/fold.ts'
import { contains, folded } from '../../store/sql.ts'
import './table.ts'

const ofTeam = (p: FindParams, value: string) =>
  sql`select "userId" as "id" from "teamMembers" where "companyId" = ${p.companyId} and "teamId" = ${value} and ("isLeader" = 1 or "isMember" = 1)`

const fullName = folded(sql`"users"."firstName" || ' ' || "users"."lastName"`)

/** What users can be filtered and sorted by. The whole company sees them. */
export const userKind = {
  table: 'users',
  prefix: 'user',
  ...seenByAll,
  fields: {
    ids,
    role: { about: 'What they are in the company.', type: 'Enum', column: 'role', indexed: true },
    roleName: {
      about: 'The same as it is written on REST: Owner, Admin, Team Leader, Agent.',
      type: 'Enum',
      column: 'role',
      indexed: true,
    },
    roles: {
      about: 'They are one of these.',
      type: 'Enum',
      list: true,
      column: 'role',
      indexed: true,
    },
    suspended: {
      about: 'Whether they are suspended.',
      type: 'Boolean',
      when: (_p, _s, _value, form) =>
        form === 'yes'
          ? sql<boolean>`"users"."suspendedAt" is not null`
          : sql<boolean>`"users"."suspendedAt" is null`,
    },
    teamId: {
      about: 'They lead this team or belong to it.',
      type: 'ID',
      when: (p, _s, value) => sql<boolean>`"users"."id" in (${ofTeam(p, value)})`,
      ids: (p, _s, value) => ofTeam(p, value),
    },
    email: {
      about: 'The whole address; case does not matter.',
      type: 'String',
      column: 'emailKey',
      indexed: true,
      read: (email) => email.normalize('NFC').trim().toLowerCase(),
    },
    name: {
      about: 'A part of the full name; case and accents do not matter.',
      type: 'String',
      read: fold,
      when: (_p, _s, value) => contains(fullName, value),
    },
    createdAt: { about: 'When they were created.', type: 'created', column: 'id', indexed: true },
    updatedAt: {
      about: 'When they were last changed.',
      type: 'time',
      column: 'updatedAt',
      indexed: true,
    },
  },
  relations: {},
  orders: {
    createdAt: { about: 'When they were created.', column: 'id', descending: true },
    updatedAt: { about: 'When they were last changed.', column: 'updatedAt', descending: true },
    email: { about: 'The address, without case.', column: 'emailKey', descending: false },
    firstName: {
      about: 'The first name, without case and accents.',
      column: 'firstNameKey',
      unindexed: true,
      descending: false,
    },
    lastName: {
      about: 'The last name, without case and accents.',
      column: 'lastNameKey',
      unindexed: true,
      descending: false,
    },
  },
  computed: {
    firstNameKey: folded(sql`"users"."firstName"`),
    lastNameKey: folded(sql`"users"."lastName"`),
  },
} as const satisfies FilterSpec as FilterSpec & { table: 'users' }

export const usersFound = filteredQueries(userKind)
